/** The keys on the board: a cursor walks over squares, a cross over a table in inches; Enter means what it is on. */
import type { Spot } from "../lib/draw.svelte.ts";
import { covered, markPoint, siteBox, square, squareName } from "../lib/grid.ts";
import type { FigureId } from "../lib/wire.ts";
import type { Hand } from "./hand.svelte.ts";
import type { Pointer } from "./pointer.svelte.ts";
import { press } from "./pointing.ts";
import type { Surface } from "./surface.svelte.ts";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** A figure is under the cross within its base, and within this at least, in thousandths of an inch. */
const UNDER = 500;

export class Keyboard {
  /** The cursor has moved since an answer was chosen. */
  wandered = false;
  readonly #surface: Surface;
  readonly #hand: Hand;
  readonly #pointer: Pointer;

  constructor(surface: Surface, hand: Hand, pointer: Pointer) {
    this.#surface = surface;
    this.#hand = hand;
    this.#pointer = pointer;
  }

  /** Takes a key if it is one for the board. */
  key(event: KeyboardEvent): boolean {
    if (this.#surface.inches) return this.#cross(event) || (event.key === "Enter" && this.#enterInches(event));
    const by = ARROWS[event.key];
    if (by) {
      this.#move(...by);
      return true;
    }
    const here = this.#surface.frame?.contains(event.target as Node);
    if (!here || (event.key !== "Enter" && event.key !== " ")) return false;
    this.#enter(event.shiftKey);
    return true;
  }

  #move(dx: number, dy: number): void {
    const { board } = this.#surface.scene;
    if (board.kind !== "grid") return;
    const { x, y } = square(this.#surface.cursor);
    const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at));
    this.jump(squareName(clamp(x + dx, board.width), clamp(y + dy, board.height)));
  }

  #enter(more: boolean): void {
    const { table, cursor } = this.#surface;
    const figures = this.#surface.at(cursor);
    // What was chosen since the cursor moved, by its number or here, is meant; else the square is.
    if (table.choice.chosen && !this.wandered) table.commit();
    else if (press(table, cursor, figures, true, more)) this.wandered = false;
    else if (table.choice.chosen) table.commit();
    else if (figures[0] != null) this.#surface.onfigure(figures[0], true);
  }

  /** The cursor goes to a square. */
  jump(name: string): void {
    this.#surface.cursor = name;
    this.wandered = true;
    this.#surface.camera.keep(this.#surface.box(name));
    this.#surface.squares?.focus(name);
    this.#pointer.over(name);
  }

  /** Next or previous choosable thing, in board order. */
  step(by: 1 | -1): void {
    if (this.#surface.inches) return this.#stepFigure(by);
    const order = this.#choosable();
    if (order.length === 0) return;
    const now = order.indexOf(this.#surface.cursor);
    const next = now === -1 ? (by === 1 ? 0 : order.length - 1) : now + by + order.length;
    this.jump(order[next % order.length]!);
  }

  /** The squares that can be chosen, or somebody on them, row by row. */
  #choosable(): string[] {
    const { said, choice } = this.#surface.table;
    const names = new Set([...choice.ways.map((way) => way.to), ...choice.pointed.flatMap((option) => option.squares)]);
    for (const figure of choice.pointed.flatMap((option) => option.figures)) {
      const token = said.figures.get(figure);
      const first = token && covered(token.site)[0];
      if (first) names.add(first);
    }
    return [...names].sort((a, b) => square(a).y - square(b).y || square(a).x - square(b).x);
  }

  #stepFigure(by: 1 | -1): void {
    const next = this.#surface.squares?.next(by);
    if (!next) return;
    this.#hand.cross = null;
    this.wandered = true;
    this.#pointer.passes(next);
    const token = this.#surface.table.said.figures.get(Number(next.dataset.figure))!;
    const box = siteBox(token.site, this.#surface.scene.board);
    if (box) this.#surface.camera.keep(box);
  }

  /** Goes to a square or to somebody by name; false where there is no such thing. */
  goTo(text: string): boolean {
    const { scene, frame, squares } = this.#surface;
    const wanted = text.trim().toLowerCase();
    if (this.#surface.inches) return squares?.find(wanted) ?? false;
    const token = scene.figures.find((one) => one.name.toLowerCase().includes(wanted) && one.site.kind === "squares");
    const name = /^[a-z]+\d+$/.test(wanted) ? wanted.toUpperCase() : token && covered(token.site)[0];
    if (!name || !frame?.querySelector(`[data-square="${name}"]`)) return false;
    this.jump(name);
    return true;
  }

  /** The figure that has the focus. */
  #focus(event: KeyboardEvent): FigureId | null {
    const id = (event.target as Element).closest<SVGElement>("[data-figure]")?.dataset.figure;
    return id ? Number(id) : null;
  }

  /** Arrows walk a cross, beginning at what is drawn, at who has the focus or acts, or in the middle. */
  #cross(event: KeyboardEvent): boolean {
    const { table, scene, draw, floor, camera } = this.#surface;
    const whose = this.#focus(event) ?? table.said.request?.actor;
    const from = whose == null ? undefined : table.said.figures.get(whose)?.site;
    const middle: Spot = scene.board.kind === "inches" ? [scene.board.width / 2, scene.board.depth / 2, 0] : [0, 0, 0];
    const origin: Spot = draw.points.at(-1) ?? (from?.kind === "disc" ? [from.x, from.y, from.z] : middle);
    if (!this.#hand.key(event, floor, origin)) return false;
    const [x, y] = this.#hand.cross!;
    const p = markPoint([x, y], scene.board);
    camera.keep({ x: p.x - 30, y: p.y - 30, w: 60, h: 60 });
    return true;
  }

  /** Enter draws to the cross or means the figure beneath, or the one that has the focus. */
  #enterInches(event: KeyboardEvent): boolean {
    const { table, draw, scene } = this.#surface;
    const cross = this.#hand.cross;
    if (cross && draw.pen) {
      const drawn = draw.points.at(-1);
      if (drawn && drawn[0] === cross[0] && drawn[1] === cross[1]) return false;
      this.#hand.click(cross);
      return true;
    }
    const beneath =
      cross &&
      scene.figures.find(
        ({ site }) =>
          site.kind === "disc" && Math.hypot(site.x - cross[0], site.y - cross[1]) <= Math.max(site.radius, UNDER),
      );
    const meant = cross ? beneath?.figure : this.#focus(event);
    // What was chosen since then by its number is meant; else the figure is.
    if (meant == null || (table.choice.chosen && !this.wandered)) return false;
    if (!press(table, "", [meant], true)) this.#surface.onfigure(meant, true);
    return true;
  }
}
