import { expect, test, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clean } from "./hands.ts";

const port = 7984;
const base = `http://127.0.0.1:${port}`;
const program = process.env.FRAY_BIN ?? "../target/release/fray";

const start = (store: string): ChildProcess => spawn(program, ["play", "--port", String(port), "--no-open", "--store", store, "--pause", "0", "--seed", "5"], { stdio: "ignore" });
const up = (page: Page) => expect.poll(async () => (await page.request.get(`${base}/api/catalog`).catch(() => null))?.ok() ?? false, { timeout: 60_000 }).toBe(true);
const gone = (child: ChildProcess) => new Promise<void>((done) => (child.exitCode !== null || child.signalCode !== null ? done() : child.once("exit", () => done())));
const stage = (page: Page, name: string, battles: number) => expect(page.locator(`main[data-stage="${name}"][data-battles="${battles}"]`)).toBeVisible({ timeout: 60_000 });
const asked = (page: Page) => page.locator('.req[data-mine="true"]');
const moment = (page: Page) => asked(page).getAttribute("data-moment");
const band = (page: Page) => page.locator('.band[data-seat="0"]');

/** One answer by clicking: buys what it can once, hands it out, and is done with the market; anything else is the first of the list. */
async function answer(page: Page, bought: { thing: string | null; id: string; given: boolean }): Promise<void> {
  // Nothing is answered while the line is cut.
  await expect(page.locator(".after .lost")).toHaveCount(0);
  const before = await moment(page);
  const prompt = await asked(page).getAttribute("data-prompt");
  const kind = (name: string) => asked(page).locator(".kinds button", { hasText: name });
  const take = async () => { await asked(page).locator(".opts button").first().click(); await asked(page).locator("[data-main]").click(); };
  if (prompt === "trade" && bought.thing === null && (await kind("Buy").count()) > 0) {
    await kind("Buy").click();
    bought.thing = (await asked(page).locator(".opts button b").first().innerText()).replace(/^Buy /, "");
    bought.id = (await asked(page).locator(".opts button").first().getAttribute("data-line"))!.replace(/^buy /, "");
    await take();
  } else if (prompt === "trade" && !bought.given && (await kind("Give").count()) > 0) {
    bought.given = true;
    await kind("Give").click();
    await take();
  } else if ((await asked(page).locator("[data-done]").count()) > 0) await asked(page).locator("[data-done]").click();
  else await take();
  await page.waitForFunction((old) => document.querySelector<HTMLElement>(".req[data-mine]")?.dataset.moment !== old, before, { timeout: 30_000 });
}

async function next(page: Page, battles: number): Promise<boolean> {
  await expect(asked(page).or(page.locator(`main[data-stage="ready"][data-battles="${battles}"]`)).first()).toBeVisible({ timeout: 60_000 });
  return (await asked(page).count()) > 0;
}

test("a campaign of three battles from the home page, with the server killed in between", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "fray-campaign-"));
  const store = join(folder, "battles.db");
  let server = start(store);
  const kill = async () => {
    server.kill("SIGKILL");
    await gone(server);
    expect(server.signalCode).toBe("SIGKILL");
    server = start(store);
    await up(page);
  };
  try {
    await up(page);
    await page.goto(base);
    await page.getByRole("button", { name: "Begin a campaign" }).click();
    const form = page.getByRole("form", { name: "A new campaign" });
    // A file with mistakes: all of them are told, and what was typed stays.
    await form.getByLabel("What is it called?").fill("The lower town");
    await form.getByLabel("Warband file: Your warband").setInputFiles({ name: "wolves.toml", mimeType: "text/plain", buffer: Buffer.from('name = "Wolves"\nband = "nowhere"\n\n[[member]]\nfighter = "nobody"\n') });
    await form.getByRole("button", { name: "Begin" }).click();
    await expect(form.getByRole("alert")).toContainText("wolves.toml, line 2, column");
    await expect(form.getByRole("alert")).toContainText("line 5, column");
    await expect(form.getByLabel("What is it called?")).toHaveValue("The lower town");
    await clean(page);
    await form.getByRole("button", { name: "Take a ready-made one" }).click();
    await form.getByLabel("Played by").selectOption("random");
    await form.getByRole("button", { name: "Begin" }).click();
    await stage(page, "ready", 0);
    await clean(page);
    const token = page.url().split("/").at(-1)!;
    const file = async () => (await page.request.get(`${base}/api/campaigns/${token}/warbands/0`)).text();
    for (let n = 1; n <= 3; n++) {
      const before = await file();
      if (n === 3) await page.setViewportSize({ width: 375, height: 812 });
      await page.getByLabel("Who stands in for you?").selectOption("random");
      await page.getByRole("button", { name: "Let minds fight it out" }).click();
      await expect(page.locator('main[data-stage="ready"]')).toHaveCount(0, { timeout: 30_000 });
      if (n === 2) await kill();
      await stage(page, "aftermath", n - 1);
      const bought = { thing: null as string | null, id: "", given: false };
      for (let answers = 0; answers < 80 && (await next(page, n)); answers++) {
        await answer(page, bought);
        if (answers === 1 && n === 1) {
          // A deal is taken back for nothing, and made again.
          await page.getByRole("button", { name: /^Take back: / }).click();
          await page.getByRole("button", { name: "Redo" }).click();
          await clean(page);
        }
        if (answers === 0 && n === 2) await kill();
        if (answers === 0 && n === 3) {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
          await clean(page);
        }
      }
      await stage(page, "ready", n);
      await expect(band(page).locator('[data-total="Battles"] dd')).toHaveText(String(n));
      const now = await file();
      expect(now).not.toBe(before);
      expect(now).toContain(`battles = ${n}`);
      // What was bought stands on the page and in the file.
      expect(bought.thing).not.toBeNull();
      await expect(band(page)).toContainText(bought.thing!);
      expect(now).toContain(`"${bought.id}"`);
    }
    // Three battles have left their marks: an advance, an injury, a death.
    expect(await file()).toMatch(/changes = |skills = |missing = /);
    await expect(band(page).locator(".mark").first()).toBeVisible();
    await page.locator('[data-followed="1"] summary').click();
    await expect(page.locator('[data-followed="1"] li[data-name="bought"]')).not.toHaveCount(0);
    await expect(page.locator('[data-followed="1"] .die')).not.toHaveCount(0);
    await clean(page);
    // The replay of a battle, and the way back from the start page.
    await page.goto(`${base}/#/`);
    await expect(page.getByRole("link", { name: /Continue.*The lower town/ })).toBeVisible();
    await page.getByRole("link", { name: /Continue.*The lower town/ }).click();
    await page.getByRole("link", { name: /Replay.*Battle 2/ }).click();
    await expect(page.locator("svg.board")).toBeVisible();
  } finally {
    server.kill("SIGKILL");
    await gone(server);
    rmSync(folder, { recursive: true, force: true });
  }
});
