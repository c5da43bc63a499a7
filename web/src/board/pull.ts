/** A figure of a table in inches that is pulled: letting go of the question, it is chosen, and the pull goes on as the
 * way that is asked for then. */
import type { FigureId } from "../lib/wire.ts";
import type { Hand } from "./hand.svelte.ts";
import type { Surface } from "./surface.svelte.ts";

/** A press that goes no farther is none, in pixels. */
const SLOP = 6;

export class Pull {
  readonly #surface: Surface;
  readonly #hand: Hand;
  #figure: FigureId = -1;
  #line = "";
  #at: [number, number] = [0, 0];
  /** A figure is held; it was drawn away from its place; it was let go of before its way was asked for. */
  held = false;
  off = false;
  #gone = false;

  constructor(surface: Surface, hand: Hand) {
    this.#surface = surface;
    this.#hand = hand;
  }

  /** Takes hold of a figure that can be chosen, if one answer and no more chooses it. */
  down(event: PointerEvent): boolean {
    const { table, draw, inches } = this.#surface;
    const id = (event.target as Element).closest<SVGElement>("[data-figure]")?.dataset.figure;
    const figure = Number(id);
    const able = id !== undefined && inches && table.said.mine && !draw.pen && event.button === 0;
    const names = able
      ? table.choice.pointed.filter(({ figures }) => figures.length === 1 && figures[0] === figure)
      : [];
    const only = names.length === 1 && table.said.own(figure) ? names[0] : undefined;
    this.drop();
    if (!only) return false;
    [this.held, this.#figure, this.#line, this.#at] = [true, figure, only.line, [event.clientX, event.clientY]];
    return true;
  }

  /** True while the pull is what the pointer does. */
  move(event: PointerEvent): boolean {
    if (!this.held || (event.pointerType === "mouse" && event.buttons === 0)) return false;
    const far = Math.hypot(event.clientX - this.#at[0], event.clientY - this.#at[1]);
    if (!this.off && far < SLOP) return true;
    if (!this.off) this.#surface.table.answer(this.#line);
    [this.off, this.#at] = [true, [event.clientX, event.clientY]];
    return true;
  }

  /** True where a way will follow as soon as it is asked for; a figure that never left its place is just let go. */
  up(): boolean {
    if (!this.off) this.drop();
    else this.#gone = true;
    return this.off;
  }

  drop(): void {
    this.held = this.off = this.#gone = false;
  }

  /** The way is asked for: it begins with the pull so far. */
  goOn(): void {
    const { table, draw } = this.#surface;
    const from = draw.pen?.from;
    if (!this.off || !from || table.said.request?.actor !== this.#figure) return;
    const end = this.#hand.spot(...this.#surface.place(...this.#at), this.#surface.floor);
    if (this.#gone) {
      if (end) draw.add(end);
    } else if (this.#hand.down(from) && end) draw.drag(end);
    this.drop();
  }
}
