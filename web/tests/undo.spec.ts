import { expect, test, type Page } from "@playwright/test";
import { answer, battle, bold, bring, clean, decision, fallen, moved, seat, turn } from "./hands.ts";

const key = async (page: Page) => ({
  title: await decision(page).locator("h2").innerText(),
  dice: await fallen(page),
  lines: await page.locator(".lg li").count(),
});
const free = (page: Page) => expect(page.locator(".undo")).toContainText("free");

/** Opens an act by the start of its title and gives its first answer. */
async function take(page: Page, title: RegExp): Promise<void> {
  const moment = (await turn(page))!;
  await page.locator(".acts button", { hasText: title }).first().click();
  const option = page.locator(".opts li button").first();
  if (await option.isVisible()) await option.click();
  if (await page.locator("[data-main]").isEnabled()) await page.locator("[data-main]").click();
  else await page.locator('[role=gridcell][aria-label*="in reach"]').last().click();
  await moved(page, moment);
}

test("against a mind: free before a die and after one", async ({ page }) => {
  await bring(page, { prompt: "act", ways: 4 }, { players: ["human", "random"], shared_screen: false });
  // Before: a move, no die in it.
  let before = await key(page);
  await take(page, /Move/);
  await turn(page);
  if ((await fallen(page)) === before.dice) {
    await free(page);
    await page.keyboard.press("u");
    await expect(decision(page).locator("h2")).toHaveText(before.title);
    expect(await key(page)).toEqual(before);
  }
  // After: an attack, with a die that has fallen.
  await bring(page, { prompt: "act", verb: "attack" }, { players: ["human", "random"], shared_screen: false });
  before = await key(page);
  await take(page, /target/);
  await expect.poll(() => fallen(page)).toBeGreaterThan(before.dice);
  await turn(page);
  await free(page);
  // One undo takes back one choice of ours; replies and wounds we decided since are choices too.
  for (let n = 0; n < 8 && (await fallen(page)) > before.dice; n++) {
    const moment = await page.locator(".req").getAttribute("data-moment");
    await page.keyboard.press("u");
    await moved(page, moment!);
    await turn(page);
  }
  expect(await key(page)).toEqual(before);
  await expect(page.getByRole("button", { name: "Redo" })).toBeVisible();
  // The die is not fished for: the same attack falls the same.
  await page.keyboard.press("Shift+U");
  await expect.poll(() => fallen(page)).toBeGreaterThan(before.dice);
});

test("between people: free before a die, by consent after one", async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const [a, b] = [await context.newPage(), await context.newPage()];
  const made = await battle(a, { players: ["human", "human"] });
  await a.goto(seat(made.seats[0]!.token));
  await b.goto(seat(made.seats[1]!.token));
  const act = bold();
  let [calm, asked] = [false, false];
  for (let n = 0; n < 80 && !(calm && asked); n++) {
    await expect.poll(async () => (await decision(a).count()) + (await decision(b).count())).toBeGreaterThan(0);
    const [page, other] = (await decision(a).count()) > 0 ? [a, b] : [b, a];
    const before = await key(page);
    const moment = (await turn(page))!;
    await answer(page, act);
    await moved(page, moment);
    await expect(other.locator(`[data-moment="${moment}"]`)).toHaveCount(0);
    await expect(page.locator(".undo")).toContainText(/free|they are asked/);
    const fell = (await fallen(page)) - before.dice;
    if (fell === 0 && !calm && (await page.locator(".undo").innerText()).includes("free")) {
      // No die fell: nobody is asked.
      await page.keyboard.press("u");
      await expect(decision(page).locator("h2")).toHaveText(before.title);
      await expect(other.getByRole("heading", { name: /asks to take it back/ })).toHaveCount(0);
      expect(await key(page)).toEqual(before);
      calm = true;
    } else if (fell > 0 && !asked) {
      await expect(page.locator(".undo")).toContainText("they are asked");
      const now = await fallen(page);
      await page.keyboard.press("u");
      await expect(page.locator(".undo")).toContainText("Asked");
      await other.getByRole("button", { name: /Refuse/ }).click();
      await expect(page.locator(".undo")).toContainText("They did not allow it");
      expect(await fallen(page), "nothing is taken back against somebody's will").toBe(now);
      await page.keyboard.press("u");
      await clean(other);
      await other.getByRole("button", { name: /Allow/ }).click();
      await expect.poll(() => fallen(page)).toBe(before.dice);
      await expect.poll(() => fallen(other)).toBe(before.dice);
      await expect(decision(page).locator("h2")).toHaveText(before.title);
      asked = true;
    }
  }
  expect([calm, asked]).toEqual([true, true]);
  await context.close();
});
