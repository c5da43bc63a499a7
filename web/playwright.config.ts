import { defineConfig } from "@playwright/test";
import { tmpdir } from "node:os";
import { join } from "node:path";

// FRAY_BIN is the program under test, on FRAY_PORT; FRAY_URL a server that runs already. The same setup always gets the
// same dice.
const port = Number(process.env.FRAY_PORT ?? 7979);
const url = process.env.FRAY_URL ?? `http://127.0.0.1:${port}`;
const program = process.env.FRAY_BIN ?? "../target/release/fray";
const store = join(tmpdir(), `fray-board-${process.pid}.db`);

export default defineConfig({
  testDir: "tests",
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // Browser, server and minds share what the machine has: a test may lose that race once, and is then listed as flaky.
  retries: 1,
  reporter: [["list"]],
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  ...(process.env.FRAY_URL
    ? {}
    : {
        webServer: {
          command: `${program} play --port ${port} --no-open --store ${store} --pause 0 --seed 1`,
          url,
          timeout: 60_000,
        },
      }),
});
