import { expect, test } from "@playwright/test";
import { decision } from "./hands.ts";
import { at, declining, line, option, request, scene, stage } from "./staged.ts";

const base = { ...request, pens: [], prompt: "pick", title: "Who moves?", actor: null };
const friend = {
  sides: [
    { seat: 0, name: "Red Company", player: "human" },
    { seat: 1, name: "Barrow Host", player: "human" },
  ],
};

test("a figure that may be chosen is pulled where it goes: chosen and drawn in one", async ({ page }) => {
  const { answers, tell } = await stage(page, {
    request: {
      ...base,
      options: [
        option("act 0.0", [0], "Archer"),
        option("act 0.1", [1], "Captain"),
        option("act 0.2", [2], "Spearman"),
      ],
    },
  });
  await page.keyboard.press("0");
  const [from, to] = [await at(page, 25, 26.5), await at(page, 25, 29.5)];
  const table = async () => JSON.stringify(await page.locator("svg.board").boundingBox());
  const before = await table();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20, { steps: 4 });
  await expect.poll(() => answers).toEqual(["act 0.0"]);
  tell({ request });
  await expect(page.locator("#rq")).toHaveText(request.title);
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  expect(await table(), "the table stays where it is").toBe(before);
  await expect(page.locator(".legs li.legal")).toHaveCount(1);
  await expect(page.locator("[data-main]")).toHaveText(/Move: stop at [23]\.\d\d″/);
});

test("a click does not move the table under the pointer, and the button says what is done", async ({ page }) => {
  await stage(page, {
    request: {
      ...base,
      options: [
        option("move 0.0", [0], "Archer"),
        option("move 0.1", [1], "Captain"),
        option("move 0.2", [2], "Spearman"),
      ],
    },
  });
  await page.keyboard.press("0");
  const table = async () => JSON.stringify(await page.locator("svg.board").boundingBox());
  const [before, spot] = [await table(), await at(page, 14.5, 25.5)];
  await page.mouse.click(spot.x, spot.y);
  await expect(page.locator("[data-main]")).toContainText("Move: Captain");
  expect(await table()).toBe(before);
});

test("whoever asks to take something back says what, and waits", async ({ page }) => {
  const { sent, tell } = await stage(
    page,
    {
      request: { ...base, options: [option("go", []), option("rest", []), option("wait", [])] },
      undo: { can: true, cost: "ask", label: "Take back: Archer shoots", dice: false },
    },
    friend,
  );
  await expect(page.locator(".undo")).toContainText("they have decided since");
  tell({ undo: { can: true, cost: "ask", label: "Take back: Archer shoots", dice: true } });
  await expect(page.locator(".undo")).toContainText("a die has fallen");
  tell({ undo_asked: 1, undo_what: "Bones B charges" });
  await expect(page.locator("#consent")).toHaveText("Barrow Host asks to take back: Bones B charges");
  await expect(page.locator(".who .side")).toHaveText("Red Company");
  tell({ undo_asked: 0, undo_what: "Archer shoots" });
  await expect(page.locator("#consent")).toHaveText("You asked to take back: Archer shoots");
  await expect(page.locator(".eyebrow", { hasText: "Decision of Barrow Host" })).toBeVisible();
  // A wish that goes without anything taken back was refused, and that is said.
  tell({ moment: 3, undo_asked: null, undo_what: "" });
  await expect(page.locator(".undo")).toContainText("They did not allow it");
  tell({ undo_asked: 0, undo_what: "Archer shoots" });
  await page.getByRole("button", { name: "Ask no more" }).click();
  await expect.poll(() => sent.filter((one) => one.includes("undo_reply")).at(-1)).toContain('"allow":false');
});

