import { beforeEach, expect, test, vi } from "vitest";
import { press } from "../src/battle/keys.ts";
import { Draw } from "../src/lib/draw.svelte.ts";
import { Table } from "../src/lib/table.svelte.ts";
import type { Request, State } from "../src/lib/wire.ts";
import { disc, hello, inches, offer, pen, request, state, token } from "./battle.ts";
import { browser, socket } from "./browser.ts";

let table: Table;
let draw: Draw;
/** What the rest of the page was asked to do. */
let done: string[];
let boardTakes: boolean;
class Nothing {}

const tell = (moment: number, more: Partial<Request>, rest: Partial<State> = {}) =>
  socket().say({ type: "state", ...state(moment, { request: request(more), ...rest }) });
const answers = () => socket().sent.flatMap((one) => (one.type === "answer" ? [one.line] : []));

function strike(key: string, more: Partial<KeyboardEvent> = {}): boolean {
  let taken = false;
  const event = { key, target: null, preventDefault: () => (taken = true), ...more } as unknown as KeyboardEvent;
  press(event, {
    table,
    draw,
    board: () => boardTakes,
    step: (by) => done.push(`step ${by}`),
    zoom: (factor) => done.push(`zoom ${factor}`),
    card: () => done.push("card"),
    help: () => done.push("help"),
    legend: () => done.push("legend"),
    goTo: () => done.push("go to"),
    layer: (kind) => done.push(kind),
    level: (by) => done.push(`level ${by}`),
    close: () => false,
  });
  return taken;
}

beforeEach(() => {
  browser();
  for (const name of ["Element", "HTMLElement"]) vi.stubGlobal(name, Nothing);
  vi.stubGlobal("document", { activeElement: null });
  done = [];
  boardTakes = false;
  table = new Table("seat-1", false);
  draw = new Draw(table);
  socket().say({ type: "hello", ...hello() });
});

test("Y and N answer a yes or no, and no number does", () => {
  tell(1, { options: [offer("pass", [], { declines: true }), offer("reply a.orc", [0])] });
  expect([strike("1"), answers()]).toEqual([true, []]);
  strike("y");
  expect(answers()).toEqual(["reply a.orc"]);
  tell(2, { options: [offer("pass", [], { declines: true }), offer("reply a.orc", [0])] });
  strike("N");
  expect(answers().at(-1)).toBe("pass");
});

test("two answers of which neither is a no have numbers", () => {
  tell(1, { options: [offer("left"), offer("right")] });
  expect(strike("y")).toBe(false);
  strike("2");
  expect(answers()).toEqual(["right"]);
});

test("a number opens an act, then chooses an answer of it, and Enter gives it", () => {
  tell(1, { actor: 0, options: [offer("hit b.imp", [2]), offer("hit b.bat", [3]), offer("rest")] });
  strike("1");
  expect(table.choice.act).toBe("hit");
  strike("2");
  expect(table.choice.chosen).toBe("hit b.bat");
  strike("Enter");
  expect(answers()).toEqual(["hit b.bat"]);
  expect(strike("9")).toBe(false);
});

test("Y and N allow or refuse what others ask to take back, and nothing of one's own", () => {
  const replies = () => socket().sent.filter((one) => one.type === "undo_reply");
  tell(1, { mine: false }, { undo_asked: 1 });
  strike("n");
  expect(replies()).toEqual([{ type: "undo_reply", allow: false }]);
  tell(1, { mine: false }, { undo_asked: 0 });
  strike("y");
  expect(replies()).toHaveLength(1);
});

test("the board has its keys first; letters and signs are for the page", () => {
  boardTakes = true;
  expect(strike("m")).toBe(true);
  expect(done).toEqual([]);
  boardTakes = false;
  for (const key of ["n", "p", "i", "l", "g", "?", "m", "S", "t", "PageUp", "0"]) expect(strike(key)).toBe(true);
  expect(done).toEqual([
    "step 1",
    "step -1",
    "card",
    "legend",
    "go to",
    "help",
    "reach",
    "sight",
    "threat",
    "level 1",
    "zoom 0",
  ]);
  expect([strike("n", { ctrlKey: true }), strike("q")]).toEqual([false, false]);
  strike("u");
  strike("U", { shiftKey: true });
  expect(socket().sent.slice(-2)).toEqual([{ type: "undo" }, { type: "redo" }]);
});

test("Esc wipes out what is drawn before anything else, Backspace its last point", () => {
  const scene = inches([token(0, 0, disc(10_000, 10_000))]);
  tell(1, { actor: 0, pens: [pen()], options: [offer("stay")] }, { scene });
  draw.add([11_000, 10_000, 0], [12_000, 10_000, 0]);
  table.choice.chosen = "stay";
  strike("Backspace");
  expect(draw.points).toHaveLength(1);
  strike("Escape");
  expect([draw.points.length, table.choice.chosen]).toEqual([0, "stay"]);
  strike("Escape");
  expect(table.choice.chosen).toBeNull();
  expect(strike("Escape")).toBe(false);
});
