import { expect, test, type Browser, type Page } from "@playwright/test";
import { clean, decision, main, moved, over, reach, seat, turn, type Wanted } from "./hands.ts";
import { answer, choose, company } from "./marchers.ts";

interface Seats {
  seats: { seat: number; token: string }[];
}
interface Told {
  type: string;
  moment: number;
  outcome: unknown;
  request: { mine: boolean; prompt: string; seat: number; options: { line: string; verb: string }[] } | null;
}

/** A battle of The Sword Marches; side a is the Intruder and has the Edge of the first Turn. */
async function marches(
  page: Page,
  sides: [string, string],
  scenario: string,
  more: { players?: [string, string]; shared?: boolean; files?: [string, string] } = {},
): Promise<Seats> {
  const [a, b] = more.players ?? ["human", "human"];
  const origin = new URL((await page.request.get("/api/catalog")).url()).origin;
  const made = await page.request.post("/api/battles", {
    headers: { origin },
    data: {
      system: "sword-marches",
      scenario,
      sides: [a, b].map((player, n) => ({ warband: sides[n], player, ...(more.files ? { file: more.files[n] } : {}) })),
      options: { roles: "a" },
      own_dice: [],
      shared_screen: more.shared ?? false,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return made.json();
}

/** Both seats of a battle over sockets, by the first answer that begins with one of the words, until `prompt` is asked
 * of a seat. */
async function bring(page: Page, made: Seats, until: { prompt: string; seat: number }, words: string[]): Promise<void> {
  if (!page.url().startsWith("http")) await page.goto("/");
  const came = await page.evaluate(
    ({ tokens, until, words }) =>
      new Promise<boolean>((done) => {
        const sockets = tokens.map((token) => new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`));
        const end = (result: boolean) => {
          sockets.forEach((one) => {
            one.onmessage = null;
            one.close();
          });
          done(result);
        };
        setTimeout(() => end(false), 30_000);
        sockets.forEach((socket) => {
          socket.onmessage = (event) => {
            const state = JSON.parse(String(event.data)) as Told;
            if (state.type !== "state") return;
            if (state.outcome) return end(false);
            const request = state.request;
            if (!request?.mine) return;
            if (request.prompt === until.prompt && request.seat === until.seat) return end(true);
            const found =
              words.map((word) => request.options.find((one) => one.line.startsWith(word))).find(Boolean) ??
              request.options[0];
            if (found) socket.send(JSON.stringify({ type: "answer", moment: state.moment, line: found.line }));
          };
        });
      }),
    { tokens: made.seats.map((one) => one.token), until, words },
  );
  expect(came, `${until.prompt} is asked`).toBe(true);
}

/** A battle on one screen, brought to a decision by random answers. */
async function screen(page: Page, wanted: Wanted): Promise<void> {
  for (let n = 0; n < 6; n++) {
    const made = await marches(page, ["red-company", "barrow-host"], "grave-gold-upstart", { shared: true });
    if (!(await reach(page, made.seats[0]!.token, wanted, 3 + n))) continue;
    await page.goto(seat(made.seats[0]!.token));
    await turn(page);
    return;
  }
  throw new Error(`no battle comes to ${JSON.stringify(wanted)}`);
}

/** Chooses an answer by its words, the first of its kind, and gives it. */
async function pick(page: Page, words: RegExp): Promise<void> {
  const panel = decision(page);
  const moment = await panel.getAttribute("data-moment");
  const act = panel.locator(".acts button").filter({ hasText: words }).first();
  if ((await act.count()) > 0) {
    if ((await act.getAttribute("aria-pressed")) !== "true") await act.click();
    await choose(page, panel.locator(".opts li button").first());
  } else await choose(page, panel.locator(".opts li button, .two button").filter({ hasText: words }).first());
  await moved(page, moment!);
}

const stack = (page: Page) => page.locator(".stk li");
async function two(browser: Browser): Promise<[Page, Page, () => Promise<void>]> {
  const [here, there] = [
    await browser.newContext({ reducedMotion: "reduce" }),
    await browser.newContext({ reducedMotion: "reduce" }),
  ];
  return [
    await here.newPage(),
    await there.newPage(),
    async () => {
      await here.close();
      await there.close();
    },
  ];
}

test("a Break of a Break by two people: both see whose decision it is, what it interrupts, what waits", async ({
  browser,
}) => {
  const [a, b, close] = await two(browser);
  // The Ash Wood has a Break of its own beside the one of the Turn.
  const made = await marches(a, ["ash-wood", "vault-seekers"], "grave-gold-blooded");
  await bring(a, made, { prompt: "break", seat: 1 }, ["pass", "first a", "move", "stay"]);
  await a.goto(seat(made.seats[0]!.token));
  await b.goto(seat(made.seats[1]!.token));
  await expect(decision(b).getByRole("heading", { level: 2 })).toHaveText(/Break the Action of .+\?/);
  // Nothing is halted yet: what was declared takes a line.
  for (const page of [a, b]) {
    await expect(stack(page)).toHaveCount(0);
    await expect(page.locator(".stk .line")).toContainText(/ · /);
  }
  await expect(a.locator(".req")).toHaveAttribute("data-mine", "false");
  // A click on a figure calls the Break with it.
  await pick(b, /Break with/);
  await expect(b.locator('.req[data-prompt="declare"]')).toBeVisible();
  for (const page of [a, b]) {
    await expect(page.locator(".stk .line b")).toHaveText("Break");
    await expect(stack(page).last()).toContainText("halted, declares anew after 2");
  }
  await expect(stack(a).last()).toContainText("you");
  await expect(stack(b).last()).toContainText("them");
  await pick(b, /^(\d\s*)?Move/);
  // The other side breaks the Break with another model.
  await expect(decision(a).getByRole("heading", { level: 2 })).toHaveText(/Break the Action of .+\?/);
  for (const page of [a, b]) {
    await expect(stack(page)).toHaveCount(3);
    await expect(stack(page).nth(1)).toContainText("Break: Move");
    await expect(stack(page).nth(1)).toContainText("waits for 3");
    await expect(stack(page).nth(2)).toContainText("halted, declares anew after 2");
  }
  const first = (await stack(a).nth(2).locator(".t > b").innerText()).trim();
  await pick(a, /Break with/);
  await expect(a.locator('.req[data-prompt="declare"]')).toBeVisible();
  for (const page of [a, b]) await expect(stack(page)).toHaveCount(3);
  await expect(stack(a).first()).not.toContainText(first);
  await pick(a, /^(\d\s*)?Move/);
  await expect(a.locator('.req[data-prompt="track"]')).toBeVisible();
  for (const page of [a, b]) {
    await expect(stack(page)).toHaveCount(4);
    await expect(page.locator(".stk .line b")).toHaveText("Break of a Break");
    await expect(page.locator(".stk .vh")).toContainText("4 of 4, innermost, running");
  }
  // It closes from the top down: the breaker stays, then the one beneath declares anew.
  await pick(a, /Stay/);
  await expect(b.locator('.req[data-prompt="declare"][data-mine="true"]')).toBeVisible();
  for (const page of [a, b]) await expect(stack(page)).toHaveCount(2);
  await clean(b, true);
  await close();
});

test("Tokens are placed by clicking models, and nothing is measured before an Action is declared", async ({ page }) => {
  await screen(page, { prompt: "order" });
  const active = page.locator(".lg li", { hasText: /is Active/ });
  const before = await active.count();
  const moment = (await turn(page))!;
  const name = (await decision(page).locator(".opts li button b").first().innerText()).trim();
  await page
    .locator("svg.board")
    .getByRole("button", { name: new RegExp(`^${name},`) })
    .click();
  await main(page).click();
  await moved(page, moment);
  await expect(active).toHaveCount(before + 1);
  await expect(active.last()).toContainText(name);
  // Who has a Token wears it; who has none yet wears an empty one, and nobody looks as if he had acted.
  await expect(
    page.locator("svg.board").getByRole("button", { name: new RegExp(`^${name}, .*Action Token 1 of 1`) }),
  ).toBeVisible();
  expect(await page.locator("svg.board [data-token=has]").count()).toBeGreaterThan(0);
  await expect(page.locator("svg.board").getByRole("button", { name: /has acted/ })).toHaveCount(0);
  await expect(decision(page).getByRole("heading", { level: 2 })).toHaveText(
    /Place an Action Token, \d left|who takes the first Action/i,
  );
  await expect(page.locator(".tape")).toContainText("SM-META-10");
  await page.keyboard.press("m");
  await expect(page.locator("svg.board [data-mark=reach]")).toHaveCount(0);
});

test("an opposed roll stands side by side with the modifiers of both", async ({ page }) => {
  await screen(page, { prompt: "stop" });
  await page.setViewportSize({ width: 1440, height: 900 });
  const panel = page.locator(".opp");
  for (let n = 0; n < 8 && (await panel.locator(".end").count()) === 0; n++) {
    const moment = await turn(page);
    await answer(page);
    await moved(page, moment!);
  }
  // On a low screen one that is over is a line, until it is clicked.
  await expect(panel).toHaveClass(/folded/);
  expect((await panel.boundingBox())!.height).toBeLessThan(60);
  await panel.getByRole("button").click();
  await expect(panel.locator(".half")).toHaveCount(2);
  for (const half of await panel.locator(".half").all())
    await expect(half.locator("[data-rule^=SM-]").first()).toBeVisible();
  await expect(panel.locator(".end [data-rule^=SM-]")).toBeVisible();
});

test("a Tactical Die shows whom it is for and against, and the odds with and without it", async ({ page }) => {
  await screen(page, { prompt: "tactical-attack" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(decision(page)).toContainText(/a Tactical Die for the attack on .+\?/);
  await expect(decision(page).locator(".yn .w")).toHaveCount(2);
  // What it buys stands above what it is without.
  const hits = decision(page).locator("[data-compared] .odds");
  await expect(hits).toHaveCount(2);
  const shares = await hits.evaluateAll((all) =>
    all.map((one) => Number(/Hit ([\d.]+)%/.exec(one.getAttribute("aria-label") ?? "")?.[1])),
  );
  expect(shares[0]).toBeGreaterThan(shares[1]!);
});

test("an Adventure by clicking, from the set-up to its end", async ({ page }) => {
  const made = await marches(page, ["wolves", "sheep"], "grave-gold-upstart", {
    players: ["human", "random"],
    files: [company("Wolves", "sword"), company("Sheep", "knife")],
  });
  await page.goto(seat(made.seats[0]!.token));
  let answers = 0;
  for (; answers < 400; answers++) {
    const moment = await turn(page);
    if (moment === null) break;
    await answer(page);
    await moved(page, moment);
  }
  await expect(over(page)).toBeVisible();
  expect(answers).toBeGreaterThan(20);
});

test("the lobby offers both Adventures at every Stage, and the warbands that fit", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Change who fights" }).click();
  await page.locator(".pick").getByRole("button", { name: "The Sword Marches" }).click();
  const scenario = page.getByLabel("Scenario");
  for (const name of [
    /Grave-Gold \(Upstart\)/,
    /The Beacon at Hound's Tor \(Legend\)/,
    /Adventure by Check \(Blooded\)/,
  ])
    await expect(scenario.locator("option").filter({ hasText: name })).toHaveCount(1);
  await scenario.selectOption("beacon-legend");
  await expect(page.getByLabel("Warband").first().locator("option").filter({ hasText: "Tomb Host" })).toHaveCount(1);
  await expect(page.getByLabel("Warband").first().locator("option").filter({ hasText: "Red Company" })).toHaveCount(0);
  await expect(page.getByLabel("Measuring")).toContainText("Only after an Action is declared");
});

test("on a phone the Break, its stack and the figures are all at hand", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await screen(page, { prompt: "break" });
  await expect(stack(page)).toHaveCount(0);
  await page.locator(".stk .line").click();
  await expect(stack(page)).toHaveCount(2);
  await page.locator(".stk .line").click();
  await expect(decision(page).getByRole("button", { name: /No Break/ })).toBeVisible();
  await clean(page, true);
});

test("whether a die is rolled again is asked with the dice that fell, and what either answer comes to", async ({
  page,
}) => {
  await screen(page, { prompt: "reroll" });
  await page.setViewportSize({ width: 1440, height: 900 });
  const fallen = decision(page).locator("[data-fallen]");
  await expect(fallen.locator(".die").first()).toBeVisible();
  await expect(fallen).toContainText(/\d+( [+−]\d+ = \d+)?/);
  await expect(page.locator(".lg li", { hasText: /so far/ }).last()).toBeVisible();
  await expect(decision(page).locator("[data-compared] .odds")).toHaveCount(2);
});

test("what a side has to spend is read in full at every width", async ({ page }) => {
  await screen(page, { prompt: "act" });
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const cut = await page.locator(".trk").evaluate((track) => {
      const box = track.getBoundingClientRect();
      const all = [...track.querySelectorAll<HTMLElement>(".has > span")].filter(
        (one) => one.getClientRects().length > 0,
      );
      return {
        seen: all.length,
        cut: all.filter((one) => {
          const at = one.getBoundingClientRect();
          return (
            at.left < box.left - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 1 || at.top < box.top - 1
          );
        }).length,
        phases:
          track.querySelector(".cur")!.getBoundingClientRect().right <=
          track.querySelector(".score")!.getBoundingClientRect().left + 1,
      };
    });
    expect(cut.seen, `at ${width}`).toBeGreaterThan(2);
    expect(cut.cut, `at ${width}`).toBe(0);
    expect(cut.phases, `the phase is not covered at ${width}`).toBe(true);
  }
});

test("the roll for the choice of Adventure is gone when models are placed, and their row stays in the window", async ({
  page,
}) => {
  const made = await marches(page, ["ash-wood", "vault-seekers"], "grave-gold-blooded", { shared: true });
  expect(await reach(page, made.seats[0]!.token, { prompt: "deploy" }, 3)).toBe(true);
  await page.goto(seat(made.seats[0]!.token));
  await turn(page);
  await expect(page.locator(".opp")).toHaveCount(0);
  const panel = (await page.locator(".pth").boundingBox())!;
  for (const pen of await page.locator(".pens button").all())
    expect((await pen.boundingBox())!.x + (await pen.boundingBox())!.width).toBeLessThanOrEqual(panel.x + panel.width);
});
