import { expect, test } from "@playwright/test";
import { answer, battle, bold, decision, main, moved, over, playOut, quick, seat, turn } from "./hands.ts";

test("a quick battle from the start page, played to the end by clicking", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await quick(page);
  // The first die has fallen before the first decision.
  await turn(page);
  await expect(page.locator(".tray .die").first()).toBeVisible();
  const act = bold();
  /** What was seen of blows and of who fell, over the whole battle. */
  const seen = new Set<string>();
  const answers = await playOut(page, async (one) => {
    const told = await one.locator("[data-happening]").evaluateAll((all) => all.map((each) => each.textContent ?? ""));
    told.forEach((text) => seen.add(text.trim()));
    // Every question says why it is asked.
    await expect(decision(one).locator(".why")).toContainText(/\w+ \w+ \w+.*\./);
    await answer(one, act);
  });
  expect(answers).toBeGreaterThan(5);
  await expect(over(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: /wins|A draw/ })).toBeVisible();
  expect(
    [...seen].some((text) => /Hit|Miss|Critical/.test(text)),
    [...seen].join(" "),
  ).toBe(true);
  expect(
    [...seen].some((text) => /^−\d+ /.test(text)),
    [...seen].join(" "),
  ).toBe(true);
  await expect(page.locator(".over .hero")).toContainText("figure of the battle");
  const before = page.url();
  await page.locator(".over").getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  await expect(decision(page)).toBeVisible();
  expect(page.url()).not.toBe(before);
  expect(errors).toEqual([]);
});

test("the same by keyboard only", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Quick battle Enter" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Quick battle Enter" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.locator("svg.board")).toBeVisible();
  const act = bold();
  await playOut(page, async (one) => {
    const panel = decision(one);
    // What is printed on the button: a letter, or a number where neither answer is a no.
    if ((await panel.locator(".two").count()) > 0)
      return one.keyboard.press((await panel.locator(".two kbd").first().innerText()).toLowerCase());
    const acts = await panel.locator(".acts button").allInnerTexts();
    if (acts.length > 0) {
      const pick = act(acts);
      // Acts past the ninth have no number; ending the turn is reached with Tab and Enter.
      if (pick < 9) await one.keyboard.press(String(pick + 1));
      else {
        await panel.locator(".acts button").nth(pick).focus();
        await one.keyboard.press("Enter");
      }
    }
    if ((await panel.locator(".opts li button").count()) > 0) await one.keyboard.press("1");
    if (
      !(await main(one)
        .isEnabled()
        .catch(() => false))
    )
      await one.keyboard.press("n");
    // With the cursor on a dotted square Enter answers; elsewhere it is the main button.
    await one.keyboard.press("Enter");
  });
  await expect(over(page)).toBeVisible();
});

test("odds stand before the click that commits", async ({ page }) => {
  await quick(page);
  const act = bold();
  for (let n = 0; n < 200; n++) {
    const moment = await turn(page);
    if (moment === null) break;
    const strike = page.locator(".acts button", { hasText: /target/ }).first();
    if (await strike.isVisible()) {
      await strike.click();
      const first = page.locator(".opts li button").first();
      if (await first.isVisible()) await first.click();
      if (
        await page
          .locator(".odds")
          .waitFor({ timeout: 5000 })
          .then(
            () => true,
            () => false,
          )
      )
        break;
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    await answer(page, act);
    await moved(page, moment);
  }
  await expect(page.locator(".odds span").first()).toHaveText(/\d%/);
  await expect(page.locator(".mods .rule").first()).toBeVisible();
  // Every modifier leads to its rule, beside the board.
  await page.locator(".mods .rule").first().click();
  await expect(page.locator(".rl .lead")).not.toBeEmpty();
  await page.keyboard.press("Escape");
  await expect(page.locator(".lg")).toBeVisible();
});

test("undo before and after dice against a mind is free", async ({ page }) => {
  await quick(page);
  const act = bold();
  let undone = 0;
  for (let n = 0; n < 60 && undone < 3; n++) {
    const moment = await turn(page);
    if (moment === null) break;
    const title = await decision(page).locator("h2").innerText();
    await answer(page, act);
    await moved(page, moment);
    if ((await turn(page)) === null) break;
    if (n % 4 !== 1) continue;
    await expect(page.locator(".undo")).toContainText(/free/);
    await page.keyboard.press("u");
    await expect(decision(page).locator("h2")).toHaveText(title);
    undone++;
  }
  expect(undone).toBeGreaterThan(1);
});

test("my own dice are typed in", async ({ page }) => {
  const made = await battle(page, { own_dice: [0] });
  await page.goto(seat(made.seats[0]!.token));
  await turn(page);
  const pad = page.locator(".pad button");
  await expect(pad).toHaveCount(20);
  await pad.nth(13).click();
  await expect(page.locator(".lg")).toContainText("14");
});

test("a reload in the middle goes on where it was", async ({ page }) => {
  await quick(page);
  const act = bold();
  for (let n = 0; n < 6; n++) {
    const moment = await turn(page);
    if (moment === null) break;
    await answer(page, act);
    await moved(page, moment);
  }
  await turn(page);
  const before = { title: await decision(page).locator("h2").innerText(), log: await page.locator(".lg li").count() };
  await page.reload();
  await turn(page);
  expect(await decision(page).locator("h2").innerText()).toBe(before.title);
  expect(await page.locator(".lg li").count()).toBe(before.log);
  // The start page offers the way back.
  await page.goto("/#/");
  await page.getByRole("link", { name: "Go on" }).first().click();
  await expect(decision(page).locator("h2")).toHaveText(before.title);
});
