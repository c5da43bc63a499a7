/** Coreheim in small: three against three, a battle that is soon over, and hands that fight it. */
import { expect, type Page } from "@playwright/test";
import { answer, press } from "./hands.ts";

export const band = (name: string, gear: string, fighters = ["captain", "sergeant", "swordmaster"]) =>
  `name = "${name}"\nband = "mercenaries"\n` +
  fighters.map((fighter) => `[[member]]\nfighter = "${fighter}"\ngear = ["${gear}"]\n`).join("\n");
export const files: [string, string] = [band("Red Lanterns", "sword"), band("Blue Lanterns", "club")];

/** The most warlike of the acts on offer; where nothing calls, straight on. */
export const keen = (titles: string[]) => {
  const wanted = [/Charge/, /Shoot/, /Strike/, /Run/, /Walk/, /Set up/];
  for (const one of wanted) {
    const n = titles.findIndex((title) => one.test(title));
    if (n >= 0) return n;
  }
  return 0;
};

/** One answer; an act that is opened brings its answers, or the button that gives its only one. */
export async function reply(page: Page): Promise<void> {
  const acts = page.locator('.req[data-mine="true"] .acts button');
  if ((await acts.count()) > 0) {
    const pick = acts.nth(keen(await acts.allInnerTexts()));
    if ((await pick.getAttribute("aria-pressed")) !== "true") await press(pick);
    await expect(page.locator(".opts li button, [data-main]:enabled").first()).toBeAttached();
  }
  await answer(page, keen);
}
