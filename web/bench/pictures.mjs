// The pictures of docs/ and, with a folder as argument, every screen at three widths in both themes: `npm run
// pictures`.
import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const port = 7992;
const base = `http://127.0.0.1:${port}`;
const store = join(tmpdir(), `fray-pictures-${process.pid}.db`);
const all = process.argv[2];
const server = spawn(
  process.env.FRAY_BIN ?? "../target/release/fray",
  ["play", "--port", String(port), "--no-open", "--store", store, "--pause", "0", "--seed", "1"],
  { stdio: "ignore" },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const WIDTHS = { 375: 812, 1024: 768, 1440: 900 };

/** Plays a shared screen until a decision has what is asked for. */
const play = (page, token, wanted) =>
  page.evaluate(
    ({ token, wanted }) =>
      new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
        socket.onmessage = (event) => {
          const state = JSON.parse(event.data);
          if (state.type !== "state") return;
          const request = state.request;
          if (
            state.outcome ||
            (wanted &&
              request.prompt === wanted.prompt &&
              request.stack.length >= (wanted.stack ?? 0) &&
              state.moment >= (wanted.after ?? 0) &&
              (!wanted.verb || request.options.some((one) => one.verb === wanted.verb && one.figures.length > 0)))
          ) {
            socket.close();
            done(state.outcome === null);
            return;
          }
          const bold = request.options.filter((one) => ["attack", "charge", "reply", "with"].includes(one.verb));
          const pool =
            bold.length && Math.random() < 0.6
              ? bold
              : request.ways.length && (Math.random() < 0.7 || !request.options.length)
                ? request.ways
                : request.options;
          socket.send(
            JSON.stringify({
              type: "answer",
              moment: state.moment,
              line: pool[Math.floor(Math.random() * pool.length)].line,
            }),
          );
        };
      }),
    { token, wanted },
  );

