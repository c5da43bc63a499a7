import { beforeEach, expect, test } from "vitest";
import { Seen } from "../src/lib/seen.svelte.ts";
import type { Happening, LogLine } from "../src/lib/wire.ts";
import { line, on, scene, state, token } from "./battle.ts";
import { browser } from "./browser.ts";

const told = (number: number, happening: Happening): LogLine => line(number, { happening });
/** The middle of a square of one. */
const at = (x: number, y: number) => ({ x: x * 50 + 25, y: y * 50 + 25 });

let seen: Seen;
let log: LogLine[];
function show(lines: LogLine[], fresh = false, more = {}): void {
  log = [...log, ...lines];
  seen.show(state(log.length, more), log, fresh);
}

beforeEach(() => {
  browser();
  seen = new Seen();
  log = [];
  show([]);
});

test("a blow is an arrow from one to the other, and its result stands over whoever was struck", () => {
  show([
    told(0, { act: "strike", figure: 2, by: 0, word: "Axe" }),
    told(1, { act: "hit", figure: 2, by: 0 }),
    told(2, { act: "harm", figure: 2, amount: 3, word: "Pierce" }),
  ]);
  expect(seen.arrows).toMatchObject([{ act: "strike", from: at(1, 1), to: at(1, 4), old: false }]);
  expect(seen.flags.map(({ act, figure, amount }) => [act, figure, amount])).toEqual([
    ["hit", 2, null],
    ["harm", 2, 3],
  ]);
  expect([...seen.struck]).toEqual([2]);
});

test("what was told before the line stood is not seen again, but its fallen lie there", () => {
  seen = new Seen();
  const gone = scene({ figures: [token(2, 1, { kind: "away", where: "dropped" })] });
  show(
    [
      told(0, { act: "go", figure: 2, at: [3500, 2500] }),
      told(1, { act: "hit", figure: 2 }),
      told(2, { act: "out", figure: 2 }),
    ],
    false,
    { scene: gone },
  );
  expect(seen.flags).toEqual([]);
  expect(seen.fallen).toEqual([{ figure: 2, ...at(3, 2) }]);
});

test("whoever stands on the table has not fallen", () => {
  show([told(0, { act: "out", figure: 2 })]);
  expect(seen.fallen).toEqual([]);
});

test("a way is drawn from where it began, step by step, until the next choice", () => {
  show(
    [told(0, { act: "go", figure: 2, at: [1500, 5500] }), told(1, { act: "go", figure: 2, at: [2500, 5500] })],
    false,
    {
      scene: scene({ figures: [token(2, 1, on("C6"))] }),
    },
  );
  expect(seen.trails).toEqual([{ figure: 2, points: [at(1, 4), at(1, 5), at(2, 5)] }]);
  show([], true, { scene: scene({ figures: [token(2, 1, on("C6"))] }) });
  expect(seen.trails).toEqual([]);
});

test("the last two results of a choice stay for one more, small and grey", () => {
  show([0, 1, 2].map((number) => told(number, { act: "miss", figure: number, by: 3 })));
  show([told(3, { act: "hit", figure: 0 })], true);
  expect(seen.flags.map(({ key, old }) => [key, old])).toEqual([
    ["1", true],
    ["2", true],
    ["3", false],
  ]);
  show([], true);
  expect(seen.flags.map(({ key, old }) => [key, old])).toEqual([["3", true]]);
});

test("what is taken back is seen no longer", () => {
  show([told(0, { act: "gain", figure: 0, word: "Pinned" }), told(1, { act: "out", figure: 2 })]);
  expect(seen.flags).toHaveLength(2);
  log = [];
  show([told(0, { act: "gain", figure: 0, word: "Pinned" })]);
  expect(seen.flags).toEqual([]);
  expect(seen.fallen).toEqual([]);
});

test("no more than three results stand over one figure", () => {
  show([0, 1, 2, 3, 4].map((number) => told(number, { act: "gain", figure: 0, word: `S${number}` })));
  expect(seen.flags.map((flag) => flag.word)).toEqual(["S2", "S3", "S4"]);
});
