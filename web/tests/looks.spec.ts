import { expect, test, type Page } from "@playwright/test";
import { advance, answer, battle, bold, bring, clean, cleanInBothSchemes, moved, seat, turn } from "./hands.ts";

async function inBattle(page: Page, answers = 8): Promise<void> {
  const made = await battle(page);
  await page.goto(seat(made.seats[0]!.token));
  const act = bold();
  for (let n = 0; n < answers; n++) {
    const moment = await turn(page);
    if (moment === null) break;
    await answer(page, act);
    await moved(page, moment);
  }
  await turn(page);
}

test.describe("axe, light and dark", () => {
  test("start page", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Change who fights" }).click();
    await expect(page.getByRole("form", { name: "Who fights" })).toBeVisible();
    await cleanInBothSchemes(page);
  });
  // The squares of the board are looked at here and on the phone; elsewhere what is around them.
  test("battle", async ({ page }) => {
    await inBattle(page);
    await cleanInBothSchemes(page);
  });
  test("rulebook", async ({ page }) => {
    await page.goto("/#/rules/SW-TERRAIN-10");
    await expect(page.locator(".lead")).not.toBeEmpty();
    await cleanInBothSchemes(page);
  });
  test("battle with everything that opens beside the board", async ({ page }) => {
    await bring(page, { prompt: "reply", stack: 2 });
    await expect(page.locator(".stk")).toBeVisible();
    await cleanInBothSchemes(page, true);
    for (const [key, shown] of [
      ["?", ".keys"],
      ["l", ".legend.tall"],
      ["g", ".gt"],
      ["t", ".whose"],
    ] as const) {
      await page.locator("#rq").focus();
      await page.keyboard.press(key);
      await expect(page.locator(shown)).toBeVisible();
      await cleanInBothSchemes(page, true);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Units" }).click();
    await expect(page.locator(".pad h2").first()).toBeVisible();
    await cleanInBothSchemes(page, true);
    await page.locator(".pad li button").first().click();
    await expect(page.locator(".cd dl div").first()).toBeVisible();
    await cleanInBothSchemes(page, true);
    await page.keyboard.press("Escape");
    await page.locator(".why .rule").click();
    await expect(page.locator(".rl .lead")).not.toBeEmpty();
    await cleanInBothSchemes(page, true);
  });
  test("end of a battle", async ({ page }) => {
    const made = await battle(page, { players: ["human", "human"], shared_screen: true });
    await advance(page, made.seats[0]!.token, { over: true });
    await page.goto(seat(made.seats[0]!.token));
    await expect(page.getByRole("heading", { name: /wins|A draw/ })).toBeVisible();
    await cleanInBothSchemes(page, true);
    // From there into the replay, to its end, and to the way on from any step.
    await page.getByRole("button", { name: "Replay" }).click();
    await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
    await cleanInBothSchemes(page, true);
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.locator(".end")).toBeVisible();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await cleanInBothSchemes(page, true);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Look" }).first()).toBeVisible();
    await cleanInBothSchemes(page, true);
  });
  test("invite, shared screen, watch, own dice, nothing there", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: /Invite by link/ }).click();
    await expect(page.getByRole("textbox", { name: "Your friend's seat" })).toBeVisible();
    await cleanInBothSchemes(page, true);
    await page.goto("/");
    await page.getByRole("button", { name: /Watch two minds/ }).click();
    await expect(page.locator(".lg li").nth(3)).toBeVisible({ timeout: 30_000 });
    await cleanInBothSchemes(page, true);
    const made = await battle(page, { own_dice: [0] });
    await page.goto(seat(made.seats[0]!.token));
    await turn(page);
    await expect(page.locator(".pad button")).toHaveCount(20);
    await cleanInBothSchemes(page, true);
    await page.goto(seat("aaaaaaaaaaaaaaaaaaaaaaaaaa"));
    await expect(page.getByRole("heading", { name: "This seat does not exist." })).toBeVisible();
    await cleanInBothSchemes(page, true);
  });
  test("phone: every sheet", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto("/");
    await page.getByRole("button", { name: "Change who fights" }).click();
    await expect(page.getByRole("form", { name: "Who fights" })).toBeVisible();
    await cleanInBothSchemes(page, true);
    const token = await bring(page, { prompt: "reply", stack: 2 });
    for (const tab of ["Decide", "Log", "Units", "Rules"]) {
      await page.locator(".tabs button", { hasText: tab }).click();
      await cleanInBothSchemes(page, true);
      if (tab === "Units") {
        await page.locator(".sheet li button").first().click();
        await expect(page.locator(".cd")).toBeVisible();
        await cleanInBothSchemes(page, true);
      }
    }
    await advance(page, token, { over: true });
    await expect(page.getByRole("heading", { name: /wins|A draw/ })).toBeVisible({ timeout: 30_000 });
    await page.locator(".tabs button", { hasText: "Decide" }).click();
    await cleanInBothSchemes(page, true);
    await page.getByRole("button", { name: "Replay" }).click();
    await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
    await cleanInBothSchemes(page, true);
    await page.goto("/#/rules/SW-TERRAIN-10");
    await expect(page.locator(".lead")).not.toBeEmpty();
    await cleanInBothSchemes(page, true);
  });
  test("phone", async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await inBattle(page, 4);
    await cleanInBothSchemes(page);
  });
});

