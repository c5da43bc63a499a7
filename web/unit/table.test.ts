import { beforeEach, expect, test } from "vitest";
import { recent } from "../src/lib/recent.ts";
import { Table } from "../src/lib/table.svelte.ts";
import type { State } from "../src/lib/wire.ts";
import { hello, line, offer, request, state, way } from "./battle.ts";
import { browser, socket } from "./browser.ts";

let table: Table;
const tell = (moment: number, more: Partial<State> = {}) => socket().say({ type: "state", ...state(moment, more) });
const answers = () => socket().sent.flatMap((one) => (one.type === "answer" ? [`${one.moment} ${one.line}`] : []));
const TURN = request({
  actor: 0,
  options: [offer("attack sword b.imp", [2]), offer("attack sword b.bat", [3]), offer("rest")],
  ways: [way("move B3", "B3"), way("move B4", "B4")],
});

beforeEach(() => {
  browser();
  table = new Table("seat-1");
  socket().say({ type: "hello", ...hello() });
});

test("an answer chosen twice is given, and with the next decision nothing of it is left", () => {
  tell(1, { request: TURN });
  table.openAct("attack sword");
  table.choose("attack sword b.imp");
  expect(answers()).toEqual([]);
  table.choose("attack sword b.imp");
  expect(answers()).toEqual(["1 attack sword b.imp"]);
  expect(table.link.sending).toBe(true);
  tell(2, { request: TURN });
  expect(table.link.sending).toBe(false);
  expect([table.choice.act, table.choice.chosen]).toEqual([null, null]);
});

test("an act with one answer chooses it, and the main button gives it", () => {
  tell(1, { request: TURN });
  table.openAct("rest");
  expect(table.choice.chosen).toBe("rest");
  table.commit();
  expect(answers()).toEqual(["1 rest"]);
});

test("a refusal is left first, then what is chosen; odds that cannot be had are no refusal", () => {
  tell(1, { request: TURN });
  socket().say({ type: "refused", moment: 1, text: "No odds.", stale: false });
  expect(table.said.refused).toBeNull();
  table.choose("rest");
  table.commit();
  socket().say({ type: "refused", moment: 1, text: "Not now.", rule: "X-REST-01", stale: false });
  expect(table.said.refused?.text).toBe("Not now.");
  expect(table.link.sending).toBe(false);
  expect(table.back()).toBe(true);
  expect([table.said.refused, table.choice.chosen]).toEqual([null, "rest"]);
  table.back();
  expect(table.choice.chosen).toBeNull();
});

test("a script answers by itself until it has nothing more, and those it moved are let go", () => {
  tell(1, { request: TURN });
  table.choice.picking = true;
  table.choice.picked = [0, 1];
  const lines = ["rest", "undo", "move B3"];
  table.run({ next: () => lines.shift() ?? null });
  tell(2, { request: TURN });
  // Somebody else decides in between.
  tell(3, { request: request({ mine: false }) });
  expect(lines).toEqual(["move B3"]);
  tell(4, { request: TURN });
  expect(table.choice.picked).toEqual([0, 1]);
  tell(5, { request: TURN });
  expect(answers()).toEqual(["1 rest", "4 move B3"]);
  expect(socket().sent.filter((one) => one.type === "undo")).toHaveLength(1);
  expect([table.script, table.choice.picking, table.choice.picked]).toEqual([null, false, []]);
});

test("a refusal and the end of the battle end a script", () => {
  const endless = { next: () => "rest" };
  tell(1, { request: TURN });
  table.run(endless);
  socket().say({ type: "refused", moment: 1, text: "No.", stale: false });
  expect(table.script).toBeNull();
  table.run(endless);
  tell(2, { request: null, outcome: { winner: 0, winners: [0], told: [9, 2] } as never });
  expect(table.script).toBeNull();
});

test("a battle stands among the recent ones with how it stands, unless it is not to be listed", () => {
  tell(1, { request: TURN });
  expect(recent()).toMatchObject([{ token: "seat-1", system: "duel", mine: true, over: false, role: "seat" }]);
  expect(recent()[0]!.text).toMatch(/2.*Action/);
  new Table("aftermath", false);
  socket().say({ type: "hello", ...hello() });
  tell(1);
  expect(recent().map((one) => one.token)).toEqual(["seat-1"]);
});

test("what is foreseen is forgotten when the battle moves, and kept while it only tells more", () => {
  tell(1, { request: TURN });
  socket().say({ type: "sketch", line: "rest", marks: [] });
  tell(1, { request: TURN, log: [line(0)] });
  expect(table.preview.sketches.size).toBe(1);
  tell(2, { request: TURN });
  expect(table.preview.sketches.size).toBe(0);
});

test("a line of a replay leads to the step that told it", () => {
  tell(1, { step: 40, steps: 40, log: [{ ...line(25), step: 13 }] });
  table.jumpTo(table.said.log[0]!);
  expect(socket().sent.filter((one) => one.type === "seek")).toEqual([{ type: "seek", step: 13 }]);
});
