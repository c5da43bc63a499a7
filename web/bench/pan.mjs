// How long frames take while a board of 60 figures is panned: `npm run bench [sword-and-claw]`, with FRAY_BIN or a
// release build. Prints figures; it is no test, for it measures the machine as well.
import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const port = Number(process.env.FRAY_PORT ?? 7991);
const base = `http://127.0.0.1:${port}`;
const store = join(tmpdir(), `fray-pan-${process.pid}.db`);
const server = spawn(
  process.env.FRAY_BIN ?? "../target/release/fray",
  ["play", "--port", String(port), "--no-open", "--store", store, "--pause", "0"],
  { stdio: "ignore" },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
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
  const many = process.argv[2] === "sword-and-claw";
  const side = { warband: "havoc-grave-march", player: "human" };
  const made = await (
    await fetch(`${base}/api/battles`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body: JSON.stringify(
        many
          ? {
              system: "sword-and-claw",
              scenario: "hold-the-pass",
              sides: ["humans-marshals-host", "horde-dragons-tithe"].map((warband) => ({ warband, player: "human" })),
              own_dice: [],
              shared_screen: true,
            }
          : {
              system: "sellsword",
              scenario: "standard",
              sides: Array(8).fill(side),
              own_dice: [],
              shared_screen: true,
            },
      ),
    })
  ).json();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // Armies place themselves, and the first side is about to move.
  if (many)
    await page.goto(base).then(() =>
      page.evaluate(
        (token) =>
          new Promise((done) => {
            const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${token}`);
            socket.onmessage = (event) => {
              const state = JSON.parse(event.data);
              if (state.type !== "state") return;
              if (state.request.prompt === "movement") {
                socket.close();
                done();
                return;
              }
              const { options, ways } = state.request;
              socket.send(
                JSON.stringify({
                  type: "answer",
                  moment: state.moment,
                  line: (options.find((one) => one.line === "place all") ?? options[0] ?? ways[0]).line,
                }),
              );
            };
          }),
        made.seats[0].token,
      ),
    );
  // Everybody stands on the board: whoever still waits is put on a square of their own.
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "state" && !many) {
        const { width, height } = message.scene.board;
        message.scene.figures = message.scene.figures.slice(0, 60).map((one, n) => ({
          ...one,
          site: {
            kind: "squares",
            at: String.fromCharCode(65 + ((n * 3) % width)) + String(1 + ((Math.floor((n * 3) / width) * 2) % height)),
            width: 1,
            height: 1,
          },
          badges: one.badges.length ? one.badges : [{ text: "Injured", rule: "SW-STATUS-22" }],
        }));
      }
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(`${base}/#/battle/${made.seats[0].token}`);
  await page.locator("svg.board").waitFor();
  const figures = await page.locator("svg.board .figure").count();
  for (let n = 0; n < 3; n++) await page.keyboard.press("+");
  const frame = await page.locator("svg.board").boundingBox();
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const measure = async (name, act) => {
    await page.evaluate(() => {
      window.frames_ = [];
      window.going = true;
      let last = performance.now();
      const tick = (now) => {
        window.frames_.push(now - last);
        last = now;
        if (window.going) requestAnimationFrame(tick);
      };
      requestAnimationFrame((now) => {
        last = now;
        requestAnimationFrame(tick);
      });
    });
    await act();
    const frames = (
      await page.evaluate(() => {
        window.going = false;
        return window.frames_;
      })
    ).sort((a, b) => a - b);
    const at = (share) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))].toFixed(1);
    const slow = frames.filter((one) => one > 50).length;
    console.log(
      `${name}, ${figures} figures, ${frames.length} frames, in ms: median ${at(0.5)},`,
      `95th percentile ${at(0.95)}, longest ${at(1)}, over 50: ${slow}`,
    );
  };
  const pan = async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let n = 0; n < 240; n++) await page.mouse.move(x + Math.sin(n / 12) * 250, y + Math.cos(n / 17) * 160);
    await page.mouse.up();
  };
  // The wheel turns, rests, and turns again: what is painted anew at rest counts too.
  const zoom = async () => {
    for (let n = 0; n < 60; n++) {
      await page.mouse.wheel(0, n % 20 < 10 ? -60 : 60);
      if (n % 10 === 9) await page.waitForTimeout(300);
    }
  };
  for (const name of ["panning, just after a zoom", "panning", "panning"]) await measure(name, pan);
  await measure("zooming", zoom);
  // What else runs on the machine: a page on which nothing happens has the frames of a busy machine too, ...
  await measure("nothing", () => page.waitForTimeout(4000));
  // ... and what the page itself computes shows as time of the processor, whatever else runs.
  const devtools = await page.context().newCDPSession(page);
  const weigh = async (name, act) => {
    const events = [];
    const keep = ({ value }) => events.push(...value);
    devtools.on("Tracing.dataCollected", keep);
    await devtools.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: { includedCategories: ["toplevel"] },
    });
    await act();
    const done = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await done;
    devtools.off("Tracing.dataCollected", keep);
    const threads = events
      .filter((one) => one.name === "thread_name" && one.args.name === "CrRendererMain")
      .map((one) => `${one.pid} ${one.tid}`);
    const tasks = events
      .filter((one) => one.ph === "X" && one.tdur > 0 && threads.includes(`${one.pid} ${one.tid}`))
      .map((one) => one.tdur / 1000)
      .sort((a, b) => b - a);
    console.log(
      `${name}, processor time of the page's longest tasks, in ms: ${tasks
        .slice(0, 3)
        .map((one) => one.toFixed(1))
        .join(", ")}`,
    );
  };
  await page.keyboard.press("+");
  await weigh("panning, just after a zoom", pan);
  await weigh("panning", pan);
  await weigh("zooming", zoom);
} finally {
  await browser.close();
  server.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm"]) rmSync(store + end, { force: true });
}
