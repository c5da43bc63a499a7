import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

/** A table in inches, staged: no system stands behind it, only the messages that one would send. */
const disc = (x: number, y: number, z = 0, radius = 490) => ({ kind: "disc", x: x * 1000, y: y * 1000, z: z * 1000, radius });
const prism = (points: [number, number][], top: number, floor = 0) => ({ kind: "prism", outline: points.map(([x, y]) => [x * 1000, y * 1000, floor * 1000]), floor: floor * 1000, top: top * 1000 });
const box = (x: number, y: number, w: number, h: number, top: number, floor = 0) => prism([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], top, floor);
const token = (figure: number, name: string, seat: number, site: object, more: object = {}) => ({ figure, tag: `${seat}.${figure}`, name, seat, site, height: 1500, bars: [{ name: "Hits", value: 2, of: 3 }], badges: [], acted: false, acting: false, ...more });
export const scene = {
  board: { kind: "inches", width: 48000, depth: 48000, measuring: true },
  features: [
    { kind: "wood", rule: "SM-TERRAIN-01", site: prism([[34, 30], [38, 33], [41, 31], [41, 26], [35, 25]], 4) }, { kind: "difficult", rule: "SM-TERRAIN-01", site: box(4, 19, 14, 2, 0) },
    { kind: "platform", rule: "SM-TERRAIN-01", site: box(14, 34, 5, 5, 4) }, { kind: "stair", rule: "SM-TERRAIN-01", site: box(19, 35, 1.5, 3, 2) }, { kind: "wall", rule: "SM-TERRAIN-01", site: box(21, 24.5, 6, 0.6, 1.5) },
    { kind: "ruin", rule: "SM-TERRAIN-01", site: box(12, 10, 8, 5, 0) }, { kind: "impassable", rule: "SM-TERRAIN-01", site: prism([[23, 13], [25, 13.5], [24.5, 15.5], [22.6, 15]], 3) }, { kind: "crate", rule: "SM-TERRAIN-01", site: box(11, 31, 2.5, 1.5, 1) },
  ],
  walls: [], zones: [{ kind: "objective", name: "Beacon", rule: "SM-TERRAIN-01", site: box(15.5, 36, 2, 2, 4), worth: 2 }],
  figures: [token(0, "Archer", 0, disc(25, 26.5), { acting: true }), token(1, "Captain", 0, disc(14.5, 25.5)), token(2, "Spearman", 0, disc(17.5, 23.5)), token(3, "Bones B", 1, disc(29.5, 23.8)), token(4, "Wight Lord", 1, disc(17.7, 36, 4)), token(5, "Bones C", 1, disc(20, 36.5, 2), { acted: true })],
  sides: [{ seat: 0, name: "Red Company", score: 3, target: 9, badges: [] }, { seat: 1, name: "Barrow Host", score: 2, target: 9, badges: [] }], clock: { round: 4, phase: "Action", track: ["Mettle", "Orders", "Action"], at: 2 }, marks: [],
};
const request = {
  seat: 0, mine: true, prompt: "move", title: "Archer: draw the Move", rule: "SM-ACTION-03", actor: 0, options: [], barred: [], ways: [], stack: [], marks: [], orders: [], together: false, one_by_one: false, footprint: disc(0, 0),
  pens: [{ stem: "move", label: "Move", from: [25000, 26500, 0], limit: 6000, area: [[[20, 24], [22, 30], [27, 32], [30.5, 29], [30, 25], [26, 25.2]].map(([x, y]) => [x! * 1000, y! * 1000, 0])] }],
};
const state = (moment: number, figures = scene.figures) => ({ type: "state", moment, step: moment, steps: moment, scene: { ...scene, figures }, request, log_from: 0, log: [], log_cut: true, undo: { can: false, cost: "none", label: "" }, redo: false, undo_asked: null, orders: [], outcome: null });

