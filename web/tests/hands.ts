/** Hands that play: what a person would click or press, and nothing else. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";

export const decision = (page: Page) => page.locator('.req[data-mine="true"]');
export const over = (page: Page) => page.getByText("The battle is over", { exact: true });
export const main = (page: Page) => page.locator("[data-main]");

/** Waits until it is our decision or the end; the moment, or null at the end. */
export async function turn(page: Page): Promise<string | null> {
  await expect(decision(page).or(over(page)).first()).toBeVisible({ timeout: 60_000 });
  if (await over(page).isVisible()) return null;
  return decision(page).getAttribute("data-moment");
}

/** A finger where the page is touched, else the mouse. */
export async function press(target: Locator): Promise<void> {
  if (await target.page().evaluate(() => navigator.maxTouchPoints > 0)) await target.tap({ timeout: 30_000 });
  else await target.click({ timeout: 30_000 });
}

/** One answer by clicking. `act` picks among the kinds of answer; the first target is good enough. */
export async function answer(page: Page, act: (titles: string[]) => number = () => 0): Promise<void> {
  const panel = decision(page);
  const two = panel.locator(".two button");
  if ((await two.count()) > 0) return press(two.first());
  const pad = panel.locator(".pad button");
  if ((await pad.count()) > 0) return press(pad.nth(Math.floor((await pad.count()) * 0.6)));
  const acts = panel.locator(".acts button");
  if ((await acts.count()) > 0) {
    const pick = act(await acts.allInnerTexts());
    if ((await acts.nth(pick).getAttribute("aria-pressed")) !== "true") await press(acts.nth(pick));
  }
  const options = panel.locator(".opts li button");
  if ((await options.count()) > 0) await press(options.first());
  else if (!(await main(page).isEnabled())) {
    // A way is answered on the board: the last reachable square.
    const squares = page.locator('[role=gridcell][aria-label*="in reach"]');
    return press(squares.nth(Math.floor((await squares.count()) / 2)));
  }
  await press(main(page));
}

/** Fights where it can, walks once, and ends the turn otherwise. */
export function bold(): (titles: string[]) => number {
  let walked = false;
  return (titles) => {
    const find = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title));
    const strike = find(/target/);
    if (strike >= 0) return strike;
    const walk = find(/^(\d\s*)?Move/);
    walked = !walked;
    if (walk >= 0 && walked) return walk;
    return Math.max(0, find(/End turn/));
  };
}

export async function moved(page: Page, before: string): Promise<void> {
  await page.waitForFunction(
    (old) =>
      document.querySelector(".over") !== null || document.querySelector<HTMLElement>(".req")?.dataset.moment !== old,
    before,
    { timeout: 30_000 },
  );
}

export async function playOut(page: Page, one: (page: Page) => Promise<void>, most = 700): Promise<number> {
  for (let n = 0; n < most; n++) {
    const moment = await turn(page);
    if (moment === null) return n;
    await one(page);
    await moved(page, moment);
  }
  throw new Error(`no end after ${most} answers`);
}

export async function quick(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Quick battle Enter" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
}

export interface Wish {
  players?: [string, string];
  own_dice?: number[];
  shared_screen?: boolean;
  big?: boolean;
  system?: string;
  options?: Record<string, string>;
  files?: [string, string];
}

