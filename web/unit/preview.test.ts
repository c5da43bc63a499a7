import { beforeEach, expect, test, vi } from "vitest";
import { Choice } from "../src/lib/choice.svelte.ts";
import { Preview } from "../src/lib/preview.svelte.ts";
import { Said } from "../src/lib/said.svelte.ts";
import type { ClientMessage, Odds, Request, Sketch } from "../src/lib/wire.ts";
import { hello, inches, offer, request, state, token, disc, way } from "./battle.ts";
import { browser } from "./browser.ts";

let said: Said;
let choice: Choice;
let preview: Preview;
let sent: ClientMessage[];
const asked = (more: Partial<Request>) => said.add(state(1, { request: request(more) }));
const of = (type: ClientMessage["type"]) => sent.filter((one) => one.type === type);
const odds = (more: Partial<Odds>): Odds => ({
  line: "",
  roll: null,
  outcomes: [],
  fates: [],
  ends: [],
  given: [],
  ...more,
});
const sketch = (more: Partial<Sketch>): Sketch => ({ marks: [], ...more });
const HIT = offer("attack sword b.imp", [2]);

beforeEach(() => {
  browser();
  sent = [];
  said = new Said({ hurried: () => true, shown: () => {}, settled: () => {} });
  said.greet(hello());
  choice = new Choice(said);
  preview = new Preview(said, choice, (message) => sent.push(message));
});

test("the odds of an answer are asked for once, when the pointer rests on it", () => {
  asked({ actor: 0, options: [HIT, offer("attack bow b.bat", [3])] });
  choice.looked = "attack bow b.bat";
  preview.ask("attack bow b.bat");
  // The pointer goes on at once.
  choice.looked = HIT.line;
  preview.ask(HIT.line);
  vi.advanceTimersByTime(79);
  expect(of("odds")).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(of("odds")).toEqual([{ type: "odds", line: HIT.line }]);
  preview.ask(HIT.line);
  vi.runAllTimers();
  expect(of("odds")).toHaveLength(1);
});

test("nothing is asked for what is left before the pointer came to rest", () => {
  asked({ actor: 0, options: [HIT] });
  choice.looked = HIT.line;
  preview.ask(HIT.line);
  choice.looked = null;
  vi.runAllTimers();
  expect(of("odds")).toEqual([]);
  // What it would draw on the board was asked for all the same.
  expect(of("sketch")).toEqual([{ type: "sketch", line: HIT.line }]);
});

test("an answer that points at nobody has no odds, and none are told before something is declared", () => {
  choice.looked = choice.chosen = null;
  asked({ actor: 0, options: [offer("rest")] });
  choice.looked = "rest";
  preview.ask("rest");
  vi.runAllTimers();
  asked({ actor: 0, options: [HIT], unmeasured: { text: "Nothing is measured.", rule: "X-CORE-02" } });
  choice.looked = HIT.line;
  preview.ask(HIT.line);
  preview.compare([HIT.line]);
  vi.runAllTimers();
  expect(of("odds")).toEqual([]);
});

test("where nobody in particular is asked, the first figure is the one that acts", () => {
  const [alone, pair] = [offer("activate a.orc", [0]), offer("shoot a.orc b.imp", [0, 2])];
  asked({ options: [alone, pair] });
  for (const one of [alone, pair]) {
    choice.looked = one.line;
    preview.ask(one.line);
    vi.runAllTimers();
  }
  expect(of("odds")).toEqual([{ type: "odds", line: pair.line }]);
  // On a table in inches a single figure is somebody to be aimed at.
  said.add(state(2, { scene: inches([token(0, 0, disc(9000, 9000))]), request: request({ options: [alone] }) }));
  choice.looked = alone.line;
  preview.ask(alone.line);
  vi.runAllTimers();
  expect(of("odds")).toHaveLength(2);
});

test("answers set side by side are asked for at once, each of them once", () => {
  asked({ actor: 0, options: [HIT, offer("avoid 10"), offer("avoid 12")] });
  preview.compare(["avoid 10", "avoid 12"]);
  preview.compare(["avoid 12"]);
  expect(of("odds").map((one) => (one as { line: string }).line)).toEqual(["avoid 10", "avoid 12"]);
  preview.takeOdds(odds({ line: "avoid 12" }));
  expect([...preview.odds.keys()]).toEqual(["avoid 12"]);
});

test("what is drawn is what the pointer is over, else what is chosen", () => {
  asked({ actor: 0, options: [HIT], ways: [way("move B3", "B3")] });
  choice.chosen = HIT.line;
  preview.takeSketch(sketch({ line: HIT.line, marks: [] }));
  preview.takeSketch(sketch({ line: "move B3", used: [1, 4] }));
  expect(preview.sketch?.line).toBe(HIT.line);
  preview.glance("move B3");
  expect(preview.sketch?.used).toEqual([1, 4]);
  preview.glance(null);
  expect(preview.sketch?.line).toBe(HIT.line);
});

test("a place that no path leads to has odds too, a path has none", () => {
  asked({ actor: 0, ways: [way("move B3", "B3"), way("cast fire F5", "F5", [])] });
  preview.glance("move B3");
  vi.runAllTimers();
  preview.glance("cast fire F5");
  vi.runAllTimers();
  expect(of("odds")).toEqual([{ type: "odds", line: "cast fire F5" }]);
});

test("a layer is laid, drawn anew with each decision, and taken away by the same key", () => {
  asked({});
  preview.lay("reach", 0);
  expect(sent).toEqual([{ type: "layer", figure: 0, layer: "reach" }]);
  const mark = { kind: "reach", shape: { kind: "squares", squares: ["A1"] }, figures: [0], text: "" } as never;
  // An answer for another figure comes too late.
  preview.takeSketch(sketch({ figure: 1, layer: "reach", marks: [mark] }));
  expect(preview.layerMarks).toEqual([]);
  preview.takeSketch(sketch({ figure: 0, layer: "reach", marks: [mark] }));
  expect(preview.layerMarks).toHaveLength(1);
  preview.clear();
  expect(of("layer")).toHaveLength(2);
  preview.lay("reach", 0);
  expect([preview.layer, preview.layered, preview.layerMarks]).toEqual([null, null, []]);
  expect(of("layer")).toHaveLength(2);
});

test("odds of what is declared are asked for by its place, and forgotten with the decision", () => {
  asked({});
  preview.lookDeed(1);
  preview.takeOdds(odds({ declared: 1 }));
  preview.lookDeed(1);
  expect(of("declared_odds")).toEqual([{ type: "declared_odds", number: 1 }]);
  preview.clear();
  expect([preview.deed, preview.deeds.size]).toEqual([null, 0]);
});

test("a line is drawn anew after the decision has moved on", () => {
  asked({ actor: 0, options: [HIT] });
  preview.draw(HIT.line);
  preview.draw(HIT.line);
  preview.clear();
  preview.draw(HIT.line);
  expect(of("sketch")).toHaveLength(2);
  asked({ mine: false });
  preview.draw("rest");
  expect(of("sketch")).toHaveLength(2);
});
