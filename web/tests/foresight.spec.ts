import { expect, test, type Page } from "@playwright/test";
import { bring, decision, moved, turn } from "./hands.ts";

const drawn = (page: Page, kind: string) => page.locator(`svg.board [data-mark=${kind}]`);

/** A line is seen although it may run straight up or across, where its box has no width or no height. */
const ruled = (page: Page, kind: string) =>
  expect
    .poll(() =>
      drawn(page, kind)
        .first()
        .evaluate((one) => {
          const box = one.getBoundingClientRect();
          return one.checkVisibility() && box.width + box.height > 10;
        }),
    )
    .toBe(true);

test("reach, sight and threat are layers, by key and by button", async ({ page }) => {
  await bring(page, { prompt: "act", ways: 4, mark: "risk" });
  for (const [key, kind, name] of [
    ["m", "reach", "Reach"],
    ["s", "seen", "Sight"],
    ["t", "threat", "Threat"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator(".layers button", { hasText: name })).toHaveAttribute("aria-pressed", "true");
    await expect(drawn(page, kind).first()).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.locator(".layers button", { hasText: name })).toHaveAttribute("aria-pressed", "false");
    await expect(drawn(page, kind)).toHaveCount(0);
  }
  await page.locator(".layers button", { hasText: "Sight" }).click();
  await expect(drawn(page, "seen").first()).toBeVisible();
});

test("what a move lays itself open to stands before it is made", async ({ page }) => {
  await bring(page, { prompt: "act", ways: 4, mark: "risk" });
  await expect(drawn(page, "risk").first()).toBeVisible();
  await page.locator(".acts button", { hasText: /Move/ }).first().click();
  // Where an enemy could reply it could also attack: those squares first, then the others.
  const risky = await drawn(page, "risk").evaluateAll((all) =>
    all.map((one) => {
      const [, x, y] = one.getAttribute("d")!.match(/^M([\d.]+) ([\d.]+)/)!;
      return String.fromCharCode(65 + Math.floor(Number(x) / 50)) + String(Math.floor(Number(y) / 50) + 1);
    }),
  );
  const open = await page
    .locator('[role=gridcell][aria-label*="in reach"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-square")!));
  let warned = false;
  for (const name of [
    ...open.filter((one) => risky.includes(one)),
    ...open.filter((one) => !risky.includes(one)),
  ].slice(0, 12)) {
    await page.locator(`[data-square="${name}"]`).hover();
    await expect(page.locator("svg.board [data-ghost]")).toHaveCount(1);
    warned = await drawn(page, "threat")
      .first()
      .waitFor({ state: "attached", timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    if (warned) break;
  }
  expect(warned, "some square is within reach of an enemy").toBe(true);
});

test("sight lines and charge lanes are drawn before one commits", async ({ page }) => {
  await bring(page, { prompt: "act", verb: "charge" });
  await page
    .locator(".acts button", { hasText: /Charge/ })
    .first()
    .click();
  const first = page.locator(".opts li button").first();
  if (await first.isVisible()) await first.click();
  await ruled(page, "lane");
  await ruled(page, "sight");
  await expect(page.locator("[data-main]")).toContainText("Vigor");
});

test("a reply says what it interrupts and what waits beneath", async ({ page }) => {
  await bring(page, { prompt: "reply", stack: 2 });
  const cards = page.locator(".stk li");
  expect(await cards.count()).toBeGreaterThanOrEqual(3);
  await expect(cards.first()).toHaveClass(/now/);
  await expect(cards.last()).toContainText(/Turn, act \d of \d/);
  await expect(page.getByText(/innermost, running/)).toHaveCount(1);
  expect(await page.locator("svg.board .flag").count()).toBeGreaterThan(0);
  // Its price is on the button.
  await expect(page.locator(".req .two, .req .opts").first()).toContainText("green token");
  const moment = (await turn(page))!;
  await page.keyboard.press("n");
  if ((await page.locator(".opts").count()) > 0) await page.locator(".opts li button").last().dblclick();
  await moved(page, moment);
});

test("ending a turn early says what is lost", async ({ page }) => {
  await bring(page, { prompt: "act", verb: "end", price: "acts lost" });
  const end = page.locator(".acts button", { hasText: /End turn/ });
  await expect(end).toContainText(/\d acts lost/);
  await end.click();
  await expect(page.locator("[data-main]")).toHaveText(/End turn, \d acts lost/);
});

test("a standing order answers where several amounts fit, and stands in sight", async ({ page }) => {
  await bring(page, { prompt: "avoid", orders: 2, options: 3 });
  const moment = (await turn(page))!;
  await page.getByRole("button", { name: "Always avoid all that Vigor pays for" }).click();
  await moved(page, moment);
  await turn(page);
  await expect(page.locator(".orders")).toContainText("Always avoid all that Vigor pays for");
  await page.locator(".orders").getByRole("button", { name: "Lift" }).first().click();
  await expect(page.getByRole("button", { name: "Lift" })).toHaveCount(0);
});

test("what is put on the board is seen in its size before it is put there", async ({ page }) => {
  await bring(page, { prompt: "tile", footprint: 2 });
  await page.locator('[role=gridcell][aria-label*="in reach"]').first().hover();
  await expect(page.locator("svg.board [data-ghost='2x2']")).toHaveCount(1);
  await bring(page, { prompt: "act", footprint: 2, ways: 2 }, { big: true });
  await page.locator(".acts button", { hasText: /Move/ }).first().click();
  await page.locator('[role=gridcell][aria-label*="in reach"]').first().hover();
  await expect(page.locator("svg.board [data-ghost='2x2']")).toHaveCount(1);
  await expect(decision(page)).toBeVisible();
});
