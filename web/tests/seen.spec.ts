import { expect, test, type Page } from "@playwright/test";
import { battle, seat, turn } from "./hands.ts";
import { at, declining, line, option, request, scene, stage, token, disc } from "./staged.ts";

/** What lies over the board of those pieces that stand beside it, in words. */
const covering = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".frame")!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(".tools button, .tools svg, .sheet, .side-col > *")]
      .filter((one) => one.getBoundingClientRect().width > 0 && !one.closest(".sheet > *"))
      .flatMap((one) => {
        const r = one.getBoundingClientRect();
        return r.left < frame.right - 1 &&
          frame.left + 1 < r.right &&
          r.top < frame.bottom - 1 &&
          frame.top + 1 < r.bottom
          ? [one.outerHTML.slice(0, 60)]
          : [];
      });
  });
const LOG = Array.from({ length: 60 }, (_, n) => line(n, `Event number ${n}`));
const base = { ...request, pens: [], prompt: "pick", title: "Which one?" };
const many = (verb: string, count: number) =>
  Array.from({ length: count }, (_, n) => option(`${verb} 0.${n}`, [n % 6], `${verb} ${n}`));

test("nothing ever lies over the table: not on a screen, not on a phone, near or far", async ({ page }) => {
  await stage(page);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => covering(page), `${width}`).toEqual([]);
    for (const key of ["0", "+", "+"]) {
      await page.keyboard.press(key);
      expect(await covering(page), `${width} after ${key}`).toEqual([]);
    }
  }
});

test("nor on a table of squares", async ({ page }) => {
  const made = await battle(page, { players: ["human", "human"], shared_screen: true });
  await page.goto(seat(made.seats[0]!.token));
  await turn(page);
  for (const [width, height] of [
    [1440, 900],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => covering(page), `${width}`).toEqual([]);
  }
});

test("N never says yes: only what is printed on a button presses it", async ({ page }) => {
  const plain = { ...base, options: [option("zone 1", [], "Zone 1"), option("zone 2", [], "Zone 2")] };
  const { answers, tell } = await stage(page, { request: plain });
  await expect(page.locator(".two kbd")).toHaveText(["1", "2"]);
  for (const key of ["n", "y", "p", "3"]) await page.keyboard.press(key);
  await page.waitForTimeout(150);
  expect(answers).toEqual([]);
  // With a no among them the letters are printed, wherever the rules list it.
  tell({
    request: {
      ...base,
      title: "Call on Portents?",
      options: [declining("plain", "No"), option("portents", [], "Yes: Unbreakable")],
    },
  });
  await expect(page.locator(".two button").first()).toContainText("Yes: Unbreakable");
  await expect(page.locator(".two kbd")).toHaveText(["Y", "N"]);
  await page.keyboard.press("1");
  await page.keyboard.press("n");
  await expect.poll(() => answers).toEqual(["plain"]);
});

test("the log follows the newest line, however its room changes, and stays where somebody reads", async ({ page }) => {
  const { tell } = await stage(page, {
    request: { ...base, options: [option("go 0.0", [0]), declining("stay")] },
    log: LOG,
  });
  const ends = () =>
    page.locator(".lg ol").evaluate((list) => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight));
  await expect.poll(ends).toBeLessThan(3);
  for (let n = 0; n < 6; n++) {
    tell({
      request: { ...base, options: many(n % 2 ? "go" : "shoot", n % 2 ? 2 : 30) },
      log_from: 60 + n,
      log_cut: false,
      log: [line(60 + n, `Then ${n}`)],
    });
    await expect(page.locator(".lg li").last()).toContainText(`Then ${n}`);
    await expect.poll(ends, `after ${n}`).toBeLessThan(3);
  }
  await page.locator(".lg ol").hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(ends).toBeGreaterThan(100);
  tell({ log_from: 66, log: [line(66, "Later")] });
  await expect(page.locator(".lg li").last()).toContainText("Later");
  expect(await ends()).toBeGreaterThan(100);
});

