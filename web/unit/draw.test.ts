import { beforeEach, expect, test, vi } from "vitest";
import { Draw, penLine, spotText, type Spot } from "../src/lib/draw.svelte.ts";
import { Table } from "../src/lib/table.svelte.ts";
import type { Pen, Sketch } from "../src/lib/wire.ts";
import { disc, hello, inches, pen, request, state, token } from "./battle.ts";
import { browser, socket } from "./browser.ts";

let table: Table;
let draw: Draw;
const START: Spot = [10_000, 10_000, 0];
const A: Spot = [13_000, 10_000, 0];
const B: Spot = [13_000, 14_000, 0];
const C: Spot = [20_000, 14_000, 0];
const WALK = pen();
const RUN = pen({ stem: "run", label: "Run", limit: 12_000 });
const FROG: Sketch["refused"] = { text: "A frog sits there.", rule: "X-FROG-01" };

function asked(...pens: Pen[]): void {
  const scene = inches([token(0, 0, disc(10_000, 10_000))]);
  socket().say({ type: "state", ...state(1, { scene, request: request({ actor: 0, pens }) }) });
}
/** The server judges a way. */
const judge = (by: Pen, spots: Spot[], more: Partial<Sketch> = {}) =>
  socket().say({ type: "sketch", line: penLine(by, spots), marks: [], ...more });
const judged = () => socket().sent.flatMap((one) => (one.type === "sketch" ? [one.line] : []));
const answers = () => socket().sent.flatMap((one) => (one.type === "answer" ? [one.line] : []));

beforeEach(() => {
  browser();
  table = new Table("seat-1", false);
  draw = new Draw(table);
  socket().say({ type: "hello", ...hello() });
});

test("a way is a line from where its pen begins, in inches to the thousandth", () => {
  expect(spotText([1, 23_456, 10_000])).toBe("@0.001,23.456,10.000");
  expect(penLine(WALK, [A, B])).toBe("walk @10.000,10.000,0.000>@13.000,10.000,0.000>@13.000,14.000,0.000");
  // A place is the last point alone.
  expect(penLine(pen({ stem: "put", from: undefined }), [A, B])).toBe("put @13.000,14.000,0.000");
});

test("every part of a way is judged, by every pen that could draw it, and no part twice", () => {
  asked(WALK, RUN);
  draw.add(A);
  expect(judged()).toEqual([penLine(WALK, [A]), penLine(RUN, [A])]);
  draw.add(B);
  expect(judged().slice(2)).toEqual([penLine(WALK, [A, B]), penLine(RUN, [A, B])]);
});

test("the pen is the first that reaches as far as is drawn, unless the player took one", () => {
  asked(WALK, RUN);
  expect(draw.pen?.stem).toBe("walk");
  draw.add(A);
  expect([draw.pen?.stem, draw.drawn]).toEqual(["walk", 3000]);
  draw.add(B);
  expect([draw.pen?.stem, draw.drawn]).toEqual(["run", 7000]);
  draw.take("walk");
  expect(draw.pen?.stem).toBe("walk");
  draw.take("walk");
  expect(draw.pen?.stem).toBe("run");
});

test("a pen that is barred is not taken, and a way beyond all limits is drawn with the last", () => {
  asked({ ...WALK, barred: FROG! }, RUN);
  expect([draw.pens.length, draw.pen?.stem]).toEqual([2, "run"]);
  draw.add([40_000, 10_000, 0]);
  expect(draw.pen?.stem).toBe("run");
});

test("legs are legal up to the first that is refused; what is unknown is not answered", () => {
  asked(WALK);
  draw.add(A, B);
  expect(draw.legs.map(({ state }) => state)).toEqual(["unknown", "unknown"]);
  draw.commit();
  expect([draw.able, answers()]).toEqual([false, []]);
  judge(WALK, [A], { used: [3100, 6000] });
  judge(WALK, [A, B], { refused: FROG });
  expect(draw.legs.map(({ state }) => state)).toEqual(["legal", "refused"]);
  // The rules may count more than the drawing.
  expect([draw.legal, draw.length, draw.reason?.text]).toEqual([1, 3100, "A frog sits there."]);
  draw.commit();
  expect(answers()).toEqual([penLine(WALK, [A])]);
});

test("a place where nobody may stop may still be passed", () => {
  asked(RUN);
  draw.add(A, B);
  judge(RUN, [A], { refused: FROG });
  expect(draw.legal).toBe(0);
  judge(RUN, [A, B]);
  expect(draw.legs.map(({ state, reason }) => [state, reason])).toEqual([
    ["legal", undefined],
    ["legal", undefined],
  ]);
});

test("a refused leg is gone as far as the rules let it", () => {
  asked(WALK);
  draw.add(C);
  const upto = { line: "walk short", used: 2500, end: [12_500, 10_000, 0] as Spot };
  judge(WALK, [C], { refused: FROG, upto });
  expect([draw.able, draw.length]).toEqual([true, 2500]);
  draw.commit();
  expect(answers()).toEqual(["walk short"]);
});

test("a way that stops early anyway is drawn with a pen that costs less", () => {
  asked(WALK, RUN);
  draw.add(B, C);
  expect(draw.pen?.stem).toBe("run");
  judge(RUN, [B], { refused: FROG, upto: { line: "run short", used: 4000, end: B } });
  expect(draw.pen?.stem).toBe("walk");
});

test("a drag draws the fewest points that follow the hand, and is judged at a pace", () => {
  asked(WALK);
  draw.drag(START);
  // Along, with a trembling hand, then up.
  for (let n = 1; n <= 15; n++) draw.drag([10_000 + n * 200, 10_000 + (n % 2) * 100, 0]);
  for (let n = 1; n <= 10; n++) draw.drag([13_000, 10_000 + n * 200, 0]);
  expect(draw.points).toHaveLength(2);
  expect(draw.points[1]).toEqual([13_000, 12_000, 0]);
  expect(judged()).toEqual([]);
  vi.advanceTimersByTime(60);
  expect(judged().length).toBe(2);
  draw.drag([13_000, 12_500, 0]);
  draw.drop();
  expect(judged().length).toBeGreaterThan(2);
  // The next drag goes on from what is drawn.
  draw.drag([13_000, 12_700, 0]);
  expect(draw.points).toHaveLength(3);
});

test("a place is one point that is put anew; a way goes back point by point", () => {
  const put = pen({ stem: "put", from: undefined, limit: undefined });
  asked(put);
  draw.add(A);
  draw.add(B);
  expect([draw.places, draw.points]).toEqual([true, [B]]);
  judge(put, [B]);
  draw.commit();
  expect(answers()).toEqual(["put @13.000,14.000,0.000"]);
  expect([draw.back(), draw.back()]).toEqual([true, false]);
  draw.add(A);
  draw.take("put");
  draw.clear();
  expect([draw.points, draw.taken]).toEqual([[], null]);
});

test("without a pen nothing is drawn, and no more points than a way may have", () => {
  asked();
  draw.add(A);
  draw.drag(B);
  expect(draw.points).toEqual([]);
  asked();
  socket().say({ type: "state", ...state(2, { request: request({ pens: [WALK] }) }) });
  for (let n = 0; n < 40; n++) draw.add([10_000 + n, 10_000, 0]);
  expect(draw.points).toHaveLength(32);
});
