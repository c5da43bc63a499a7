import { expect, test, type Page } from "@playwright/test";
import { answer, clean, decision, moved, seat, turn } from "./hands.ts";

interface Ask { prompt: string; verb?: string; many?: number; /* figures that may */ who?: number; round?: number; height?: boolean; ready?: boolean }

/** A small battle on one screen. */
async function claw(page: Page, wish: { a?: string; b?: string; scenario?: string; options?: Record<string, string>; players?: [string, string]; shared?: boolean } = {}): Promise<string> {
  const base = new URL((await page.request.get("/api/catalog")).url()).origin;
  const [a, b] = wish.players ?? ["human", "human"];
  const made = await page.request.post("/api/battles", {
    headers: { origin: base },
    data: { system: "sword-and-claw", scenario: wish.scenario ?? "meeting", sides: [{ warband: wish.a ?? "humans-border-watch", player: a }, { warband: wish.b ?? "horde-tusk-raiders", player: b }], own_dice: [], shared_screen: wish.shared ?? true, options: wish.options ?? { points: "250", attacker: "a" } },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return (await made.json()).seats[0].token;
}

/** Plays over a socket of its own until a decision is what the test needs: figures are placed, walk to the middle, and do what `prefer` says. */
async function drive(page: Page, token: string, wanted: Ask, prefer: string[] = []): Promise<void> {
  expect(await fate(page, token, wanted, prefer), `a decision with ${JSON.stringify(wanted)}`).toBe("");
}

/** Where the dice decide whether it comes to that decision: new battles until one does. */
async function driven(page: Page, wanted: Ask, prefer: string[]): Promise<string> {
  const fates: string[] = [];
  while (fates.length < 6) {
    const token = await claw(page);
    const came = await fate(page, token, wanted, prefer, 30_000);
    if (came === "") return token;
    fates.push(came);
  }
  throw new Error(`no battle came to ${JSON.stringify(wanted)}: ${fates.join("; ")}`);
}

/** How the driving ended: nothing where the decision came. */
async function fate(page: Page, token: string, wanted: Ask, prefer: string[], patience = 120_000): Promise<string> {
  if (!page.url().startsWith("http")) await page.goto("/");
  return page.evaluate(({ token, wanted, prefer, patience }) => new Promise<string>((done) => {
    interface Option { line: string; verb: string; figures: number[] }
    interface Shown { type: string; moment: number; outcome: unknown; scene: { clock: { round: number }; board: { height: number }; figures: { height: number; badges: { text: string }[] }[] }; request: { prompt: string; options: Option[]; ways: { to: string; line: string }[] } | null }
    const wishes = prefer.map((text) => new RegExp(text));
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
    let count = 0;
    setTimeout(() => { socket.close(); done(`too slow after ${count} answers`); }, patience);
    socket.onclose = (event) => done(`closed ${event.code}`);
    socket.onmessage = (event) => {
      const state = JSON.parse(String(event.data)) as Shown;
      if (state.type === "refused") return done(JSON.stringify(state));
      if (state.type !== "state") return;
      const request = state.request;
      const end = (text: string) => { socket.onclose = null; socket.close(); done(text); };
      if (state.outcome || !request || count > 900) return end(`over after ${count} answers`);
      const fits = request.prompt === wanted.prompt && state.scene.clock.round >= (wanted.round ?? 0)
        && request.options.filter((one) => !wanted.verb || one.verb === wanted.verb).length >= (wanted.many ?? 0)
        && new Set(request.options.filter((one) => one.verb === wanted.verb && one.figures.length > 1).map((one) => one.figures[0])).size >= (wanted.who ?? 0)
        && (!wanted.height || state.scene.figures.some((one) => one.height > 0)) && (!wanted.ready || state.scene.figures.some((one) => one.badges.some((badge) => badge.text.startsWith("Readied"))));
      if (fits) return end("");
      count += 1;
      const lines = [...request.options.map((one) => one.line), ...request.ways.map((one) => one.line)];
      const wish = wishes.map((text) => lines.find((line) => text.test(line))).find((line) => line !== undefined);
      const middle = state.scene.board.height / 2;
      const row = (way: { to: string }) => Math.abs(middle - Number(way.to.replace(/^[A-Z]+/, "")));
      const ways = [...request.ways].sort((x, y) => row(x) - row(y));
      const line = wish ?? lines.find((one) => one === "place all") ?? (request.prompt === "order" ? ways[0]?.line : undefined) ?? lines.find((one) => one.startsWith("activate")) ?? lines.find((one) => /^(done|pass|hold|stop)/.test(one)) ?? lines[0]!;
      socket.send(JSON.stringify({ type: "answer", moment: state.moment, line }));
    };
  }), { token, wanted, prefer, patience });
}

const show = async (page: Page, token: string) => { await page.goto(seat(token)); await turn(page); };

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
    } else if (await each.isVisible()) {
      volleys += 1;
      await each.click();
      await moved(page, moment);
    } else await answer(page, (titles) => Math.max(0, titles.findIndex((title) => /Place everybody|Done/.test(title))));
    await moved(page, moment);
  }
  await expect(page.getByRole("heading", { name: /wins|A draw/ })).toBeVisible();
  expect(marched, "figures were moved together").toBeGreaterThan(0);
  expect([...rounds].filter((round) => round > 0).length, "rounds were played").toBeGreaterThan(0);
  console.log(`${answers} decisions by clicking, ${volleys} volleys, rounds ${[...rounds].join(" ")}`);
});