/** Serves the scene; a way that comes within an inch of Bones B is refused, as a server would. */
export async function stage(page: Page): Promise<{ answers: string[] }> {
  const answers: string[] = [];
  await page.routeWebSocket(/\/ws\//, (socket) => {
    socket.send(JSON.stringify({ type: "hello", battle: "x", system: "sword-marches", title: "Red Company against Barrow Host", role: "seat", seats: [0], sides: [{ seat: 0, name: "Red Company", player: "human" }, { seat: 1, name: "Barrow Host", player: "veteran" }], engine: "0" }));
    socket.send(JSON.stringify(state(0)));
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; line?: string };
      const points = [...(message.line ?? "").matchAll(/@([\d.]+),([\d.]+),([\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])] as const);
      const near = points.some(([x, y]) => Math.hypot(x - 29.5, y - 23.8) < 1.98);
      if (message.type === "sketch") socket.send(JSON.stringify({ type: "sketch", line: message.line, marks: [], ...(near ? { refused: { text: "it comes within 0.62 inch of Bones B; 1 inch is needed (SM-ACTION-05)", rule: "SM-ACTION-05" } } : {}) }));
      if (message.type === "answer") {
        answers.push(message.line!);
        const [x, y] = points.at(-1)!;
        socket.send(JSON.stringify(state(answers.length, scene.figures.map((one) => (one.figure === 0 ? { ...one, site: disc(x, y) } : one)))));
      }
    });
  });
  await page.goto("/#/battle/staged");
  await expect(page.locator("svg.board")).toBeVisible();
  return { answers };
}
/** Where a point of the table lies on the screen. */
async function at(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const frame = (await page.locator("svg.board").boundingBox())!;
  const view = (await page.locator("svg.board").getAttribute("viewBox"))!.split(" ").map(Number) as [number, number, number, number];
  const scale = frame.width / view[2];
  return { x: frame.x + (x * 50 - view[0]) * scale, y: frame.y + ((48 - y) * 50 - view[1]) * scale };
}

test("a table in inches: terrain, heights, true bases, region", async ({ page }) => {
  await stage(page);
  for (const kind of ["wood", "difficult", "platform", "stair", "wall", "ruin", "impassable", "crate"]) await expect(page.locator(`[data-terrain="${kind}"]`)).toHaveCount(1);
  await expect(page.locator("svg.board .chip", { hasText: "1½″" })).toHaveCount(1);
  await expect(page.locator("svg.board .up", { hasText: "▲4″" })).toHaveCount(1);
  await expect(page.locator("svg.board [data-mark=area]")).toHaveCount(1);
  await expect(page.locator("svg.board .figure")).toHaveCount(6);
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
});

test("levels by key and by tab: other floors step back", async ({ page }) => {
  await stage(page);
  await expect(page.locator("svg.board .figure.off")).toHaveCount(0);
  await page.keyboard.press("PageUp");
  await expect(page.getByRole("button", { name: "Ground" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("svg.board .figure.off")).toHaveCount(2);
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "4″", exact: true }).click();
  await expect(page.locator("svg.board .figure.off")).toHaveCount(5);
});

test("a way is drawn point by point, a refused leg is named, and the last legal point is answered", async ({ page }) => {
  const { answers } = await stage(page);
  for (const [x, y] of [[27, 27.5], [28.5, 26.2], [29, 24.6]] as const) {
    const spot = await at(page, x, y);
    await page.mouse.click(spot.x, spot.y);
  }
  await expect(page.locator(".legs li")).toHaveCount(3);
  await expect(page.locator(".legs li.legal")).toHaveCount(2);
  await expect(page.locator(".legs li.refused")).toContainText("within 0.62 inch of Bones B");
  await expect(page.locator("[data-leg=refused]")).toHaveCount(1);
  await expect(page.locator("[data-ghost=disc]")).toHaveCount(1);
  await page.keyboard.press("Backspace");
  await expect(page.locator(".legs li")).toHaveCount(2);
  await expect(page.locator("[data-main]")).toHaveText(/Move: stop at \d\.\d\d″/);
  await page.keyboard.press("Enter");
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]).toMatch(/^move @25\.000,26\.500,0\.000>@2[67]\.\d{3},2[78]\.\d{3},0\.000>@28\.\d{3},26\.\d{3},0\.000$/);
  await expect(page.locator(".legs li")).toHaveCount(0);
});

test("a way is dragged from the figure, and the empty table pans and zooms", async ({ page }) => {
  const { answers } = await stage(page);
  const [from, to] = [await at(page, 25, 26.5), await at(page, 25.2, 30.3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let n = 1; n <= 16; n++) await page.mouse.move(from.x + ((to.x - from.x) * n) / 16, from.y + ((to.y - from.y) * n) / 16);
  await page.mouse.up();
  await expect(page.locator(".legs li.legal").first()).toBeVisible();
  await page.locator("[data-main]").click();
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0], "a straight drag is one leg").toMatch(/^move @25\.000,26\.500,0\.000>@[\d.,]+$/);
  const view = async () => JSON.stringify(await page.locator("svg.board").boundingBox());
  await page.keyboard.press("+");
  const before = await view();
  const free = await at(page, 29.5, 30);
  await page.mouse.move(free.x, free.y);
  await page.mouse.down();
  await page.mouse.move(free.x - 90, free.y - 60, { steps: 5 });
  await page.mouse.up();
  expect(await view()).not.toBe(before);
  await expect(page.locator(".legs li"), "panning draws nothing").toHaveCount(0);
});