const modifiers = Array.from({ length: 9 }, (_, n) => ({ amount: n - 4, label: `reason ${n}`, rule: "SM-RATING-01" }));
const roll = { name: "attack", throw: "2d10", sides: 10, count: 2, rule: "SM-ATTACK-02", modifiers };
const odds = {
  roll,
  against: roll,
  outcomes: [
    { kind: "miss", label: "miss", per_million: 140000, faces: [] },
    { kind: "hit", label: "hit", per_million: 860000, faces: [] },
  ],
  fates: [],
  ends: [{ label: "Wounded", per_million: 53000 }],
  given: [],
};
const frames = [
  { seat: 1, actor: 3, text: "Move", rule: "SM-DECLARE-02" },
  { seat: 0, actor: 0, text: "Break: Mobile Fire with Bow", rule: "SM-BREAK-04" },
];

test("the main button and the newest lines of the log are always in sight", async ({ page }) => {
  const options = [
    "move",
    "hustle",
    "ambush",
    "mobile-fire bow",
    "mobile-fire knife",
    "standing-fire bow",
    "standing-fire knife",
    "take-aim bow",
    "take-aim knife",
    "charge knife",
  ].flatMap((one) => [option(`${one} 1.3`, [3]), option(`${one} 1.4`, [4])]);
  await stage(page, { request: { ...base, stack: frames, options }, log: LOG }, {}, odds);
  for (const height of [900, 720]) {
    await page.setViewportSize({ width: 1440, height });
    const button = page.locator("[data-main]");
    if (!(await button.isEnabled())) {
      await page.locator(".acts button", { hasText: "Standing Fire: Bow" }).click();
      await page.locator(".opts button").first().click();
    }
    await expect(page.locator(".odds").first()).toBeVisible();
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".lg li").last()).toBeInViewport({ ratio: 1 });
  }
  // The table of keys, asked for, is a table.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("?");
  await expect(page.locator(".keys dl div").nth(6)).toBeInViewport({ ratio: 1 });
});

test("an answer does not slip away when it is looked at, whatever else wants room", async ({ page }) => {
  const roll = (natural: number) => ({
    sides: 10,
    natural,
    count: 1,
    name: "attack",
    total: natural + 5,
    modifiers: ["CBT", "Charge", "Man-at-Arms"].map((label) => ({ label, amount: 2, rule: "SM-RATING-01" })),
  });
  const duel = [
    line(60, "Archer rolls", { duel: "opens", figures: [0], roll: roll(4) }),
    line(61, "Bones B defends", { duel: "answers", figures: [3], roll: roll(3) }),
    line(62, "Archer hits Bones B", { duel: "settles" }),
  ];
  await page.setViewportSize({ width: 1440, height: 900 });
  await stage(
    page,
    {
      request: {
        ...base,
        stack: frames,
        options: [declining("pass", "No Break"), ...[0, 1, 2].map((n) => option(`break 0.${n}`, [n], "Break with"))],
        orders: [{ verb: "pass", label: "Call no Break" }],
      },
      log: [...LOG, ...duel],
    },
    {},
    odds,
  );
  // The roll is over and a line; unfolded it wants the most room.
  await page.locator(".opp.folded").getByRole("button").click();
  await expect(page.locator(".opp .sum").first()).toBeVisible();
  await page.locator(".acts button", { hasText: "Break" }).last().click();
  for (const n of [2, 1, 0]) {
    const one = page.locator(".opts button").nth(n);
    await page.mouse.move(5, 300);
    await expect(page.locator(".tgt .odds")).toHaveCount(0);
    await one.scrollIntoViewIfNeeded();
    const before = (await one.boundingBox())!.y;
    await one.hover();
    await expect(page.locator(".tgt .odds").first()).toBeVisible();
    expect((await one.boundingBox())!.y).toBe(before);
  }
});

