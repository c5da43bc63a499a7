import { expect, test, type Page } from "@playwright/test";
import { answer, clean, decision, moved, seat, turn } from "./hands.ts";

/** Only the archers and the mage go forward, everybody else stays: the shortest way to a shot. */
const ARCHERS = ["^activate a\\.human-(longbowman|battle-mage)", "^done"];

interface Ask {
  prompt: string;
  verb?: string;
  many?: number;
  /** How many figures may act. */
  who?: number;
  round?: number;
  /** An enemy stands where one may aim. */
  enemy?: boolean;
  height?: boolean;
  ready?: boolean;
}

/** A dozen figures in all, so that a battle comes to its point with few answers. */
const ARMY = {
  a: `
name = "Watch"
faction = "humans"
scenario = "meeting"
points = 240
core = [
  { troop = "human_longbowman", count = 4 },
  { troop = "human_man_at_arms" },
  { troop = "human_battle_mage", spells = ["fireball", "heal", "entangle"] },
  { troop = "human_griffon_rider" },
]
reserve_a = []
reserve_b = []
`,
  b: `
name = "Raiders"
faction = "horde"
scenario = "meeting"
points = 240
core = [
  { troop = "orc_warrior", count = 6 },
]
reserve_a = []
reserve_b = []
`,
};

