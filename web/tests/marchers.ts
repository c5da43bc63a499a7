/** The Sword Marches in small: three models a side make a short Adventure, and hands that play it. */
import { expect, type Locator, type Page } from "@playwright/test";
import { decision, main } from "./hands.ts";

export const company = (name: string, gear: string, more: string[] = []) => `name = "${name}"
stage = "upstart"
archetype = "fearsome_adversary"
faction = "guilders"
stronghold = "military"
${[
  "Lord warlord imperious 5 5 5",
  "Ann warrior tough 3 2 3",
  "Bob warrior tough 3 2 3",
  ...more.map((who) => `${who} warrior tough 2 1 2`),
]
  .map((line) => {
    const [who, type, birth, cbt, cmd, con] = line.split(" ");
    return `
[[model]]
name = "${who}"
type = "${type}"
origin = "human (${birth})"
cbt = ${cbt}
cmd = ${cmd}
con = ${con}
gear = ["${gear}"]
`;
  })
  .join("")}`;

/** The first click chooses, the main button gives the answer; an act of one answer needs no choice. A list may come a
 * moment after its act, and what is chosen is looked at before it can be given. */
export async function choose(page: Page, option: Locator): Promise<void> {
  const now = () => page.evaluate(() => document.querySelector<HTMLElement>(".req")?.dataset.moment);
  const moment = await now();
  const ready = async (): Promise<boolean> =>
    (await now()) !== moment ||
    (await main(page)
      .isEnabled({ timeout: 1000 })
      .catch(() => false));
  await expect(async () => {
    if (!(await ready())) await option.click({ timeout: 2000 });
    await expect.poll(ready, { timeout: 5000 }).toBe(true);
    if ((await now()) === moment) await main(page).click({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

/** One answer by clicking, bent on the end of the Adventure. */
export async function answer(page: Page): Promise<void> {
  const panel = decision(page);
  const yes = panel.locator(".two button");
  if ((await yes.count()) > 0) return yes.first().click();
  const actors = panel.locator(".actors button");
  if ((await actors.count()) > 0 && (await panel.locator(".actors button.on").count()) === 0)
    await actors.first().click();
  const acts = panel.locator(".acts button");
  if ((await acts.count()) > 0) {
    const titles = await acts.allInnerTexts();
    const wish =
      [/Fight/, /Charge/, /Standing Fire/, /^(\d\s*)?Go/, /Hustle/, /Move/]
        .map((one) => titles.findIndex((title) => one.test(title)))
        .find((at) => at >= 0) ?? 0;
    await acts.nth(wish).click();
  }
  await choose(page, panel.locator(".opts li button").first());
}
