import { expect, test, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clean, over, playOut } from "./hands.ts";
import { band as lanterns, reply } from "./lanterns.ts";
import { answer as march, company } from "./marchers.ts";

const program = process.env.FRAY_BIN ?? "../target/release/fray";

/** A server with a store of its own, that can be killed and started again. */
class Hall {
  readonly base: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "fray-campaign-"));
  #server: ChildProcess;

  constructor(readonly port: number) {
    this.base = `http://127.0.0.1:${port}`;
    this.#server = this.#start();
  }

  #start = () =>
    spawn(
      program,
      [
        "play",
        "--port",
        String(this.port),
        "--no-open",
        "--store",
        join(this.#folder, "battles.db"),
        "--pause",
        "0",
        "--seed",
        "5",
      ],
      { stdio: "ignore" },
    );
  up = (page: Page) =>
    expect
      .poll(async () => (await page.request.get(`${this.base}/api/catalog`).catch(() => null))?.ok() ?? false, {
        timeout: 60_000,
      })
      .toBe(true);
  #gone = () =>
    new Promise<void>((done) =>
      this.#server.exitCode !== null || this.#server.signalCode !== null
        ? done()
        : this.#server.once("exit", () => done()),
    );

  async kill(page: Page): Promise<void> {
    this.#server.kill("SIGKILL");
    await this.#gone();
    expect(this.#server.signalCode).toBe("SIGKILL");
    this.#server = this.#start();
    await this.up(page);
  }

  async close(): Promise<void> {
    this.#server.kill("SIGKILL");
    await this.#gone();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const stage = (page: Page, name: string, battles: number) =>
  expect(page.locator(`main[data-stage="${name}"][data-battles="${battles}"]`)).toBeVisible({ timeout: 60_000 });
const asked = (page: Page) => page.locator('.req[data-mine="true"]');
const band = (page: Page) => page.locator('.band[data-seat="0"]');
const toml = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
interface Bought {
  thing: string | null;
  id: string;
  given: boolean;
}

/** One answer by clicking: buys what it can once, hands it out, and is done with the market; anything else is the first
 * of the list. */
async function answer(page: Page, bought: Bought): Promise<void> {
  // Nothing is answered while the line is cut.
  await expect(page.locator(".after .lost")).toHaveCount(0);
  const before = await asked(page).getAttribute("data-moment");
  const prompt = await asked(page).getAttribute("data-prompt");
  const kind = (name: string) => asked(page).locator(".kinds button", { hasText: name });
  const market = prompt === "trade" || prompt === "commerce";
  const take = async () => {
    await asked(page).locator(".opts button").first().click();
    await asked(page).locator("[data-main]").click();
  };
  if (market && bought.thing === null && (await kind("Buy").count()) > 0) {
    await kind("Buy").click();
    const first = asked(page).locator(".opts button").first();
    await expect(first.locator(".price")).toHaveText(/^\d+ (gold|SP)$/);
    bought.thing = (await first.locator("b").innerText()).replace(/^Buy /, "").replace(/ for .*$/, "");
    bought.id = (await first.getAttribute("data-line"))!.split(" ").at(-1)!;
    await take();
  } else if (prompt === "trade" && !bought.given && (await kind("Give").count()) > 0) {
    bought.given = true;
    await kind("Give").click();
    await take();
  } else if ((await asked(page).locator("[data-done]").count()) > 0 && prompt !== "advance")
    await asked(page).locator("[data-done]").click();
  else await take();
  await page.waitForFunction(
    (old) => document.querySelector<HTMLElement>(".req[data-mine]")?.dataset.moment !== old,
    before,
    { timeout: 30_000 },
  );
}

async function next(page: Page, battles: number): Promise<boolean> {
  await expect(
    asked(page)
      .or(page.locator(`main[data-stage="ready"][data-battles="${battles}"]`))
      .first(),
  ).toBeVisible({ timeout: 60_000 });
  return (await asked(page).count()) > 0;
}

/** The next battle, fought on the board by a person who clicks, and the way back. */
async function fight(page: Page, one: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Fight the next battle" }).click();
  await expect(page.locator("svg.board")).toBeVisible();
  expect(await playOut(page, one, 500)).toBeGreaterThan(10);
  await expect(over(page)).toBeVisible();
  await page.getByRole("link", { name: "Back to the campaign" }).click();
}

async function minds(page: Page): Promise<void> {
  await page.getByLabel("Who stands in for you?").selectOption("random");
  await page.getByRole("button", { name: "Let minds fight it out" }).click();
  await expect(page.locator('main[data-stage="ready"]')).toHaveCount(0, { timeout: 30_000 });
}

test("a campaign of three battles from the home page, one of them clicked, with the server killed in between", async ({
  page,
}) => {
  const hall = new Hall(7984);
  try {
    await hall.up(page);
    await page.goto(hall.base);
    await page.getByRole("button", { name: "Begin a campaign" }).click();
    const form = page.getByRole("form", { name: "A new campaign" });
    // A file with mistakes: all of them are told, and what was typed stays.
    await form.getByLabel("What is it called?").fill("The lower town");
    await form
      .getByLabel("Warband file: Your warband")
      .setInputFiles(toml("wolves.toml", 'name = "Wolves"\nband = "nowhere"\n\n[[member]]\nfighter = "nobody"\n'));
    await form.getByRole("button", { name: "Begin" }).click();
    await expect(form.getByRole("alert")).toContainText("wolves.toml, line 2, column");
    await expect(form.getByRole("alert")).toContainText("line 5, column");
    await expect(form.getByLabel("What is it called?")).toHaveValue("The lower town");
    await clean(page);
    const five = ["captain", "sergeant", "swordmaster", "swordmaster", "swordmaster"];
    await form
      .getByLabel("Warband file: Your warband")
      .setInputFiles(toml("wolves.toml", lanterns("Wolves", "sword", five)));
    await form
      .getByLabel("Warband file: The other warband")
      .setInputFiles(toml("crows.toml", lanterns("Crows", "club", five)));
    await form.getByLabel("Played by").selectOption("random");
    await form.getByRole("button", { name: "Begin" }).click();
    await stage(page, "ready", 0);
    await clean(page);
    const token = page.url().split("/").at(-1)!;
    const file = async () => (await page.request.get(`${hall.base}/api/campaigns/${token}/warbands/0`)).text();
    for (let n = 1; n <= 3; n++) {
      const before = await file();
      if (n === 3) await page.setViewportSize({ width: 375, height: 812 });
      if (n === 1) await fight(page, reply);
      else await minds(page);
      if (n === 2) await hall.kill(page);
      await stage(page, "aftermath", n - 1);
      await expect(page.locator(".fought")).toContainText(/( won|draw) .*, round \d+\./i);
      const bought: Bought = { thing: null, id: "", given: false };
      for (let answers = 0; answers < 80 && (await next(page, n)); answers++) {
        await answer(page, bought);
        if (answers === 1 && n === 1) {
          // A deal is taken back for nothing, and made again.
          await page.getByRole("button", { name: /^Take back: / }).click();
          await page.getByRole("button", { name: "Redo" }).click();
          await clean(page);
        }
        if (answers === 0 && n === 2) await hall.kill(page);
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
    await page.goto(`${hall.base}/#/`);
    await expect(page.getByRole("link", { name: /Continue.*The lower town/ })).toBeVisible();
    await page.getByRole("link", { name: /Continue.*The lower town/ }).click();
    await page.getByRole("link", { name: /Replay.*Battle 2/ }).click();
    await expect(page.locator("svg.board")).toBeVisible();
  } finally {
    await hall.close();
  }
});

test("a chronicle of three battles of The Sword Marches, the first fought by clicking", async ({ page }) => {
  const hall = new Hall(7985);
  try {
    await hall.up(page);
    await page.goto(hall.base);
    await page.getByRole("button", { name: "Begin a campaign" }).click();
    const form = page.getByRole("form", { name: "A new campaign" });
    await form.getByLabel("System").selectOption("sword-marches");
    // Only warbands that may meet are offered.
    await form.locator("fieldset select").first().selectOption("tomb-host");
    await expect(
      form.locator("fieldset").nth(1).locator("select").first().locator("option", { hasText: "Red Company" }),
    ).toHaveCount(0);
    await clean(page);
    await form
      .getByLabel("Warband file: Your warband")
      .setInputFiles(toml("wolves.toml", company("Wolves", "sword", ["Cid", "Dot"])));
    await form
      .getByLabel("Warband file: The other warband")
      .setInputFiles(toml("sheep.toml", company("Sheep", "knife", ["Eve", "Fay"])));
    await form.getByLabel("Played by").selectOption("random");
    await form.getByRole("button", { name: "Begin" }).click();
    await stage(page, "ready", 0);
    // Both are Upstarts: no battle of another Stage is offered, nor drawn by lot.
    await expect(page.getByLabel("Scenario").locator("option", { hasText: /Legend|Blooded/ })).toHaveCount(0);
    await expect(page.getByLabel("Scenario").locator("option", { hasText: "Upstart" })).not.toHaveCount(0);
    const token = page.url().split("/").at(-1)!;
    const file = async () => (await page.request.get(`${hall.base}/api/campaigns/${token}/warbands/0`)).text();
    let spent = 0;
    for (let n = 1; n <= 3; n++) {
      const before = await file();
      if (n === 1) {
        await page.getByLabel("Scenario").selectOption("grave-gold-upstart");
        await fight(page, march);
      } else await minds(page);
      await stage(page, "aftermath", n - 1);
      const bought: Bought = { thing: n === 1 ? null : "once is enough", id: "", given: true };
      for (let answers = 0; answers < 80 && (await next(page, n)); answers++) {
        const prompt = await asked(page).getAttribute("data-prompt");
        if (prompt === "advance") {
          spent++;
          await expect(asked(page).locator(".price").first()).toHaveText(/^\d+ EXP$/);
        }
        if (prompt === "commerce" && n === 1 && bought.thing === null) {
          // A long list may be looked at for one fighter alone.
          await asked(page).locator(".whom button", { hasText: "Ann" }).click();
          for (const label of await asked(page).locator(".opts button b").allInnerTexts())
            expect(label).toContain("Ann");
          // What is in the purse, what it costs and what is left then stand beside the button.
          await asked(page).locator(".opts button:has(.price)").first().click();
          const purse = asked(page).locator("[data-purse]");
          await expect(purse).toContainText(/\d+ silver/);
          await expect(purse).toContainText(/Price: \d+ SP/);
          await expect(purse).toContainText(/\d+ left then/);
          await clean(page);
          // Bought for one fighter, the list is still about that one.
          const moment = await asked(page).getAttribute("data-moment");
          await page.locator("[data-main]").click();
          await expect.poll(() => asked(page).getAttribute("data-moment")).not.toBe(moment);
          await expect(asked(page).locator(".whom button", { hasText: "Ann" })).toHaveAttribute("aria-pressed", "true");
        }
        await answer(page, bought);
      }
      // The other side is a mind's: its commerce comes to an end by itself.
      await stage(page, "ready", n);
      await expect(band(page).locator('[data-total="Battles"] dd')).toHaveText(String(n));
      const now = await file();
      expect(now).not.toBe(before);
      if (n === 1) await expect(band(page)).toContainText(bought.thing!);
    }
    expect(spent, "experience was spent").toBeGreaterThan(0);
    await expect(band(page).locator(".mark").first()).toBeVisible();
    await page.locator('[data-followed="1"] summary').click();
    await expect(page.locator('[data-followed="1"] li')).not.toHaveCount(0);
    await clean(page);
  } finally {
    await hall.close();
  }
});
