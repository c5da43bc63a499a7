import { expect, test } from "vitest";
import { kinds, needed, spoken } from "../src/lib/odds.ts";
import type { Odds, OddsOutcome } from "../src/lib/wire.ts";

const outcome = (kind: OddsOutcome["kind"], per_million: number, label = ""): OddsOutcome =>
  ({ kind, per_million, label }) as OddsOutcome;
const odds = (...outcomes: OddsOutcome[]): Odds =>
  ({ line: "", roll: null, outcomes, fates: [], ends: [], given: [] }) as Odds;

test("outcomes are sorted by kind from the worst to the best, with the share of each", () => {
  const found = kinds(
    odds(outcome("critical", 50_000), outcome("hit", 200_000), outcome("miss", 500_000), outcome("hit", 250_000)),
  );
  expect(found.map(({ kind, look, share }) => [kind, look, share])).toEqual([
    ["miss", "miss", 500_000],
    ["hit", "hit", 450_000],
    ["critical", "crit", 50_000],
  ]);
  expect(found[1]!.list).toHaveLength(2);
});

test("what cannot happen is no kind", () => {
  expect(kinds(odds(outcome("miss", 0), outcome("hit", 1_000_000))).map(({ kind }) => kind)).toEqual(["hit"]);
});

test("odds are spoken in percent; what is neither hit nor miss by its own label", () => {
  expect(spoken(odds(outcome("other", 333_333, "a draw"), outcome("miss", 666_667)))).toBe("Miss 66.7%, a draw 33.3%");
  // What is all but certain or impossible is not rounded away.
  expect(spoken(odds(outcome("hit", 995_000), outcome("miss", 5000)))).toBe("Miss 0.5%, Hit 99.5%");
});

const rolled = (needed: number, bonus: number, hit: number[], miss: number[], sides = 10): Odds => {
  const faces = (kind: OddsOutcome["kind"], of: number[]) => ({ ...outcome(kind, of.length), faces: of });
  const roll = { needed, sides, count: 1, modifiers: bonus === 0 ? [] : [{ label: "", amount: bonus, rule: "" }] };
  return { ...odds(faces("hit", hit), faces("miss", miss)), roll } as unknown as Odds;
};
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("what is needed is what the faces say, and the exception is named", () => {
  expect(needed(rolled(12, 5, upTo(7, 10), upTo(1, 6)))).toBe("Needs 7+");
  expect(needed(rolled(12, 12, upTo(2, 10), [1]))).toBe("Needs 2+, a 1 always misses");
  expect(needed(rolled(12, 0, [10], upTo(1, 9)))).toBe("Needs 10+, a 10 always hits");
  expect(needed(rolled(12, 0, [], upTo(1, 10)))).toBe("Cannot hit");
  expect(needed(rolled(2, 6, upTo(1, 10), []))).toBe("Cannot miss");
  expect(needed(rolled(4, 0, upTo(1, 4), upTo(5, 6), 6))).toBe("Needs 4 or less");
});

test("where a face leads to both, or nobody says where faces lead, the sum is all that can be said", () => {
  expect(needed(rolled(12, 5, [7, 8], [7, 8]))).toBe("Needs 7+");
  expect(needed(rolled(12, 0, [], []))).toBe("Cannot hit");
  expect(needed(odds(outcome("hit", 1_000_000)))).toBeNull();
});
