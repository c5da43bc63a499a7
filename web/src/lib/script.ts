/** Several answers given one after the other. Each is looked up in the request of its moment: nothing is answered that
 * is not offered then. */
import { middle, siteBox, square, type Box } from "./grid.ts";
import type { Table } from "./table.svelte.ts";
import type { FigureId, Offer, Request, Way } from "./wire.ts";

/** The next line, `undo` to take the last one back, or nothing when the rest is for the player. */
export interface Script {
  next(table: Table): string | "undo" | null;
}

/** Options that name one figure of the decider and nothing else: whom to act with next. */
export function members(request: Request, own: (figure: FigureId) => boolean): Offer[] {
  if (!request.together || request.actor != null) return [];
  const found = request.options.filter(
    (option) => option.figures.length === 1 && option.squares.length === 0 && own(option.figures[0]!),
  );
  return found.length > 1 && new Set(found.map((option) => option.verb)).size === 1 ? found : [];
}

/** Options by which one figure points at another while many may: what is declared. */
export const pairs = (request: Request): Offer[] =>
  request.actor != null ? [] : request.options.filter((option) => option.figures.length > 1);

const spot = (table: Table, figure: FigureId) => {
  const token = table.said.figures.get(figure);
  return token?.site.kind === "squares" ? square(token.site.at) : null;
};

/** Moves figures by the same number of squares, the foremost first; whoever cannot get there goes as near as it can, or
 * stays. */
export function march(table: Table, figures: FigureId[], dx: number, dy: number, far: boolean): Script {
  const ahead = (figure: FigureId) => {
    const at = spot(table, figure);
    return at ? at.x * dx + at.y * dy : 0;
  };
  const left = [...figures].sort((a, b) => ahead(b) - ahead(a));
  let moving: { figure: FigureId; to: { x: number; y: number } } | null = null;
  return {
    next(now) {
      const request = now.said.request!;
      if (moving && request.actor === moving.figure) {
        const way = nearest(request.ways, moving.to, spot(now, moving.figure), far);
        moving = null;
        return way?.line ?? "undo";
      }
      // Something else is asked: an attack on whoever moved, a choice on the way. That is for the player.
      if (request.actor != null) return null;
      for (let figure = left.shift(); figure !== undefined; figure = left.shift()) {
        const from = spot(now, figure);
        const option = request.options.find((one) => one.figures.length === 1 && one.figures[0] === figure);
        if (!from || !option) continue;
        moving = { figure, to: { x: from.x + dx, y: from.y + dy } };
        now.choice.picked = now.choice.picked.filter((one) => one !== figure);
        return option.line;
      }
      return null;
    },
  };
}

/** The way that ends nearest to a place and nearer than where it begins. Ways of the first kind offered come before
 * farther ones. */
function nearest(
  ways: Way[],
  to: { x: number; y: number },
  from: { x: number; y: number } | null,
  far: boolean,
): Way | null {
  const kind = (way: Way) => way.line.split(" ")[0];
  const first = ways[0] && kind(ways[0]);
  const off = (at: { x: number; y: number }) => (at.x - to.x) ** 2 + (at.y - to.y) ** 2;
  let [best, gap] = [null as Way | null, from ? off(from) : Infinity];
  for (const way of ways) {
    if (!far && kind(way) !== first) continue;
    const here = off(square(way.to));
    if (here < gap) [best, gap] = [way, here];
  }
  return best;
}

/** Declares for everybody who can: at one target, or each at the nearest. One answer for each figure. */
export function volley(verb: string, at: FigureId | null): Script {
  const done = new Set<FigureId>();
  return {
    next(now) {
      const all = pairs(now.said.request!).filter(
        (option) =>
          option.verb === verb && (at === null || option.figures.at(-1) === at) && !done.has(option.figures[0]!),
      );
      const by = all[0]?.figures[0];
      if (by === undefined) return null;
      done.add(by);
      const mine = all.filter((option) => option.figures[0] === by);
      return mine.reduce((best, one) => (gap(now, one) < gap(now, best) ? one : best)).line;
    },
  };
}

/** How far the two figures of an option stand apart on the drawing. */
function gap(table: Table, option: Offer): number {
  const board = table.said.state!.scene.board;
  const box = (figure: FigureId): Box | null => {
    const token = table.said.figures.get(figure);
    return token ? siteBox(token.site, board) : null;
  };
  const [from, to] = [box(option.figures[0]!), box(option.figures.at(-1)!)];
  if (!from || !to) return Infinity;
  const [a, b] = [middle(from), middle(to)];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
