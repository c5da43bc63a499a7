/** What a square of the board stands for in the pending request. */
import type { Table } from "../lib/table.svelte.ts";
import type { FigureId, Offer, Way } from "../lib/wire.ts";
import { stem } from "../lib/answers.ts";
import { CELL, markPoint, square as place } from "../lib/grid.ts";
import { march } from "../lib/script.ts";

export interface Pointed {
  ways: Way[];
  options: Offer[];
}

export function pointed(table: Table, square: string, figures: FigureId[]): Pointed {
  if (!table.said.mine) return { ways: [], options: [] };
  const ways = table.choice.ways.filter((way) => way.to === square);
  const options = table.choice.pointed.filter(
    (option) => option.squares.includes(square) || option.figures.some((figure) => figures.includes(figure)),
  );
  return { ways, options };
}

/** What is declared by a figure on the square, over it, or along an arrow through it: its place among what is
 * declared. */
export function deedAt(table: Table, square: string, figures: FigureId[]): number | null {
  const scene = table.said.state!.scene;
  const said = scene.marks.filter((mark) => mark.kind === "declared");
  const own = said.findIndex((mark) => figures.includes(mark.figures[0] ?? -1));
  if (own >= 0) return own;
  const { x, y } = place(square);
  const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  const near = said.findIndex(({ shape }) => {
    if (shape.kind === "squares") return shape.squares.includes(square);
    if (shape.kind !== "line") return false;
    const [a, b] = [markPoint(shape.from, scene.board), markPoint(shape.to, scene.board)];
    const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
    const along = Math.max(0, Math.min(1, ((cx - a.x) * (b.x - a.x) + (cy - a.y) * (b.y - a.y)) / long));
    return Math.hypot(a.x + along * (b.x - a.x) - cx, a.y + along * (b.y - a.y) - cy) < CELL * 0.55;
  });
  return near >= 0 ? near : null;
}

/** The one answer a click means: an option that is chosen already, then a figure, then a way, then a square. */
export function meant(table: Table, found: Pointed): string | null {
  const chosen =
    found.options.find((option) => option.line === table.choice.chosen) ??
    found.ways.find((way) => way.line === table.choice.chosen);
  if (chosen) return chosen.line;
  const figure = found.options.find((option) => option.figures.length > 0);
  return (figure ?? found.ways[0] ?? found.options[0])?.line ?? null;
}

/** Picks figures that act together; a click beside them sends them off, the first one to that square. */
export function gather(table: Table, square: string, figures: FigureId[]): boolean {
  const able = (figure: FigureId) => table.choice.members.some((option) => option.figures[0] === figure);
  const figure = figures.find((one) => able(one) || table.choice.picked.includes(one));
  if (figure !== undefined) {
    table.choice.picking = true;
    table.choice.pick(figure);
    return true;
  }
  const by = table.choice.picking ? shift(table, square) : null;
  if (!by || figures.length > 0) return false;
  table.run(march(table, table.choice.picked, by.x, by.y, table.choice.far));
  return true;
}

/** How far everybody goes when the first of those picked goes to a square. */
export function shift(table: Table, square: string): { x: number; y: number } | null {
  const first = table.said.figures.get(table.choice.picked[0] ?? -1);
  if (first?.site.kind !== "squares" || !square) return null;
  const [from, to] = [place(first.site.at), place(square)];
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Where many pairs may be declared: a click on a figure looks at what it may do, or at who may do something to it. */
function narrow(table: Table, figures: FigureId[]): boolean {
  const actor = figures.find((figure) => table.choice.actors.includes(figure));
  if (table.choice.actors.length > 1 && actor !== undefined) {
    table.choice.narrow({ by: actor });
    return true;
  }
  if (table.choice.pairs.length === 0) return false;
  const by = figures.find((figure) => table.choice.pairs.some((option) => option.figures[0] === figure));
  if (by !== undefined && by !== table.choice.by) {
    table.choice.narrow({ by });
    return true;
  }
  const at = figures.find((figure) => table.choice.pairs.some((option) => option.figures.at(-1) === figure));
  if (table.choice.by !== null || at === undefined || at === table.choice.at) return false;
  table.choice.narrow({ at });
  return true;
}

/** Takes a click or Enter on a square. A way answers at once; anything else is chosen first and given the second
 * time. */
export function press(table: Table, square: string, figures: FigureId[], sure: boolean, more = false): boolean {
  if (table.script) return true;
  if (table.choice.members.length > 0 && (table.choice.picking || more) && gather(table, square, figures)) return true;
  if (narrow(table, figures)) return true;
  const found = pointed(table, square, figures);
  const line = meant(table, found);
  if (!line) return false;
  const free =
    found.ways.some((way) => way.line === line) ||
    found.options.some((option) => option.line === line && option.figures.length === 0);
  if (table.choice.grouped && !table.choice.open) table.choice.act = stem(line);
  if (free && sure) table.answer(line);
  else table.choose(line);
  return true;
}
