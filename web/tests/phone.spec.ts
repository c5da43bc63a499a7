import { expect, test, type Page } from "@playwright/test";
import { battle, main, moved, over, playOut, press, seat, turn } from "./hands.ts";
import { files, reply } from "./lanterns.ts";

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

/** Where the middle of what may be pointed at lies on the screen. */
const middle = (page: Page, mark: string) =>
  page
    .locator(`[data-mark=${mark}]`)
    .first()
    .evaluate((one) => {
      const box = one.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });

test("a whole battle of Coreheim on a phone, by tapping only", async ({ page }) => {
  const made = await battle(page, { system: "coreheim", files, players: ["human", "random"] });
  await page.goto(seat(made.seats[0]!.token));
  for (
    let moment = await turn(page);
    (await page.locator(".req").getAttribute("data-prompt")) !== "place";
    moment = await turn(page)
  ) {
    await reply(page);
    await moved(page, moment!);
  }
  // The first one is set up by tapping a place of the table; a tap only points at it, the button puts it there.
  const before = (await turn(page))!;
  const spot = await middle(page, "area");
  await page.touchscreen.tap(spot.x, spot.y);
  await expect(page.locator("[data-ghost=disc]")).toBeVisible();
  await expect(page.locator(".req")).toHaveAttribute("data-moment", before);
  await press(main(page).first());
  await moved(page, before);
  await playOut(page, reply, 400);
  await expect(over(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});