/** A small battle on one screen. The same setup always has the same dice. */
async function claw(page: Page): Promise<string> {
  const base = new URL((await page.request.get("/api/catalog")).url()).origin;
  const side = (army: string) => ({ warband: "small", file: army, player: "human" });
  const made = await page.request.post("/api/battles", {
    headers: { origin: base },
    data: {
      system: "sword-and-claw",
      scenario: "meeting",
      sides: [side(ARMY.a), side(ARMY.b)],
      own_dice: [],
      shared_screen: true,
      options: { points: "240", attacker: "a" },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()).seats[0].token;
}

/** Plays over a socket of its own until a decision is what the test needs: figures are placed, walk to the middle, and
 * do what `prefer` says. */
async function drive(page: Page, token: string, wanted: Ask, prefer: string[] = []): Promise<void> {
  expect(await fate(page, token, wanted, prefer), `a decision with ${JSON.stringify(wanted)}`).toBe("");
}

/** How the driving ended: nothing where the decision came. */
async function fate(page: Page, token: string, wanted: Ask, prefer: string[], patience = 30_000): Promise<string> {
  if (!page.url().startsWith("http")) await page.goto("/");
  return page.evaluate(
    ({ token, wanted, prefer, patience }) =>
      new Promise<string>((done) => {
        interface Option {
          line: string;
          verb: string;
          figures: number[];
        }
        interface Shown {
          type: string;
          moment: number;
          outcome: unknown;
          scene: {
            clock: { round: number };
            board: { height: number };
            figures: { seat: number; site: { at?: string }; height: number; badges: { text: string }[] }[];
          };
          request: { prompt: string; options: Option[]; ways: { to: string; line: string }[] } | null;
        }
        const wishes = prefer.map((text) => new RegExp(text));
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
        let count = 0;
        setTimeout(() => {
          socket.close();
          done(`too slow after ${count} answers`);
        }, patience);
        socket.onclose = (event) => done(`closed ${event.code}`);
        socket.onmessage = (event) => {
          const state = JSON.parse(String(event.data)) as Shown;
          if (state.type === "refused") return done(JSON.stringify(state));
          if (state.type !== "state") return;
          const request = state.request;
          const end = (text: string) => {
            socket.onclose = null;
            socket.close();
            done(text);
          };
          if (state.outcome || !request || count > 900) return end(`over after ${count} answers`);
          const fits =
            request.prompt === wanted.prompt &&
            state.scene.clock.round >= (wanted.round ?? 0) &&
            request.options.filter((one) => !wanted.verb || one.verb === wanted.verb).length >= (wanted.many ?? 0) &&
            new Set(
              request.options
                .filter((one) => one.verb === wanted.verb && one.figures.length > 1)
                .map((one) => one.figures[0]),
            ).size >= (wanted.who ?? 0) &&
            (!wanted.enemy ||
              state.scene.figures.some(
                (one) => one.seat === 1 && request.ways.some((way) => way.to === one.site.at),
              )) &&
            (!wanted.height || state.scene.figures.some((one) => one.height > 0)) &&
            (!wanted.ready ||
              state.scene.figures.some((one) => one.badges.some((badge) => badge.text.startsWith("Readied"))));
          if (fits) return end("");
          count += 1;
          const lines = [...request.options.map((one) => one.line), ...request.ways.map((one) => one.line)];
          const wish = wishes.map((text) => lines.find((line) => text.test(line))).find((line) => line !== undefined);
          const middle = state.scene.board.height / 2;
          const row = (way: { to: string }) => Math.abs(middle - Number(way.to.replace(/^[A-Z]+/, "")));
          const ways = [...request.ways].sort((x, y) => row(x) - row(y));
          const line =
            wish ??
            lines.find((one) => one === "place all") ??
            (request.prompt === "order"
              ? (ways.find((way) => way.line.startsWith("move")) ?? ways[0])?.line
              : undefined) ??
            lines.find((one) => one.startsWith("activate")) ??
            lines.find((one) => /^(done|pass|hold|stop)/.test(one)) ??
            lines[0]!;
          socket.send(JSON.stringify({ type: "answer", moment: state.moment, line }));
        };
      }),
    { token, wanted, prefer, patience },
  );
}

test.describe.configure({ timeout: 90_000 });

const show = async (page: Page, token: string) => {
  await page.goto(seat(token));
  await turn(page);
};

test("a whole battle of Sword and Claw by clicking, set up in the dialog", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Change who fights" }).click();
  await page.getByRole("button", { name: "Sword and Claw", exact: true }).click();
  const form = page.getByRole("form", { name: "Who fights" });
  await form.getByLabel("Points").selectOption("250");
  await form.getByLabel("Rounds").selectOption("6");
  await form.getByLabel("Attacker").selectOption("a");
  await form.getByLabel("Played by").nth(1).selectOption("random");
  await clean(page);
  await form.getByRole("button", { name: "Fight" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  let [marched, volleys, answers] = [0, 0, 0];
  const rounds = new Set<number>();
  for (; answers < 400; answers++) {
    const moment = await turn(page);
    if (moment === null) break;
    rounds.add(Number((await page.locator("h1").first().innerText()).match(/\d+/)?.[0] ?? 0));
    const prompt = await decision(page).getAttribute("data-prompt");
    const together = page.getByRole("button", { name: "Move several together" });
    const each = page.getByRole("button", { name: /each at the nearest/ }).first();
    if (prompt === "movement" && (await together.isVisible()) && marched < rounds.size) {
      marched = rounds.size;
      await together.click();
      await page.getByRole("button", { name: /^Everybody/ }).click();
      await page.getByRole("button", { name: "Fit" }).click();
      const first = (await page.locator("[data-picked]").first().boundingBox())!;
      const north = Number(await page.locator("[data-picked]").first().getAttribute("y")) < 24 * 50;
      if (rounds.size < 3) await page.getByLabel("Farther ways too").check();
      // Towards the middle of the board, eight squares: as far as each gets.
      const by = (north ? 8 : -8) * first.height;
      await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2 + by);
      await expect(page.locator("[data-picked]")).toHaveCount(0, { timeout: 60_000 });
      // The last of them is still on the way.
      await expect(page.locator('.req[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
    } else if (await each.isVisible()) {
      volleys += 1;
      await each.click();
      await moved(page, moment);
    } else
      await answer(page, (titles) =>
        Math.max(
          0,
          titles.findIndex((title) => /Place everybody|Done/.test(title)),
        ),
      );
    await moved(page, moment);
  }
  await expect(page.getByRole("heading", { name: /wins|A draw/ })).toBeVisible();
  expect(marched, "figures were moved together").toBeGreaterThan(0);
  expect([...rounds].filter((round) => round > 0).length, "rounds were played").toBeGreaterThan(0);
  console.log(`${answers} decisions by clicking, ${volleys} volleys, rounds ${[...rounds].join(" ")}`);
});

test("three clicks from home to the first die of Sword and Claw", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Quick battle.*Sword and Claw/ }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  // Who attacks is tossed for at once; the two clicks that are left lay out the board and put everybody on it.
  await expect(page.locator(".lg li", { hasText: "The toss shows" })).toBeVisible();
  await turn(page);
  await decision(page).getByRole("button", { name: "The north edge" }).click();
  await expect(decision(page)).toHaveAttribute("data-prompt", "place");
  await expect(page.locator(".lg li", { hasText: /rolls \d: figures are placed within/ }).first()).toBeVisible();
});

test("figures are placed by clicking squares", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "place" });
  await show(page, token);
  const squares = page.locator('[role=gridcell][aria-label*="in reach"]');
  for (const [who, place] of [
    [/Human Longbowman/, 0.2],
    [/Human Griffon Rider/, 0.7],
  ] as const) {
    let moment = (await turn(page))!;
    await decision(page).locator("button", { hasText: who }).first().click();
    if (await page.locator("[data-main]").isEnabled()) await page.locator("[data-main]").click();
    await moved(page, moment);
    // A flyer is asked for its level first.
    if ((await decision(page).getAttribute("data-prompt")) === "level") {
      moment = (await turn(page))!;
      await decision(page).getByRole("button", { name: /Low/ }).first().click();
      if (await page.locator("[data-main]").isVisible()) await page.locator("[data-main]").click();
      await moved(page, moment);
    }
    await expect(decision(page)).toHaveAttribute("data-prompt", "on");
    moment = (await turn(page))!;
    const many = await squares.count();
    expect(many).toBeGreaterThan(50);
    const square = squares.nth(Math.floor(many * place));
    const name = (await square.getAttribute("data-square"))!;
    await square.click();
    await moved(page, moment);
    await expect(page.locator(".lg li", { hasText: `is placed at ${name}` })).toBeVisible();
  }
  await expect(page.locator("svg.board .figure")).toHaveCount(2);
  await expect(decision(page)).toHaveAttribute("data-prompt", "place");
});

