import { expect, test, type Page } from "@playwright/test";
import { answer, battle, bold, decision, moved, seat, turn } from "./hands.ts";

/** The record of a battle that has gone on for a while, opened as a file. */
async function opened(page: Page): Promise<void> {
  const made = await battle(page);
  await page.goto(seat(made.seats[0]!.token));
  const act = bold();
  for (let n = 0; n < 12; n++) {
    const moment = await turn(page);
    if (moment === null) break;
    await answer(page, act);
    await moved(page, moment);
  }
  const record = await page.request.get(`/api/records/${made.seats[0]!.token}`);
  expect(record.ok()).toBe(true);
  await page.goto("/#/");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "battle.fray", mimeType: "text/plain", buffer: Buffer.from(await record.text()) });
  await expect(page.getByRole("slider", { name: "Step" })).toBeVisible();
}

test("scrub, step, jump from the log and play", async ({ page }) => {
  await opened(page);
  const slider = page.getByRole("slider", { name: "Step" });
  await page.getByRole("button", { name: "To the end" }).click();
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(1);
  await expect(slider).toHaveValue(String(last));
  const lines = await page.locator(".lg li").count();
  await page.getByRole("button", { name: "Step back" }).click();
  await expect(slider).toHaveValue(String(last - 1));
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(slider).toHaveValue("0");
  expect(await page.locator(".lg li").count()).toBeLessThan(lines);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(slider).toHaveValue(String(last));
  await page.locator(".lg .jump").first().click();
  await expect.poll(async () => Number(await slider.inputValue()), { timeout: 20_000 }).toBeLessThan(last);
  const from = Number(await slider.inputValue());
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(from);
});

test("an opened record stands among the recent battles as a replay", async ({ page }) => {
  await opened(page);
  await page.goto("/#/");
  await expect(page.locator(".low li:has(.rs)").first()).toContainText("Replay.");
  await expect(page.locator(".low li:has(.rs)").nth(1)).not.toContainText("Replay.");
});

test("the slider scrubs both ways and the board follows", async ({ page }) => {
  await opened(page);
  const slider = page.getByRole("slider", { name: "Step" });
  const last = Number(await slider.getAttribute("max"));
  const figures = () =>
    page
      .locator("svg.board .figure")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform).join(" "));
  await slider.focus();
  await page.keyboard.press("End");
  await expect(slider).toHaveValue(String(last));
  await expect(page.locator(".lg li").nth(3)).toBeVisible();
  const [end, lines] = [await figures(), await page.locator(".lg li").count()];
  await page.keyboard.press("Home");
  await expect(slider).toHaveValue("0");
  await expect.poll(figures).not.toBe(end);
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let n = 1; n <= 20; n++) await page.mouse.move(box.x + (box.width * n) / 20 - 1, box.y + box.height / 2);
  await page.mouse.up();
  await expect(slider).toHaveValue(String(last));
  await expect.poll(figures).toBe(end);
  expect(await page.locator(".lg li").count()).toBe(lines);
});

test("play on from any step: a battle of its own", async ({ page }) => {
  await opened(page);
  const replay = page.url();
  const slider = page.getByRole("slider", { name: "Step" });
  const middle = Math.floor(Number(await slider.getAttribute("max")) / 2);
  for (let n = 0; n < middle; n++) {
    await page.getByRole("button", { name: "Step on" }).click();
    await expect(slider).toHaveValue(String(n + 1));
  }
  const before = await page.locator(".lg li").allInnerTexts();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await turn(page);
  await expect(decision(page)).toBeVisible();
  expect(page.url()).not.toBe(replay);
  const texts = async () => (await page.locator(".lg li").allInnerTexts()).slice(0, before.length - 1);
  expect(await texts(), "it begins with what had happened by then").toEqual(before.slice(0, -1));
  const moment = (await turn(page))!;
  await answer(page, bold());
  await moved(page, moment);
  // The replay is as it was.
  await page.goto(replay);
  await expect(slider).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(slider).toHaveValue(String(await slider.getAttribute("max")));
});

test("two minds are watched", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Watch two minds/ }).click();
  await expect(page.getByText("You watch")).toBeVisible();
  await expect(page.locator(".lg li").nth(3)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".acts, .opts")).toHaveCount(0);
});

test("a file that is no record is refused with its reason", async ({ page }) => {
  await page.goto("/");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "x.fray", mimeType: "text/plain", buffer: Buffer.from("nothing of the kind") });
  await expect(page.getByRole("alert")).not.toBeEmpty();
});
