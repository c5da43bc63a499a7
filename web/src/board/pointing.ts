/** What a square of the board stands for in the pending request. */
import type { Table } from "../lib/table.svelte.ts";
import type { FigureId, Offer, Way } from "../lib/wire.ts";
import { stem } from "../lib/answers.ts";

export interface Pointed { ways: Way[]; options: Offer[] }

export function pointed(table: Table, square: string, figures: FigureId[]): Pointed {
  if (!table.mine) return { ways: [], options: [] };
  const ways = table.ways.filter((way) => way.to === square);
  const options = table.pointed.filter((option) => option.squares.includes(square) || option.figures.some((figure) => figures.includes(figure)));
  return { ways, options };
}

/** The one answer a click means: an option that is chosen already, then a figure, then a way, then a square. */
export function meant(table: Table, found: Pointed): string | null {
  const chosen = found.options.find((option) => option.line === table.chosen) ?? found.ways.find((way) => way.line === table.chosen);
  if (chosen) return chosen.line;
  const figure = found.options.find((option) => option.figures.length > 0);
  return (figure ?? found.ways[0] ?? found.options[0])?.line ?? null;
}

/** Takes a click or Enter on a square. A way answers at once; anything else is chosen first and given the second time. */
export function press(table: Table, square: string, figures: FigureId[], sure: boolean): boolean {
  const found = pointed(table, square, figures);
  const line = meant(table, found);
  if (!line) return false;
  const free = found.ways.some((way) => way.line === line) || found.options.some((option) => option.line === line && option.figures.length === 0);
  if (table.grouped && !table.open) table.act = stem(line);
  if (free && sure) table.answer(line);
  else table.choose(line);
  return true;
}