test("figures are moved together, with ghosts before and undo after", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "movement" });
  await show(page, token);
  await page.getByRole("button", { name: "Move several together" }).click();
  await page.getByRole("button", { name: /^Human Longbowman \d/ }).click();
  const picked = await page.locator("[data-picked]").count();
  expect(picked).toBe(4);
  await page.getByRole("button", { name: "Fit" }).click();
  const first = (await page.locator("[data-picked]").first().boundingBox())!;
  const north = Number(await page.locator("[data-picked]").first().getAttribute("y")) < 24 * 50;
  const by = (north ? 4 : -4) * first.height;
  const [x, y] = [first.x + first.width / 2, first.y + first.height / 2 + by];
  await page.mouse.move(x, y);
  await expect(page.locator("[data-company]")).toHaveCount(picked);
  await page.mouse.click(x, y);
  await expect(page.locator("[data-picked]")).toHaveCount(0, { timeout: 60_000 });
  await expect(decision(page)).toHaveAttribute("data-prompt", "movement");
  await expect(page.locator(".lg li", { hasText: "stops at" })).toHaveCount(picked);
});

test("attacks are declared for many: odds before, arrows after, all at one target, taken back", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "declare", verb: "shoot", who: 3 }, ARCHERS);
  await show(page, token);
  const arrows = page.locator('line[data-mark="declared"]');
  // One by clicking: its target, its odds, the button. Nothing is rolled yet.
  const moment = (await turn(page))!;
  await page
    .locator(".acts button", { hasText: /target/ })
    .first()
    .click();
  const option = page.locator(".opts li button").first();
  if (await option.isVisible()) await option.click();
  await expect(page.locator('[data-mark="sight"]').first()).toBeAttached();
  const panel = page.getByRole("region", { name: "Odds" });
  const chance = Number((await panel.locator(".odds").getAttribute("aria-label"))!.match(/Hit ([\d.]+)%/)?.[1]);
  expect(chance).toBeGreaterThan(0);
  // Every modifier has its rule, and the odds go as far as what becomes of the target.
  await expect(panel.locator(".mods li").first()).toContainText("skill");
  await expect(panel.locator(".mods li").first()).toContainText("SC-TOHIT-07");
  const fates = panel.getByRole("list", { name: "What becomes of whom" });
  await expect(fates).toContainText(/Orc Warrior \d.*1 wound [\d.]+%/);
  await page.locator("[data-main]").click();
  await moved(page, moment);
  await expect(arrows).toHaveCount(1);
  await expect(page.locator(".said h3")).toHaveText("Declared so far: 1");
  await page.locator(".said .one").click();
  await expect(page.locator(".weighed .odds")).toHaveAttribute(
    "aria-label",
    new RegExp(`Hit ${String(chance).replace(".", "\\.")}%`),
  );
  await expect(page.locator('[data-mark="odds"]')).toContainText(`Hit ${chance}%`);
  await clean(page, true);
  await page.getByRole("button", { name: "Take back the last" }).click();
  await expect(arrows).toHaveCount(0);
  // A click on an enemy looks at who may shoot at it: all of them do.
  await turn(page);
  const target = page.locator('[role=gridcell][aria-label*="Orc Warrior"][aria-label*="can be chosen"]').first();
  const name = (await target.getAttribute("aria-label"))!.match(/Orc Warrior \d/)![0];
  await target.click();
  const all = page.getByRole("button", { name: new RegExp(`Shoot: all \\d at ${name}`) });
  const many = Number((await all.innerText()).match(/all (\d+)/)?.[1]);
  expect(many).toBeGreaterThan(1);
  await all.click();
  // Where nobody is left who could shoot the step is resolved at once.
  const told = page.locator(".lg li", { hasText: new RegExp(`will shoot longbow at ${name}`, "i") });
  await expect.poll(() => told.count()).toBe(many);
});

