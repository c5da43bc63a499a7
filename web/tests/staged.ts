/** A table in inches, staged: no system stands behind it, only the messages that one would send. */
import { expect, type Page } from "@playwright/test";

export const disc = (x: number, y: number, z = 0, radius = 490) => ({
  kind: "disc",
  x: x * 1000,
  y: y * 1000,
  z: z * 1000,
  radius,
});
const prism = (points: [number, number][], top: number, floor = 0) => ({
  kind: "prism",
  outline: points.map(([x, y]) => [x * 1000, y * 1000, floor * 1000]),
  floor: floor * 1000,
  top: top * 1000,
});
const box = (x: number, y: number, w: number, h: number, top: number, floor = 0) =>
  prism(
    [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ],
    top,
    floor,
  );
export const token = (figure: number, name: string, seat: number, site: object, more: object = {}) => ({
  figure,
  tag: `${seat}.${figure}`,
  name,
  seat,
  site,
  height: 1500,
  bars: [{ name: "Hits", value: 2, of: 3, style: "boxes" }],
  badges: [],
  acted: false,
  acting: false,
  ...more,
});
export const scene = {
  board: { kind: "inches", width: 48000, depth: 48000, measuring: true },
  features: [
    {
      kind: "wood",
      rule: "SM-TERRAIN-01",
      site: prism(
        [
          [34, 30],
          [38, 33],
          [41, 31],
          [41, 26],
          [35, 25],
        ],
        4,
      ),
    },
    { kind: "difficult", rule: "SM-TERRAIN-01", site: box(4, 19, 14, 2, 0) },
    { kind: "platform", rule: "SM-TERRAIN-01", site: box(14, 34, 5, 5, 4) },
    { kind: "stair", rule: "SM-TERRAIN-01", site: box(19, 35, 1.5, 3, 2) },
    { kind: "wall", rule: "SM-TERRAIN-01", site: box(21, 24.5, 6, 0.6, 1.5) },
    { kind: "ruin", rule: "SM-TERRAIN-01", site: box(12, 10, 8, 5, 0) },
    {
      kind: "impassable",
      rule: "SM-TERRAIN-01",
      site: prism(
        [
          [23, 13],
          [25, 13.5],
          [24.5, 15.5],
          [22.6, 15],
        ],
        3,
      ),
    },
    { kind: "crate", rule: "SM-TERRAIN-01", site: box(11, 31, 2.5, 1.5, 1) },
  ],
  walls: [],
  zones: [{ kind: "objective", name: "Beacon", rule: "SM-TERRAIN-01", site: box(15.5, 36, 2, 2, 4), worth: 2 }],
  figures: [
    token(0, "Archer", 0, disc(25, 26.5), { acting: true }),
    token(1, "Captain", 0, disc(14.5, 25.5)),
    token(2, "Spearman", 0, disc(17.5, 23.5)),
    token(3, "Bones B", 1, disc(29.5, 23.8)),
    token(4, "Wight Lord", 1, disc(17.7, 36, 4)),
    token(5, "Bones C", 1, disc(20, 36.5, 2), { acted: true }),
  ],
  sides: [
    { seat: 0, name: "Red Company", score: 3, target: 9, badges: [] },
    { seat: 1, name: "Barrow Host", score: 2, target: 9, badges: [] },
  ],
  clock: { round: 4, phase: "Action", track: ["Mettle", "Orders", "Action"], at: 2 },
  marks: [],
};
export const request = {
  seat: 0,
  mine: true,
  prompt: "move",
  title: "Archer: draw the Move",
  rule: "SM-ACTION-03",
  actor: 0,
  options: [],
  barred: [],
  ways: [],
  stack: [],
  marks: [],
  orders: [],
  together: false,
  one_by_one: false,
  footprint: disc(0, 0),
  pens: [
    {
      stem: "move",
      label: "Move",
      from: [25000, 26500, 0],
      limit: 6000,
      area: [
        [
          [20, 24],
          [22, 30],
          [27, 32],
          [30.5, 29],
          [30, 25],
          [26, 25.2],
        ].map(([x, y]) => [x! * 1000, y! * 1000, 0]),
      ],
    },
  ],
};
export const line = (number: number, text: string, more: object = {}) => ({
  number,
  name: "told",
  text,
  rule: "SM-CORE-01",
  figures: [],
  fields: {},
  ...more,
});
/** `Standing Fire: Bow`, as a server would say it of `standing-fire bow 1.3`. */
const act = (text: string) =>
  text
    .split(" ")
    .filter((word) => !/\d/.test(word))
    .map((word) => word.replace(/-/g, " ").replace(/(^|\s)\S/g, (letter) => letter.toUpperCase()))
    .join(": ");
