// More than two players: everybody for himself, and allies who share a side.
import { expect, test, type Page } from "@playwright/test";
import { answer, clean, decision, moved, seat, turn } from "./hands.ts";

const shots = process.env.FRAY_SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};
const setup = (page: Page) => page.getByRole("form", { name: "Who fights" });

/** The set-up of a system, with so many at the table. */
async function open(page: Page, system: string, seating: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Change who fights" }).click();
  await page.locator(".pick").getByRole("button", { name: system, exact: true }).click();
  await setup(page).getByLabel("At the table").selectOption({ label: seating });
}

test("three warbands: one here, one by link, one led by a mind", async ({ browser }) => {
  const [here, there] = [
    await browser.newContext({ reducedMotion: "reduce" }),
    await browser.newContext({ reducedMotion: "reduce", viewport: { width: 390, height: 844 } }),
  ];
  const [a, c] = [await here.newPage(), await there.newPage()];
  await open(a, "Coreheim", "Three players");
  await expect(setup(a).getByRole("group", { name: "Third side" })).toBeVisible();
  await setup(a).getByRole("group", { name: "Second side" }).getByLabel("Played by").selectOption("random");
  await setup(a).getByRole("group", { name: "Third side" }).getByLabel("Played by").selectOption("friend");
  await shot(a, "three-setup");
  await setup(a).getByRole("button", { name: /Fight/ }).click();
  const link = await a.getByRole("textbox", { name: "Your friend's seat" }).inputValue();
  await c.goto(link);
  for (const page of [a, c]) await expect(page.locator(".score .side")).toHaveCount(3);
  for (const side of ["a", "b", "c"]) await expect(a.locator(`.score .side.${side}`)).toHaveCount(1);
  const asked = new Set<Page>();
  for (let n = 0; n < 40 && asked.size < 2; n++) {
    await expect.poll(async () => (await decision(a).count()) + (await decision(c).count())).toBeGreaterThan(0);
    const page = (await decision(a).count()) > 0 ? a : c;
    asked.add(page);
    const moment = (await turn(page))!;
    await answer(page);
    await moved(page, moment);
  }
  expect(asked.size, "both people were asked").toBe(2);
  await shot(a, "three-desktop");
  await shot(c, "three-phone");
  await clean(a);
  await here.close();
  await there.close();
});

test("one against two: allies stand together, in one colour, and share the points", async ({ page }) => {
  await open(page, "Sword and Claw", "One against two");
  const second = setup(page).getByRole("group", { name: "Second side, second player" });
  await expect(second).toBeVisible();
  // So small a share nobody has an army for: a larger total is agreed on.
  await expect(setup(page).getByLabel("Points")).toHaveValue("500");
  await expect(setup(page).getByText("One-inch squares, no hexes")).toBeVisible();
  await second.getByLabel("Played by").selectOption("random");
  await setup(page)
    .getByRole("group", { name: "Second side, first player" })
    .getByLabel("Played by")
    .selectOption("random");
  await shot(page, "allies-setup");
  await clean(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, "allies-setup-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await setup(page).getByRole("button", { name: /Fight/ }).click();
  await expect(page.locator(".score .side.a")).toHaveCount(1);
  await expect(page.locator(".score .side.b")).toHaveCount(2);
  for (let n = 0; n < 12; n++) {
    const moment = (await turn(page))!;
    await answer(page);
    await moved(page, moment);
  }
  await shot(page, "allies-desktop");
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, "allies-phone");
});

test("allies win together, and whoever looks on is told so", async ({ page }) => {
  const catalog = await (await page.request.get("/api/catalog")).json();
  const system = catalog.systems.find((one: { name: string }) => one.name === "sword-and-claw");
  const armies = system.warbands.filter((one: { points: number }) => one.points <= 250).slice(0, 4);
  const made = await page.request.post("/api/battles", {
    headers: { origin: new URL((await page.request.get("/")).url()).origin },
    data: {
      system: "sword-and-claw",
      scenario: "meeting",
      sides: armies.map(({ id }: { id: string }, n: number) => ({ warband: id, side: n % 2, player: "random" })),
      options: { points: "500", turns: "1" },
      own_dice: [],
      shared_screen: false,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto(seat((await made.json()).watch));
  await expect(page.locator(".rp .end")).toBeVisible({ timeout: 180_000 });
  const title = await page.locator("#rp").innerText();
  expect(title).toMatch(/^.+ and .+ against .+ and .+$/);
  await expect(page.locator(".rp .end")).toContainText(/ and .+ win|A draw/);
  await shot(page, "allies-over");
});