test("a page that opens in the dark is clean and says so", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expect(page.getByRole("checkbox", { name: "Dark" })).toBeChecked();
  await expect(page.locator(".card").first()).toBeVisible();
  await clean(page);
});

/** Text that is cut off, and controls that lie over each other. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const bad: string[] = [];
    const seen = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && box.top < innerHeight && box.left < innerWidth;
    };
    for (const element of document.querySelectorAll<HTMLElement>("h1, h2, h3, button, .btn, .eyebrow, .side")) {
      if (!seen(element) || element.closest(".vh")) continue;
      const box = element.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.left < -1) bad.push(`out of the page: ${element.outerHTML.slice(0, 90)}`);
      if (
        element.scrollWidth > element.clientWidth + 2 &&
        getComputedStyle(element).overflow === "visible" &&
        element.clientWidth > 0
      )
        bad.push(`overflows: ${element.outerHTML.slice(0, 90)}`);
    }
    const buttons = [...document.querySelectorAll<HTMLElement>(".tabs button, .zoom button, .grip")].filter(seen);
    for (const [n, a] of buttons.entries())
      for (const b of buttons.slice(n + 1)) {
        const [x, y] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
        if (x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1)
          bad.push(`overlap: ${a.outerHTML.slice(0, 60)} and ${b.outerHTML.slice(0, 60)}`);
      }
    if (document.documentElement.scrollWidth > innerWidth) bad.push("the page scrolls sideways");
    return bad;
  });

test("phone: nothing overlaps, nothing is cut, thumbs hit", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/");
  await expect(page.locator(".card").first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await inBattle(page, 6);
  expect(await faults(page)).toEqual([]);
  const small = await page
    .locator(".tabs button, .zoom button:visible, .go .btn:visible, .opts button:visible")
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 80)),
    );
  expect(small).toEqual([]);
  for (const tab of ["Log", "Units", "Rules", "Decide"]) {
    await page.locator(".tabs button", { hasText: tab }).click();
    expect(await faults(page)).toEqual([]);
  }
  await page.goto("/#/rules/SW-ACT-01");
  await expect(page.locator(".lead")).not.toBeEmpty();
  expect(await faults(page)).toEqual([]);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`${width} by ${height}: the main button is in sight and nothing overflows`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await inBattle(page, 10);
    expect(await faults(page)).toEqual([]);
    const box = await page.locator("[data-main]").first().boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
  });
}

test("nothing is asked of any other host, and nothing runs inline", async ({ page }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  const origin = new URL((await page.request.get("/")).url()).origin;
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith(origin.replace("http", "ws")))
      foreign.push(request.url());
  });
  page.on("console", (message) => /Content Security Policy/i.test(message.text()) && complaints.push(message.text()));
  await page.goto("/");
  await expect(page.locator(".card").first()).toBeVisible();
  await inBattle(page, 3);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});
