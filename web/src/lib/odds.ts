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

export function spoken(odds: Odds): string {
  return kinds(odds)
    .map(
      ({ kind, share }) =>
        `${NAME[kind] || odds.outcomes.find((one) => one.kind === kind)?.label} ${w.percent(share)}%`,
    )
    .join(", ");
}
