import { expect, test, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, bold, decision, moved, turn } from "./hands.ts";

const port = 7983;
const base = `http://127.0.0.1:${port}`;
const program = process.env.FRAY_BIN ?? "../target/release/fray";

function start(store: string): ChildProcess {
  return spawn(
    program,
    ["play", "--port", String(port), "--no-open", "--store", store, "--pause", "0", "--seed", "1"],
    { stdio: "ignore" },
  );
}
const up = (page: Page) =>
  expect
    .poll(async () => (await page.request.get(`${base}/api/catalog`).catch(() => null))?.ok() ?? false, {
      timeout: 60_000,
    })
    .toBe(true);
const gone = (child: ChildProcess) =>
  new Promise<void>((done) =>
    child.exitCode !== null || child.signalCode !== null ? done() : child.once("exit", () => done()),
  );

test("the server is killed in the middle of a battle, and the tab goes on", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "fray-killed-"));
  const store = join(folder, "battles.db");
  let server = start(store);
  try {
    await up(page);
    await page.goto(base);
    await page.getByRole("button", { name: "Quick battle Enter" }).click();
    const act = bold();
    const play = async (answers: number) => {
      for (let n = 0; n < answers; n++) {
        const moment = await turn(page);
        if (moment === null) return;
        await answer(page, act);
        await moved(page, moment);
      }
      await turn(page);
    };
    await play(7);
    const before = {
      title: await decision(page).locator("h2").innerText(),
      log: await page.locator(".lg li").allInnerTexts(),
      moment: await decision(page).getAttribute("data-moment"),
    };
    for (let n = 0; n < 2; n++) {
      server.kill("SIGKILL");
      await gone(server);
      expect(server.signalCode).toBe("SIGKILL");
      await expect(page.locator(".lost")).toBeVisible();
      // What is pressed while nobody listens is not made, and not lost silently either: the question stays.
      await expect(decision(page)).toBeVisible();
      server = start(store);
      await up(page);
      await expect(page.locator(".lost")).toHaveCount(0, { timeout: 30_000 });
      await turn(page);
      expect(await decision(page).locator("h2").innerText()).toBe(before.title);
      expect(await page.locator(".lg li").allInnerTexts()).toEqual(before.log);
      expect(await decision(page).getAttribute("data-moment")).toBe(before.moment);
    }
    // The same tab, never reloaded, plays on; what was undone before a kill can still be made again after it.
    await play(3);
    await page.keyboard.press("u");
    await expect(page.getByRole("button", { name: "Redo" })).toBeVisible();
    const undone = await page.locator(".lg li").count();
    server.kill("SIGKILL");
    await gone(server);
    server = start(store);
    await up(page);
    await expect(page.locator(".lost")).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole("button", { name: "Redo" })).toBeVisible();
    await page.keyboard.press("Shift+U");
    await expect.poll(async () => page.locator(".lg li").count()).toBeGreaterThanOrEqual(undone);
    await play(2);
  } finally {
    server.kill("SIGKILL");
    await gone(server);
    rmSync(folder, { recursive: true, force: true });
  }
});