test("figures are moved together, with ghosts before and undo after", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "movement" });
  await show(page, token);
  await page.getByRole("button", { name: "Move several together" }).click();
  await page.getByRole("button", { name: /^Human Man-at-Arms \d|^Orc Warrior \d/ }).click();
  const picked = await page.locator("[data-picked]").count();
  expect(picked).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Fit" }).click();
  const first = (await page.locator("[data-picked]").first().boundingBox())!;
  const north = Number(await page.locator("[data-picked]").first().getAttribute("y")) < 24 * 50;
  const by = (north ? 4 : -4) * first.height;
  const [x, y] = [first.x + first.width / 2, first.y + first.height / 2 + by];
  await page.mouse.move(x, y);
  await expect(page.locator("[data-company]")).toHaveCount(picked);
  await clean(page, true);
  await page.mouse.click(x, y);
  await expect(page.locator("[data-picked]")).toHaveCount(0, { timeout: 60_000 });
  await expect(decision(page)).toHaveAttribute("data-prompt", "movement");
  expect(await page.locator(".lg li", { hasText: "stops at" }).count()).toBe(picked);
});

test("attacks are declared for many, shown as arrows, listed, and taken back", async ({ page }) => {
  const token = await claw(page, { options: { points: "250", attacker: "a" } });
  await drive(page, token, { prompt: "declare", verb: "shoot", who: 3 }, ["^reserve b"]);
  await show(page, token);
  const arrows = page.locator('line[data-mark="declared"]');
  // One by clicking: the answers of one figure, its target, the button. Nothing is rolled yet.
  const moment = (await turn(page))!;
  await page.locator(".acts button", { hasText: /target/ }).first().click();
  const option = page.locator(".opts li button").first();
  if (await option.isVisible()) await option.click();
  await expect(page.locator('[data-mark="sight"]').first()).toBeAttached();
  await page.locator("[data-main]").click();
  await moved(page, moment);
  await expect(arrows).toHaveCount(1);
  await expect(page.locator(".said h3")).toHaveText("Declared so far: 1");
  await expect(page.locator(".said li")).toHaveCount(1);
  await clean(page, true);
  await page.getByRole("button", { name: "Take back the last" }).click();
  await expect(arrows).toHaveCount(0);
  // Everybody at the nearest, one line each.
  const many = Number((await page.getByRole("button", { name: /Shoot: each at the nearest/ }).innerText()).match(/\d+/)?.[0]);
  expect(many).toBeGreaterThan(2);
  const told = page.locator(".lg li", { hasText: /will shoot/ });
  await page.getByRole("button", { name: /Shoot: each at the nearest/ }).click();
  await expect.poll(() => told.count()).toBeGreaterThanOrEqual(many);
});

test("a template lies under the pointer with everybody it will hit", async ({ page }) => {
  const token = await driven(page, { prompt: "spot" }, ["^reserve b", "^cast .* fireball 3", "^cast .* fireball"]);
  await show(page, token);
  const cell = page.locator('[role=gridcell][aria-label*="in reach"]');
  await expect(cell.first()).toBeAttached();
  // An enemy under the middle of it.
  const enemy = page.locator('[role=gridcell][aria-label*="in reach"][aria-label*="Orc"], [role=gridcell][aria-label*="in reach"][aria-label*="Goblin"]');
  await ((await enemy.count()) > 0 ? enemy.first() : cell.first()).hover();
  await expect(page.locator('[data-mark="blast"]').first()).toBeVisible();
  await expect(page.locator("[data-caught]").first()).toBeVisible();
  await clean(page, true);
});

test("height and readied attacks are on the tokens; legend and phone", async ({ page }) => {
  const token = await claw(page);
  await drive(page, token, { prompt: "movement", height: true }, ["^reserve a", "^place human-griffon-rider", "^level high"]);
  await show(page, token);
  await expect(page.locator('.figure[data-height="4000"]')).toBeVisible();
  await drive(page, token, { prompt: "movement", ready: true }, ["^ready "]);
  await page.reload();
  await turn(page);
  await expect(page.locator("[data-ready]").first()).toBeVisible();
  await page.getByRole("button", { name: "Legend" }).click();
  await expect(page.locator(".legend.tall li").first()).toBeVisible();
  await clean(page, true);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.reload();
  await turn(page);
  await expect(page.locator("svg.board")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await clean(page, true);
});
