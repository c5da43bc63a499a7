/** The outcomes of a roll sorted by kind, from the worst to the best. */
import { w } from "../words.ts";
import type { Odds, OddsOutcome } from "./wire.ts";

const ORDER = ["miss", "other", "hit", "critical"] as const;
/** The class that colours a kind. */
export const LOOK = { miss: "miss", other: "other", hit: "hit", critical: "crit" } as const;
export const NAME = { miss: w.battle.miss, other: "", hit: w.battle.hit, critical: w.battle.critical };

export interface Kind {
  kind: (typeof ORDER)[number];
  look: string;
  list: OddsOutcome[];
  share: number;
}

export function kinds(odds: Odds): Kind[] {
  return ORDER.flatMap((kind) => {
    const list = odds.outcomes.filter((one) => one.kind === kind && one.per_million > 0);
    return list.length > 0
      ? [{ kind, look: LOOK[kind], list, share: list.reduce((sum, one) => sum + one.per_million, 0) }]
      : [];
  });
}

/** What the die has to show, in words, read off the faces of which the server says what they lead to. A face that the
 * sum alone would judge otherwise is named: `Needs 2+, a 1 always misses`. */
export function needed({ roll, against, outcomes }: Odds): string | null {
  if (roll?.needed == null) return null;
  const exact = roll.needed - roll.modifiers.reduce((total, one) => total + one.amount, 0);
  const plain = w.battle.needs(Math.max(1, exact));
  const of = (good: boolean) => outcomes.filter((one) => (one.kind === "miss") !== good).flatMap((one) => one.faces);
  const [good, bad] = [of(true), of(false)];
  if (roll.count !== 1) return plain;
  if (against || good.some((face) => bad.includes(face)) || good.length + bad.length === 0)
    return exact > roll.sides ? w.battle.cannot : plain;
  if (good.length === 0) return w.battle.cannot;
  if (bad.length === 0) return w.battle.sure;
  const [least, most] = [Math.min(...good), Math.max(...good)];
  if (most < Math.min(...bad)) return w.battle.needsUnder(most);
  const text = w.battle.needs(least);
  if (least > exact) return `${text}, ${w.battle.alwaysMisses(least - 1)}`;
  return least < exact && least === roll.sides ? `${text}, ${w.battle.alwaysHits(least)}` : text;
}

export function spoken(odds: Odds): string {
  return kinds(odds)
    .map(
      ({ kind, share }) =>
        `${NAME[kind] || odds.outcomes.find((one) => one.kind === kind)?.label} ${w.percent(share)}%`,
    )
    .join(", ");
}