test("on a phone the way's button is whole, and what is asked stands before what is declared", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const marks = Array.from({ length: 6 }, (_, n) => ({
    kind: "declared",
    text: "charges",
    figures: [n, 3],
    shape: { kind: "none" },
  }));
  const { tell } = await stage(page, {
    scene: { ...scene, marks },
    request: { ...base, title: "Who charges whom?", options: many("charge", 4) },
  });
  await expect(page.locator(".opts button").first()).toBeInViewport({ ratio: 1 });
  tell({ scene, request });
  for (const [x, y] of [
    [25, 28],
    [25.5, 29],
    [24.5, 30],
    [24, 29],
  ] as const) {
    const spot = await at(page, x, y);
    await page.mouse.click(spot.x, spot.y);
  }
  const [button, tabs] = [
    (await page.locator("[data-main]").boundingBox())!,
    (await page.locator("nav.tabs").boundingBox())!,
  ];
  expect(button.y + button.height).toBeLessThanOrEqual(tabs.y);
});

test("Enter is the main button after a click on a figure, a floor or the map", async ({ page }) => {
  const options = [
    option("shoot 1.3", [3], "Shoot Bones B"),
    option("shoot 1.4", [4], "Shoot Wight Lord"),
    option("shoot 1.5", [5], "Shoot Bones C"),
  ];
  const { answers, tell } = await stage(page, { request: { ...base, options } });
  const clicks = [
    () => page.locator('[data-figure="1"]').click({ force: true }),
    () => page.getByRole("button", { name: "Ground" }).click(),
    () => page.locator(".zoom button").first().click(),
    () => page.locator(".map").click(),
  ];
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  for (const [n, click] of clicks.entries()) {
    await page.keyboard.press("2");
    await expect(page.locator("[data-main]")).toContainText("Shoot Wight Lord");
    await click();
    await page.keyboard.press("Enter");
    await expect.poll(() => answers.length, `after click ${n}`).toBe(n + 1);
    tell({});
    await expect(page.locator("[data-main]")).toBeDisabled();
  }
  expect(new Set(answers)).toEqual(new Set(["shoot 1.4"]));
});

test("by the keys alone: the question comes first, the board is one stop, and a way is drawn with the arrows", async ({
  page,
}) => {
  const { answers, tell } = await stage(page, {
    request: {
      ...request,
      options: [declining("stay", "Stay"), option("rest", [], "Rest"), option("wait", [], "Wait")],
    },
  });
  await page.locator("#rq").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.locator(".opts button").first()).toBeFocused();
  const stops: string[] = [];
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const one = document.activeElement!;
        return one.closest("svg.board")
          ? "board"
          : one.closest(".tools")
            ? "tools"
            : one.closest(".side-col")
              ? "column"
              : one.closest(".strip")
                ? "strip"
                : "page";
      }),
    );
  }
  expect(stops.filter((one) => one === "board")).toHaveLength(1);
  expect(stops.filter((one) => one === "tools")).toHaveLength(1);
  // The arrows work without any figure having the focus; Enter means the cross, even then.
  await page.locator("#rq").focus();
  for (const key of ["ArrowUp", "ArrowUp", "Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".legs li.legal")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect.poll(() => answers).toEqual(["move @25.000,26.500,0.000>@25.000,28.500,0.000>@26.000,28.500,0.000"]);
  // Without a way to draw, it means the figure beneath.
  tell({
    scene: { ...scene, figures: [...scene.figures.slice(0, 5), token(5, "Bones C", 1, disc(25, 27.5))] },
    request: { ...base, options: [option("hit 1.3", [3]), option("hit 1.5", [5]), option("hit 1.4", [4])] },
  });
  await expect(page.locator(".opts button")).toHaveCount(3);
  for (const key of ["ArrowUp", "Enter", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => answers.at(-1)).toBe("hit 1.5");
});
