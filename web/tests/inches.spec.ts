import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { at, stage } from "./staged.ts";

test("a table in inches: terrain, heights, true bases, region", async ({ page }) => {
  await stage(page);
  for (const kind of ["wood", "difficult", "platform", "stair", "wall", "ruin", "impassable", "crate"])
    await expect(page.locator(`[data-terrain="${kind}"]`)).toHaveCount(1);
  await expect(page.locator("svg.board .chip", { hasText: "1½″" })).toHaveCount(1);
  await expect(page.locator("svg.board .up", { hasText: "▲4″" })).toHaveCount(1);
  await expect(page.locator("svg.board [data-mark=area]")).toHaveCount(1);
  await expect(page.locator("svg.board .figure")).toHaveCount(6);
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
});

test("levels by key and by tab: other floors step back", async ({ page }) => {
  await stage(page);
  await expect(page.locator("svg.board .figure.off")).toHaveCount(0);
  await page.keyboard.press("PageUp");
  await expect(page.getByRole("button", { name: "Ground" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("svg.board .figure.off")).toHaveCount(2);
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "4″", exact: true }).click();
  await expect(page.locator("svg.board .figure.off")).toHaveCount(5);
});

test("a way is drawn point by point, a refused leg is named, and the last legal point is answered", async ({
  page,
}) => {
  const { answers } = await stage(page);
  for (const [x, y] of [
    [27, 27.5],
    [28.5, 26.2],
    [29, 24.6],
  ] as const) {
    const spot = await at(page, x, y);
    await page.mouse.click(spot.x, spot.y);
  }
  await expect(page.locator(".legs li")).toHaveCount(3);
  await expect(page.locator(".legs li.legal")).toHaveCount(2);
  await expect(page.locator(".legs li.refused")).toContainText("within 0.62 inch of Bones B");
  await expect(page.locator("[data-leg=refused]")).toHaveCount(1);
  await expect(page.locator("[data-ghost=disc]")).toHaveCount(1);
  await page.keyboard.press("Backspace");
  await expect(page.locator(".legs li")).toHaveCount(2);
  await expect(page.locator("[data-main]")).toHaveText(/Move: stop at \d\.\d\d″/);
  await page.keyboard.press("Enter");
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]).toMatch(
    /^move @25\.000,26\.500,0\.000>@2[67]\.\d{3},2[78]\.\d{3},0\.000>@28\.\d{3},26\.\d{3},0\.000$/,
  );
  await expect(page.locator(".legs li")).toHaveCount(0);
});

test("a way is dragged from the figure, and the empty table pans and zooms", async ({ page }) => {
  const { answers } = await stage(page);
  const [from, to] = [await at(page, 25, 26.5), await at(page, 25.2, 30.3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let n = 1; n <= 16; n++)
    await page.mouse.move(from.x + ((to.x - from.x) * n) / 16, from.y + ((to.y - from.y) * n) / 16);
  await page.mouse.up();
  await expect(page.locator(".legs li.legal").first()).toBeVisible();
  await page.locator("[data-main]").click();
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0], "a straight drag is one leg").toMatch(/^move @25\.000,26\.500,0\.000>@[\d.,]+$/);
  const view = async () => JSON.stringify(await page.locator("svg.board").boundingBox());
  await page.keyboard.press("+");
  const before = await view();
  const free = await at(page, 29.5, 30);
  await page.mouse.move(free.x, free.y);
  await page.mouse.down();
  await page.mouse.move(free.x - 90, free.y - 60, { steps: 5 });
  await page.mouse.up();
  expect(await view()).not.toBe(before);
  await expect(page.locator(".legs li"), "panning draws nothing").toHaveCount(0);
});
