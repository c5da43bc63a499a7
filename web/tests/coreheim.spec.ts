import { expect, test, type Page } from "@playwright/test";
import { advance, battle, clean, main, moved, over, playOut, seat, turn } from "./hands.ts";
import { files, reply } from "./lanterns.ts";

const wish = { system: "coreheim", files, players: ["human", "random"] as [string, string] };

/** Where a point of the table lies on the screen. */
async function at(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const frame = (await page.locator("svg.board").boundingBox())!;
  const view = (await page.locator("svg.board").getAttribute("viewBox"))!.split(" ").map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const scale = frame.width / view[2];
  return { x: frame.x + (x * 50 - view[0]) * scale, y: frame.y + ((48 - y) * 50 - view[1]) * scale };
}

/** Where the acting figure stands, from its spoken name: `..., 24.5, 36.5, ...`. */
async function actor(page: Page): Promise<{ name: string; x: number; y: number }> {
  const name = (await page.locator("#rq").innerText()).split(":")[0]!;
  const label = (await page.locator(`[data-figure][aria-label^="${name},"]`).first().getAttribute("aria-label"))!;
  const [, x, y] = label.match(/(\d+\.\d), (\d+\.\d)/)!;
  return { name, x: Number(x), y: Number(y) };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

test("Coreheim stands on the start page, with warbands of every scenario and a choice about measuring", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: /Quick battle.*Coreheim/ })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("button", { name: "Coreheim", exact: true }).click();
  const form = page.locator("form.setup");
  for (const scenario of ["Street Fight", "Hold the House", "Over the Bridge", "Shard Hunt"]) {
    await form.getByLabel("Scenario").selectOption({
      label: (await form.getByLabel("Scenario").locator("option", { hasText: scenario }).innerText()).trim(),
    });
    await expect(form.locator("fieldset").first().locator("option", { hasText: "mercenaries" })).not.toHaveCount(0);
  }
  await expect(form.getByLabel("Measuring").locator("option")).toHaveCount(2);
  await expect(form.getByLabel("Measuring")).toHaveValue("on");
  await expect(form.getByLabel("Map")).toHaveCount(0);
  await clean(page);
});

test("a whole battle on a table in inches, by clicking only", async ({ page }) => {
  const made = await battle(page, wish);
  await page.goto(seat(made.seats[0]!.token));
  // The first one is set up by clicking a place, the rest as the list has it.
  for (
    let moment = await turn(page);
    (await page.locator(".req").getAttribute("data-prompt")) !== "place";
    moment = await turn(page)
  ) {
    await reply(page);
    await moved(page, moment!);
  }
  const before = (await turn(page))!;
  const north = await page.evaluate(
    () => (document.querySelector("[data-mark=area]") as SVGGraphicsElement).getBBox().y < 1000,
  );
  const [bad, good] = [await at(page, 24, 24), await at(page, 24, north ? 45 : 3)];
  await page.mouse.click(bad.x, bad.y);
  await expect(page.locator(".pth .refused")).toContainText("set-up zone");
  await page.mouse.click(good.x, good.y);
  await expect(page.locator("[data-ghost=disc]")).toBeVisible();
  await page.locator(".pth [data-main]").click();
  await moved(page, before);
  await playOut(page, reply, 500);
  await expect(over(page)).toBeVisible();
});

test("a way is dragged: what is legal is measured, what is not is named; floors, layers, phone", async ({ page }) => {
  const made = await battle(page, { ...wish, players: ["human", "veteran"] });
  const token = made.seats[0]!.token;
  await page.goto("/");
  await advance(page, token, { prompt: "path" });
  await page.goto(seat(token));
  await turn(page);
  await expect(page.locator("[data-mark=area]")).toBeVisible();
  const here = await actor(page);
  const inward = here.y > 24 ? -1 : 1;
  await drag(page, await at(page, here.x, here.y), await at(page, here.x, here.y + 2.5 * inward));
  await expect(page.locator(".legs li.legal")).toHaveCount(1);
  await expect(page.locator(".pth [data-main]")).toHaveText(/Walk: stop at 2\.\d\d″/);
  await page.keyboard.press("Escape");
  await expect(page.locator(".legs li")).toHaveCount(0);
  // Farther than anybody goes.
  await drag(page, await at(page, here.x, here.y), await at(page, here.x, here.y + 14 * inward));
  await expect(page.locator(".legs li.refused")).toContainText(/can be moved|in the way/);
  await expect(page.locator(".legs li.refused a").first()).toContainText("CH-");
  await expect(page.locator("[data-leg=refused]")).toHaveCount(1);
  // As far as it is legal it may be gone all the same.
  await expect(page.locator("[data-leg=upto]")).toHaveCount(1);
  await expect(page.locator(".pth [data-main]")).toHaveText(/stop at \d\.\d\d″/);
  await page.keyboard.press("Escape");
  // By the keys: a cross walks inch by inch, Enter draws to it, Backspace takes the leg back.
  await page.locator("svg.board").focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press(inward > 0 ? "ArrowUp" : "ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator(".legs li.legal")).toHaveCount(1);
  await page.keyboard.press("Backspace");
  await expect(page.locator(".legs li")).toHaveCount(0);
  // Floors: the ground shows the walls, the roof lies over them.
  await page.getByRole("button", { name: "Ground" }).click();
  await expect(page.locator("[data-terrain=floor].above").first()).toBeAttached();
  await expect(page.locator("[data-terrain=house-wall].on").first()).toBeAttached();
  await page.getByRole("button", { name: "6″", exact: true }).click();
  await expect(page.locator("[data-terrain=floor].on").first()).toBeAttached();
  await expect(page.locator("svg.board .figure.off").first()).toBeAttached();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.keyboard.press("m");
  await expect(page.locator("[data-mark=reach]").first()).toBeAttached();
  await page.keyboard.press("t");
  await expect(page.locator("[data-mark=threat]").first()).toBeAttached();
  await page.keyboard.press("t");
  await clean(page);
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(page.getByRole("button", { name: "Level All" })).toBeVisible();
  await clean(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(375);
  // A way of the list is answered with the mouse like any other: the list stays where it is under the pointer.
  const moment = await page.locator(".req").getAttribute("data-moment");
  await reply(page);
  await moved(page, moment!);
});

test("where nothing is measured before it is declared, the server tells no distance", async ({ page }) => {
  const made = await battle(page, { ...wish, options: { "free-measuring": "off" }, players: ["human", "veteran"] });
  const token = made.seats[0]!.token;
  await page.goto("/");
  await advance(page, token, { prompt: "declare", verb: "charge" });
  const heard: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  await page.goto(seat(token));
  await turn(page);
  await expect(page.locator(".tape")).toContainText("Nothing is measured");
  const acts = page.locator(".acts button", { hasText: "Charge" });
  if ((await acts.count()) > 0 && (await acts.first().getAttribute("aria-pressed")) !== "true")
    await acts.first().click();
  await page.locator(".opts li button").first().click();
  await page.keyboard.press("m");
  await expect.poll(() => heard.filter((one) => one.includes('"type":"sketch"')).length).toBeGreaterThan(1);
  const told = heard.filter((one) => /"type":"(sketch|odds)"/.test(one)).join("\n");
  expect(told).not.toMatch(/″|"used"|"kind":"(reach|threat|risk)"|per_million/);
  await expect(main(page)).toBeEnabled();
});