test("a linked battle says whose side is whose, and the link goes when the friend has come", async ({
  browser,
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Invite by link" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  await expect(page.locator(".bar")).toContainText(/, you · .+, another player/);
  await expect(page.locator(".sc .you")).toHaveCount(1);
  const link = await page.locator(".inv input").inputValue();
  const mine = (await decision(page).count()) > 0;
  if (!mine) await expect(page.locator(".think")).toContainText("the link has to be opened first");
  const there = await browser.newContext({ reducedMotion: "reduce" });
  const friend = await there.newPage();
  await friend.goto(new URL(link).hash ? `/${new URL(link).hash}` : link);
  await expect(page.locator(".inv")).toHaveCount(0);
  await expect(friend.locator(".bar")).toContainText(/, another player · .+, you/);
  await there.close();
});

test("an answer that is not acknowledged is not left in silence", async ({ page }) => {
  await stage(page, { request: { ...base, options: [option("yes", [], "Yes"), declining("no", "No")] } });
  await page.keyboard.press("y");
  await expect(page.locator(".lost")).toContainText("No answer from the server yet");
});

test("the start page keeps what was set up, and every button begins it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Change who fights" }).click();
  await page.locator(".pick").getByRole("button", { name: "Coreheim" }).click();
  await expect(page.locator(".bill")).toContainText("Coreheim");
  const band = page.getByLabel("Warband").first();
  const wanted = await band.locator("option").nth(2).getAttribute("value");
  const name = (await band.locator("option").nth(2).innerText()).split(" (")[0]!.trim();
  await band.selectOption(wanted);
  await page.getByRole("button", { name: "Two players, one screen" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  await expect(page.locator(".sc").first()).toContainText(name);
  await page.goBack();
  await expect(page.locator("form.setup").getByLabel("Warband").first()).toHaveValue(wanted!);
  // A battle that was forgotten by a slip comes back.
  await page.getByRole("button", { name: "Forget" }).first().click();
  await expect(page.locator(".gone")).toContainText(name);
  await page.locator(".gone").getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".low li", { hasText: name })).toHaveCount(1);
});

test("at the end it is said who won, for whom, and what was counted", async ({ page }) => {
  await stage(
    page,
    {
      request: null,
      scene,
      outcome: {
        winner: 1,
        winners: [1],
        text: "b wins 3 to 3 in round 5 (the enemy routed)",
        scores: [3, 3],
        told: [],
      },
    },
    { score: "Enemies out of action" },
  );
  await expect(page.locator(".over .top")).toContainText(/you lost/i);
  await expect(page.locator(".over")).toContainText("Enemies out of action");
  await page.goto("/");
  await expect(page.locator(".low li:has(.rs)").first()).toContainText("Barrow Host wins");
  await expect(page.locator(".low li:has(.rs)").first()).not.toContainText("3 to 3");
});

test("the score of the winner comes first in the list, and none where the one ahead has lost", async ({ page }) => {
  const first = page.locator(".low li:has(.rs)").first();
  await stage(page, {
    request: null,
    scene,
    outcome: {
      winner: 1,
      winners: [1],
      text: "b wins 2 to 5 in round 5 (the target is met)",
      scores: [2, 5],
      told: [5, 2],
    },
  });
  await page.goto("/");
  await expect(first).toContainText("Barrow Host wins, 5 to 2");
  await stage(page, {
    request: null,
    scene,
    outcome: { winner: 1, winners: [1], text: "b wins 4 to 1 in round 6 (the enemy routed)", scores: [4, 1], told: [] },
  });
  await page.goto("/");
  await expect(first).toContainText("Barrow Host wins");
  await expect(first).not.toContainText("to");
});

test("the dice say what the rules made of them, and by how much only where the sum decides", async ({ page }) => {
  const roll = (more: object) => ({
    name: "blow",
    rule: "CH-CLOSE-09",
    throw: "d6",
    sides: 6,
    count: 1,
    natural: 4,
    total: 4,
    modifiers: [],
    ...more,
  });
  const two = [{ label: "two weapons", amount: -1, rule: "CH-CLOSE-12" }];
  const table = await stage(page, {
    log: [
      line(0, "Archer strikes", {
        roll: roll({ needed: 4, modifiers: two, verdict: { kind: "miss", label: "Miss" } }),
      }),
    ],
  });
  const told = page.locator(".tray .sum");
  await expect(told).toContainText("4 against 4 (−1 two weapons)");
  await expect(told).toContainText("Miss");
  await expect(told).not.toContainText("made by");
  table.tell({ log_from: 1, log: [line(1, "Archer is wounded", { roll: roll({ natural: 5, total: 5, needed: 4 }) })] });
  await expect(told).toContainText("made by 1");
  // A low roll passes a test that has no number to reach.
  table.tell({
    log_from: 2,
    log: [
      line(2, "Archer tests", {
        roll: roll({ throw: "2d6", count: 2, natural: 7, total: 7, verdict: { kind: "hit", label: "Passed" } }),
      }),
    ],
  });
  await expect(told).toContainText("Passed");
});

