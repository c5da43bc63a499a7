import { expect, test } from "vitest";
import { kinds, spoken } from "../src/lib/odds.ts";
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