try {
  for (let n = 0; n < 100; n++)
    if (
      await fetch(`${base}/api/catalog`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    else await new Promise((done) => setTimeout(done, 100));
  const begin = async () =>
    (
      await (
        await fetch(`${base}/api/battles`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: base },
          body: JSON.stringify({
            system: "sellsword",
            scenario: "standard",
            sides: ["havoc-grave-march", "valor-manor-guard"].map((warband) => ({ warband, player: "human" })),
            own_dice: [],
            shared_screen: true,
          }),
        })
      ).json()
    ).seats?.[0].token;
  const first = await browser.newPage();
  await first.goto(base);
  const reach = async (wanted) => {
    for (;;) {
      const token = await begin();
      if ((await play(first, token, wanted)) || !wanted) return token;
    }
  };
  const [fight, reply, over] = [
    await reach({ prompt: "act", verb: "attack", after: 60 }),
    await reach({ prompt: "reply", stack: 2, after: 30 }),
    await reach(null),
  ];
  const open = (token) => async (page) => {
    await page.goto(`${base}/#/battle/${token}`);
    await page.locator("svg.board").waitFor();
  };
  // Sword and Claw: armies march to the middle until several figures may shoot or strike.
  const claw = (
    await (
      await fetch(`${base}/api/battles`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: base },
        body: JSON.stringify({
          system: "sword-and-claw",
          scenario: "street-fight",
          sides: ["humans-ford-wardens", "horde-red-hand"].map((warband) => ({ warband, player: "human" })),
          own_dice: [],
          shared_screen: true,
          options: { attacker: "a" },
        }),
      })
    ).json()
  ).seats[0].token;
  await first.evaluate(
    (token) =>
      new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
        socket.onmessage = (event) => {
          const state = JSON.parse(event.data);
          if (state.type !== "state") return;
          const { prompt, options, ways } = state.request;
          if (
            state.outcome ||
            (prompt === "declare" &&
              new Set(options.filter((one) => one.figures.length > 1).map((one) => one.figures[0])).size >= 4)
          ) {
            socket.close();
            done();
            return;
          }
          const line = (text) => options.find((one) => text.test(one.line))?.line;
          const row = (way) => Math.abs(24 - Number(way.to.replace(/^[A-Z]+/, "")));
          const near = [...ways].sort((a, b) => row(a) - row(b))[0];
          socket.send(
            JSON.stringify({
              type: "answer",
              moment: state.moment,
              line:
                line(/^place all/) ??
                (prompt === "order" ? near?.line : undefined) ??
                line(/^(shoot|attack)/) ??
                line(/^activate/) ??
                line(/^(done|pass)/) ??
                options[0]?.line ??
                ways[0].line,
            }),
          );
        };
      }),
    claw,
  );
  // The tables in inches, brought to a decision worth looking at.
  const inches = async (system, scenario, bands, wanted, options = {}) => {
    const made = await (
      await fetch(`${base}/api/battles`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: base },
        body: JSON.stringify({
          system,
          scenario,
          sides: bands.map((warband) => ({ warband, player: "human" })),
          own_dice: [],
          shared_screen: true,
          options,
        }),
      })
    ).json();
    const token = made.seats[0].token;
    await first.evaluate(
      ({ token, wanted }) =>
        new Promise((done) => {
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
          let [dice, asked] = [5, 0];
          const random = (n) => {
            dice = (dice * 1103515245 + 12345) % 2147483648;
            return Math.floor((dice / 2147483648) * n);
          };
          socket.onmessage = (event) => {
            const state = JSON.parse(event.data);
            if (state.type !== "state") return;
            const { prompt, options, stack, ways } = state.request ?? {};
            if (
              state.outcome ||
              (prompt === wanted.prompt && stack.length >= (wanted.stack ?? 0) && asked++ >= (wanted.after ?? 0))
            ) {
              socket.close();
              done();
              return;
            }
            const bold = options.filter((one) =>
              /^(charge|attack|fight|shoot|standing-fire|move|run|track|hustle|break|strike)$/.test(one.verb),
            );
            const calm = options.filter((one) => !/^(end|pass|stay|forfeit|concede|done)$/.test(one.verb));
            const pool =
              bold.length && random(4) ? bold : calm.length && random(5) ? calm : options.length ? options : ways;
            socket.send(JSON.stringify({ type: "answer", moment: state.moment, line: pool[random(pool.length)].line }));
          };
        }),
      { token, wanted },
    );
    return token;
  };
  const core = await inches(
    "coreheim",
    "street-fight",
    ["red-pennant", "under-nails"],
    { prompt: "path", after: 12 },
    { "free-measuring": "on" },
  );
  const march = await inches("sword-marches", "grave-gold-upstart", ["red-company", "barrow-host"], {
    prompt: "break",
    stack: 1,
    after: 3,
  });
  /** The first answer of an opened act, drawn and measured before it is given. */
  const consider = (token, act) => async (page) => {
    await open(token)(page);
    const button = page.locator(".acts button", { hasText: act }).first();
    if (await button.isVisible()) await button.click();
    if (await page.locator(".opts li button").first().isVisible())
      await page.locator(".opts li button").first().click();
    await page.waitForTimeout(600);
  };
  const declare = async (page) => {
    await open(claw)(page);
    const each = page.getByRole("button", { name: /each at the nearest/ }).first();
    if (!(await each.isVisible())) return;
    await each.click();
    await page
      .locator('[data-mark="declared"]')
      .first()
      .waitFor({ timeout: 8000 })
      .catch(() => {});
    await page.waitForTimeout(1500);
  };
  const shot = async (name, width, dark, act) => {
    const context = await browser.newContext({
      viewport: { width, height: WIDTHS[width] },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await act(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: name });
    await context.close();
  };
  const aim = async (page) => {
    await open(fight)(page);
    await page.locator(".acts button", { hasText: "target" }).first().click();
    if (await page.locator(".opts li button").first().isVisible())
      await page.locator(".opts li button").first().click();
    await page
      .locator(".odds")
      .waitFor({ timeout: 4000 })
      .catch(() => {});
  };
  const walk = async (page) => {
    await open(fight)(page);
    await page.keyboard.press("t");
    const squares = page.locator('[role=gridcell][aria-label*="in reach"]');
    if (await squares.count()) await squares.nth(Math.floor((await squares.count()) / 3)).hover();
  };
  const replay = async (page) => {
    await open(over)(page);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("slider").waitFor();
    await page.getByRole("button", { name: "To the end" }).click();
    await page.waitForTimeout(300);
    for (let n = 0; n < 12; n++) await page.getByRole("button", { name: "Step back" }).click();
  };
  const screens = {
    coreheim: consider(core, /Run|Walk/),
    marches: consider(march, "Break with"),
    claw: open(claw),
    declare,
    battle: aim,
    walk,
    reply: open(reply),
    replay,
    end: open(over),
    home: async (page) => {
      await page.goto(base);
      await page.locator(".card").first().waitFor();
    },
    setup: async (page) => {
      await page.goto(base);
      await page.getByRole("button", { name: "Change who fights" }).click();
    },
    rulebook: async (page) => {
      await page.goto(`${base}/#/rules/SW-TERRAIN-10`);
      await page.locator(".lead").waitFor();
    },
  };
  if (all)
    for (const [name, act] of Object.entries(screens))
      for (const width of [375, 1024, 1440])
        for (const dark of [false, true])
          await shot(join(all, `${name}-${width}-${dark ? "dark" : "light"}.png`), width, dark, act);
  else
    for (const [name, width, dark, act] of [
      ["board-home", 1440, false, screens.home],
      ["board-battle", 1440, false, aim],
      ["board-battle-dark", 1440, true, walk],
      ["board-phone", 375, false, aim],
      ["board-claw", 1440, false, declare],
      ["board-coreheim", 1440, false, screens.coreheim],
      ["board-marches", 1440, true, screens.marches],
      ["board-rulebook", 1440, false, screens.rulebook],
    ])
      await shot(`../docs/${name}.png`, width, dark, act);
} finally {
  await browser.close();
  server.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm"]) rmSync(store + end, { force: true });
}