test("a question takes the height it needs, whatever was asked before it, and its answers cover nothing", async ({
  page,
}) => {
  const many = Array.from({ length: 12 }, (_, n) => option(`act 0.${n}`, [n % 3], `Answer ${n}`));
  const two = [option("reroll", [], "Yes"), declining("keep", "No")];
  const orders = Array.from({ length: 3 }, (_, n) => ({
    seat: 0,
    prompt: "again",
    verb: `v${n}`,
    amount: "only",
    label: `Always do the same, number ${n}`,
  }));
  const stack = [0, 1, 2].map((n) => ({
    seat: n % 2,
    actor: n,
    about: 3,
    text: "Charge",
    rule: "SM-DECLARE-02",
    ...(n < 2 ? { halted: { by: "Break", then: "declares anew" } } : {}),
  }));
  const { tell } = await stage(page, { request: { ...base, options: many.slice(0, 3), actor: 0 } });
  await page.locator(".opts li button").first().hover();
  tell({ request: { ...base, title: "Again?", prompt: "again", actor: 0, about: 3, options: two, stack, orders } });
  await expect(page.locator("#rq")).toHaveText("Again?");
  const fits = () => page.locator(".req .body").evaluate((body) => body.scrollHeight - body.clientHeight);
  await expect.poll(fits).toBeLessThanOrEqual(1);
  const [body, buttons, log] = [
    (await page.locator(".req .body").boundingBox())!,
    (await page.locator(".req .two").boundingBox())!,
    (await page.locator(".lg").boundingBox())!,
  ];
  expect(body.y + body.height).toBeLessThanOrEqual(buttons.y + 1);
  expect(buttons.y + buttons.height).toBeLessThanOrEqual(log.y);
  // Where there is no room for all of it the middle scrolls; who decides, and the answers, stay.
  await page.setViewportSize({ width: 1024, height: 600 });
  await page.locator(".req .body").evaluate((one) => one.scrollTo(0, 400));
  await expect(page.locator(".req .eyebrow")).toBeInViewport({ ratio: 1 });
  for (const one of await page.locator(".req .two button").all()) await expect(one).toBeInViewport({ ratio: 1 });
  // The next question is read from its beginning.
  tell({ request: { ...base, title: "Who?", options: many, stack } });
  await expect(page.locator("#rq")).toHaveText("Who?");
  await expect.poll(() => page.locator(".req .body").evaluate((one) => one.scrollTop)).toBe(0);
});

test("every line of the log can be read", async ({ page }) => {
  await stage(page, { log: Array.from({ length: 400 }, (_, n) => line(n, `Event ${n} of the battle`)) });
  await expect(page.locator(".lg li", { hasText: "Event 399 of" })).toBeVisible();
  await expect(page.locator(".lg li", { hasText: "Event 3 of" })).toHaveCount(0);
  const more = page.locator(".lg").getByRole("button", { name: /earlier line/ });
  for (let n = 0; n < 5 && (await more.count()) > 0; n++) await more.click();
  await expect(page.locator(".lg li", { hasText: "Event 3 of" })).toHaveCount(1);
});

test("of an attack only those it may be aimed at are counted", async ({ page }) => {
  await stage(page, {
    request: {
      ...base,
      actor: 0,
      options: [
        option("standing-fire 0.0 bow 1.3", [0, 3], "Fire at Bones B"),
        option("standing-fire 0.0 bow 1.4", [0, 4], "Fire at Wight Lord"),
        option("rest", [], "Rest"),
      ],
    },
  });
  await expect(page.locator(".acts button").first()).toContainText("2 targets");
});

test("on a phone a refused leg says why above its buttons, and staying is still at hand", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const stack = [0, 1, 2].map((n) => ({
    seat: n % 2,
    actor: n,
    about: 3,
    text: "Charge",
    rule: "SM-DECLARE-02",
    ...(n < 2 ? { halted: { by: "Break", then: "declares anew" } } : {}),
  }));
  await stage(page, {
    request: { ...request, stack, options: [declining("stay", "Stay"), option("go 1", [], "Go")] },
  });
  // What it interrupts is a line, and opens when it is touched.
  await expect(page.locator(".stk li")).toHaveCount(0);
  await expect(page.locator(".stk .line")).toContainText("Break of a Break");
  await page.keyboard.press("0");
  const spot = await at(page, 28.4, 24.4);
  await page.mouse.click(spot.x, spot.y);
  const why = page.locator(".legs .refused");
  await expect(why).toContainText("within 0.62 inch of Bones B");
  await expect(why).toBeInViewport({ ratio: 1 });
  const [said, buttons, tabs] = [
    (await why.boundingBox())!,
    (await page.locator(".pth .go").boundingBox())!,
    (await page.locator("nav.tabs").boundingBox())!,
  ];
  expect(said.y + said.height).toBeLessThanOrEqual(buttons.y + 1);
  expect(buttons.y + buttons.height).toBeLessThanOrEqual(tabs.y + 1);
  await expect(page.locator(".pth").getByRole("button", { name: "Stay" })).toBeVisible();
});
