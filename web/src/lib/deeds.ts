/** What the figures of a battle did and what became of them, read from what its events say is seen of them. */
import type { FigureId, LogLine, Token } from "./wire.ts";

export interface Deeds {
  figure: FigureId;
  hits: number;
  felled: number;
}

/** Who lies there at the end, and what everybody did. Whoever struck last before somebody fell has felled him. */
export function deeds(log: LogLine[]): { fallen: FigureId[]; done: Deeds[] } {
  const done = new Map<FigureId, Deeds>();
  const fallen = new Set<FigureId>();
  const struck = new Map<FigureId, FigureId>();
  const of = (figure: FigureId) => {
    let one = done.get(figure);
    if (!one) done.set(figure, (one = { figure, hits: 0, felled: 0 }));
    return one;
  };
  for (const { happening } of log) {
    if (happening?.figure == null) continue;
    const { act, figure, by } = happening;
    if ((act === "hit" || act === "critical") && by != null) {
      of(by).hits += 1;
      struck.set(figure, by);
    }
    if (act === "rise") fallen.delete(figure);
    if (act !== "out") continue;
    fallen.add(figure);
    const feller = by ?? struck.get(figure);
    if (feller != null && feller !== figure) of(feller).felled += 1;
  }
  return { fallen: [...fallen], done: [...done.values()] };
}

/** The figure of the battle: who felled most, then who hit most. Nobody where nobody was hit. */
export function foremost(done: Deeds[], figures: Map<FigureId, Token>): Deeds | null {
  const known = done.filter(({ figure, hits, felled }) => figures.has(figure) && hits + felled > 0);
  return known.sort((a, b) => b.felled - a.felled || b.hits - a.hits || a.figure - b.figure)[0] ?? null;
}