/** A battle by the API, for tests that are about something else than the start page. */
export async function battle(
  page: Page,
  wish: Wish = {},
): Promise<{ seats: { seat: number; token: string }[]; watch: string }> {
  const catalog = await (await page.request.get("/api/catalog")).json();
  const system = catalog.systems.find(
    (one: { playable: boolean; name: string }) =>
      one.playable && (wish.system === undefined || one.name === wish.system),
  );
  const scenario = system.warbands[0].scenario;
  const named = (one: { units: string[] }) =>
    one.units.some((unit) => /ogre|dragon|griffon|sentinel|fiend/i.test(unit));
  const same = system.warbands.filter((one: { scenario: string }) => one.scenario === scenario);
  const bands = wish.big ? [...same].sort((x, y) => Number(named(y)) - Number(named(x))) : same;
  const [a, b] = wish.players ?? ["human", "veteran"];
  const base = new URL((await page.request.get("/api/catalog")).url()).origin;
  const made = await page.request.post("/api/battles", {
    headers: { origin: base },
    data: {
      system: system.name,
      scenario,
      sides: [
        { warband: bands[0].id, player: a, file: wish.files?.[0] },
        { warband: (bands[1] ?? bands[0]).id, player: b, file: wish.files?.[1] },
      ],
      options: wish.options ?? system.usual,
      own_dice: wish.own_dice ?? [],
      shared_screen: wish.shared_screen ?? false,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return made.json();
}

export const seat = (token: string) => `/#/battle/${token}`;

/** What a test waits for; everything that is named must hold. */
export interface Wanted {
  over?: boolean;
  prompt?: string;
  stack?: number;
  verb?: string;
  price?: string;
  footprint?: number;
  mark?: string;
  orders?: number;
  ways?: number;
  options?: number;
}

/** Plays a seat over a socket of its own, fast and at random, until a state is what the test needs. */
export async function advance(page: Page, token: string, wanted: Wanted, seed = 7): Promise<void> {
  expect(await reach(page, token, wanted, seed), `a state with ${JSON.stringify(wanted)}`).toBe(true);
}

/** The same; false where the battle ends before it comes to that. */
export async function reach(page: Page, token: string, wanted: Wanted, seed = 7): Promise<boolean> {
  if (!page.url().startsWith("http")) await page.goto("/");
  return page.evaluate(
    async ({ token, wanted, seed }) => {
      interface Shown {
        type: string;
        moment: number;
        outcome: unknown;
        request: {
          mine: boolean;
          prompt: string;
          stack: unknown[];
          options: { line: string; verb: string; price?: string; figures: number[] }[];
          ways: { line: string }[];
          marks: { kind: string }[];
          orders: unknown[];
          footprint?: { width: number };
          dice?: { sides: number };
        } | null;
      }
      const fits = ({ outcome, request }: Shown) => {
        if (wanted.over) return outcome !== null;
        if (!request?.mine) return false;
        return (
          (wanted.prompt === undefined || request.prompt === wanted.prompt) &&
          request.stack.length >= (wanted.stack ?? 0) &&
          request.orders.length >= (wanted.orders ?? 0) &&
          request.ways.length >= (wanted.ways ?? 0) &&
          request.options.length >= (wanted.options ?? 0) &&
          (wanted.verb === undefined ||
            request.options.some(
              (one) => one.verb === wanted.verb && (wanted.verb === "end" || one.figures.length > 0),
            )) &&
          (wanted.price === undefined || request.options.some((one) => one.price?.includes(wanted.price!))) &&
          (wanted.footprint === undefined || request.footprint?.width === wanted.footprint) &&
          (wanted.mark === undefined || request.marks.some((one) => one.kind === wanted.mark))
        );
      };
      return new Promise<boolean>((done) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
        let dice = seed;
        const random = (n: number) => {
          dice = (dice * 1103515245 + 12345) % 2147483648;
          return Math.floor((dice / 2147483648) * n);
        };
        const end = (result: boolean) => {
          socket.onclose = null;
          socket.close();
          done(result);
        };
        socket.onclose = () => done(false);
        setTimeout(() => end(false), 60_000);
        socket.onmessage = (event) => {
          const state = JSON.parse(String(event.data)) as Shown;
          if (state.type !== "state") return;
          if (fits(state)) return end(true);
          if (state.outcome) return end(false);
          const request = state.request;
          if (!request?.mine) return;
          const bold = request.options.filter((one) => ["attack", "charge", "reply", "with"].includes(one.verb));
          const calm = request.options.filter((one) => one.verb !== "end");
          const pool =
            bold.length > 0 && random(4) > 0
              ? bold
              : request.ways.length > 0 && random(2) > 0
                ? request.ways
                : calm.length > 0 && random(4) > 0
                  ? calm
                  : request.options.length > 0
                    ? request.options
                    : request.ways;
          const line = request.dice ? `dice ${1 + random(request.dice.sides)}` : pool[random(pool.length)]!.line;
          socket.send(JSON.stringify({ type: "answer", moment: state.moment, line }));
        };
      });
    },
    { token, wanted, seed },
  );
}

/** Lines of the log that tell of a die. */
export const fallen = (page: Page) => page.locator(".lg li.die").count();

/** A battle on one screen, brought to a decision that shows what is tested. Dice fall as they fall: some battles never
 * come to it. */
export async function bring(page: Page, wanted: Wanted, wish: Wish = {}): Promise<string> {
  for (let n = 0; n < 12; n++) {
    const made = await battle(page, { players: ["human", "human"], shared_screen: true, ...wish });
    const token = made.seats[0]!.token;
    if (!(await reach(page, token, wanted, 7 + n))) continue;
    await page.goto(seat(token));
    await turn(page);
    return token;
  }
  throw new Error(`no battle comes to ${JSON.stringify(wanted)}`);
}

/** The page has nothing that axe finds wrong. The squares of a large board are all alike and may be left to the tests
 * of a small one. */
export async function clean(page: Page, large = false): Promise<void> {
  await without(page, large, (axe) => axe);
}

/** The same by day and by night. Only colours change, and at once: so only they are looked at twice. */
export async function cleanInBothSchemes(page: Page, large = false): Promise<void> {
  await clean(page, large);
  await page.emulateMedia({ colorScheme: "dark" });
  await without(page, large, (axe) => axe.withRules(["color-contrast", "link-in-text-block"]));
  await page.emulateMedia({ colorScheme: "light" });
}

async function without(page: Page, large: boolean, rules: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  const axe = rules(new AxeBuilder({ page }));
  const found = await (large ? axe.exclude("svg.board [role=rowgroup]") : axe).analyze();
  expect(
    found.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => node.html)
          .join(" | ")}`,
    ),
  ).toEqual([]);
}