export const option = (text: string, figures: number[] = [], label = text) => ({
  line: text,
  label,
  act: act(text),
  called: act(text.split(" ")[0]!),
  kind: text.split(" ")[0],
  declines: false,
  verb: text.split(" ")[0],
  figures,
  squares: [],
  spots: [],
  path: [],
});
/** An answer that leaves things as they are. */
export const declining = (text: string, label = text) => ({ ...option(text, [], label), declines: true });
const hello = {
  type: "hello",
  battle: "x",
  system: "sword-marches",
  title: "Red Company against Barrow Host",
  role: "seat",
  seats: [0],
  sides: [
    { seat: 0, name: "Red Company", player: "human" },
    { seat: 1, name: "Barrow Host", player: "veteran" },
  ],
  engine: "0",
};
const blank = {
  type: "state",
  moment: 0,
  step: 0,
  steps: 0,
  scene,
  request,
  log_from: 0,
  log: [] as object[],
  log_cut: true,
  undo: { can: false, cost: "none", label: "", dice: false },
  redo: false,
  undo_asked: null,
  undo_what: "",
  here: [0, 1],
  orders: [],
  outcome: null,
};
export interface Staged {
  answers: string[];
  sent: string[];
  tell(more: object): void;
}

/** Serves a state; a way that comes within an inch of Bones B is refused, as a server would. Answers move the
 * Archer. */
export async function stage(page: Page, first: object = {}, greeting: object = {}, odds?: object): Promise<Staged> {
  const answers: string[] = [];
  const sent: string[] = [];
  let now = { ...blank, ...first };
  let send: (message: object) => void = () => {};
  const tell = (more: object) => {
    now = { ...now, moment: now.moment + 1, ...more };
    send(now);
  };
  await page.routeWebSocket(/\/ws\//, (socket) => {
    send = (message) => socket.send(JSON.stringify(message));
    send({ ...hello, ...greeting });
    send(now);
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; line?: string };
      sent.push(String(text));
      const points = [...(message.line ?? "").matchAll(/@([\d.]+),([\d.]+),([\d.]+)/g)].map(
        (m) => [Number(m[1]), Number(m[2])] as const,
      );
      const near = points.some(([x, y]) => Math.hypot(x - 29.5, y - 23.8) < 1.98);
      if (message.type === "sketch")
        send({
          type: "sketch",
          line: message.line,
          marks: [],
          ...(near
            ? {
                refused: {
                  text: "it comes within 0.62 inch of Bones B; 1 inch is needed (SM-ACTION-05)",
                  rule: "SM-ACTION-05",
                },
              }
            : {}),
        });
      if (message.type === "odds" && odds) send({ type: "odds", line: message.line, ...odds });
      if (message.type === "answer") {
        answers.push(message.line!);
        const last = points.at(-1);
        if (last)
          tell({
            scene: {
              ...scene,
              figures: scene.figures.map((one) => (one.figure === 0 ? { ...one, site: disc(...last) } : one)),
            },
          });
      }
    });
  });
  await page.goto("/#/battle/staged");
  await expect(page.locator("svg.board")).toBeVisible();
  return { answers, sent, tell };
}
/** Where a point of the table lies on the screen. */
export async function at(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const frame = (await page.locator("svg.board").boundingBox())!;
  const view = (await page.locator("svg.board").getAttribute("viewBox"))!.split(" ").map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const scale = frame.width / view[2];
  return { x: frame.x + (x * 50 - view[0]) * scale, y: frame.y + ((48 - y) * 50 - view[1]) * scale };
}
