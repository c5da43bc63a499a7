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
  await page.locator("input[type=file]").setInputFiles({ name: "battle.fray", mimeType: "text/plain", buffer: Buffer.from(await record.text()) });
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

test("play on from any step", async ({ page }) => {
  await opened(page);
  await page.getByRole("button", { name: "Step on" }).click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Play on", exact: true }).click();
  await turn(page);
  await expect(decision(page)).toBeVisible();
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
  await page.locator("input[type=file]").setInputFiles({ name: "x.fray", mimeType: "text/plain", buffer: Buffer.from("nothing of the kind") });
  await expect(page.getByRole("alert")).not.toBeEmpty();
});