test("a template lies under the pointer with everybody it will hit, and its odds", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "spot", enemy: true }, ["^cast .* fireball 3", ...ARCHERS]);
  await show(page, token);
  // An enemy under the middle of it.
  const enemy = page.locator('[role=gridcell][aria-label*="in reach"][aria-label*="Orc"]').first();
  await expect(enemy).toBeAttached();
  await enemy.hover();
  await expect(page.locator('[data-mark="blast"]').first()).toBeVisible();
  await expect(page.locator("[data-caught]").first()).toBeVisible();
  const panel = page.getByRole("region", { name: "Odds" });
  await expect(panel.locator(".odds")).toHaveAttribute("aria-label", /Miss [\d.]+%, Hit [\d.]+%/);
  await expect(panel.getByRole("list", { name: "What becomes of whom" })).toContainText(/Orc Warrior/);
});

test("height and readied attacks are on the tokens; legend and phone", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "movement", height: true }, ["^place human-griffon-rider", "^level high"]);
  await show(page, token);
  await expect(page.locator('.figure[data-height="4000"]')).toBeVisible();
  await drive(page, token, { prompt: "movement", ready: true }, ["^ready ", "^done"]);
  await page.reload();
  await turn(page);
  await expect(page.locator("[data-ready]").first()).toBeVisible();
  await page.getByRole("button", { name: "Legend" }).click();
  await expect(page.locator(".legend.tall li").first()).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.reload();
  await turn(page);
  await expect(page.locator("svg.board")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await clean(page, true);
});
