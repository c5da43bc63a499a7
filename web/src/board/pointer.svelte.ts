/** What a pointer does on the board: it looks at what it passes, chooses what it clicks, draws, pulls and pans. */
import type { Spot } from "../lib/draw.svelte.ts";
import type { FigureId } from "../lib/wire.ts";
import { Gesture } from "./gesture.ts";
import type { Hand } from "./hand.svelte.ts";
import { deedAt, pointed, press } from "./pointing.ts";
import type { Pull } from "./pull.ts";
import type { Surface } from "./surface.svelte.ts";

/** So long a pointer rests before the card of a figure is shown, or taken away, in milliseconds. */
const CARD = { shown: 420, gone: 120 };
/** How much a turn of the wheel zooms. */
const WHEEL = 0.0015;

const figureOf = (target: Element | null) => {
  const id = target?.closest<SVGElement>("[data-figure]")?.dataset.figure;
  return id ? Number(id) : null;
};
const squareOf = (target: Element | null) => target?.closest<SVGElement>("[data-square]")?.dataset.square ?? null;

export class Pointer {
  /** The square under it, or `#7` over a figure on a table in inches. */
  hover = $state<string | null>(null);
  readonly #surface: Surface;
  readonly #hand: Hand;
  readonly #pull: Pull;
  readonly #gesture: Gesture;
  #timer = 0;

  constructor(surface: Surface, hand: Hand, pull: Pull) {
    this.#surface = surface;
    this.#hand = hand;
    this.#pull = pull;
    this.#gesture = new Gesture(surface.camera, (target, mouse, more) => {
      const [square, figure] = [squareOf(target as Element | null), figureOf(target as Element | null)];
      if (square !== null) this.#click(square, mouse, more);
      if (figure !== null && !press(surface.table, "", [figure], mouse)) surface.onfigure(figure, true);
    });
  }

  /** The pointer, or the cursor, is over a square, or over none. */
  over(name: string | null): void {
    if (this.hover === name) return;
    this.hover = name;
    const { table } = this.#surface;
    const figures = name ? this.#surface.at(name) : [];
    const found = name ? pointed(table, name, figures) : null;
    const option = found?.options.find((one) => one.figures.length > 0) ?? found?.options[0];
    table.look(found && found.ways.length === 0 ? (option?.line ?? null) : null);
    table.preview.glance(found?.ways[0]?.line ?? null);
    const free = name !== null && found?.options.length === 0 && found.ways.length === 0;
    const deed = free ? deedAt(table, name, figures) : null;
    if (deed !== null || table.preview.deed !== null) table.preview.lookDeed(deed);
    // What is being considered has its panel already.
    const bare = found?.options.length === 0 ? figures[0] : undefined;
    this.#card(bare ?? null, bare !== undefined);
  }

  /** The pointer passes an element: a square, or a figure that is looked at on a table in inches. */
  passes(target: Element): void {
    const figure = figureOf(target);
    if (figure === null) return this.over(squareOf(target));
    if (this.hover === `#${figure}`) return;
    this.hover = `#${figure}`;
    const { said, choice } = this.#surface.table;
    const aimed = choice.pointed.find((one) => one.figures.at(-1) === figure);
    const option = said.mine ? (aimed ?? choice.pointed.find((one) => one.figures.includes(figure))) : undefined;
    this.#surface.table.look(option?.line ?? null);
    this.#card(option ? null : figure, option === undefined);
  }

  #card(figure: FigureId | null, later: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#surface.onfigure(figure, false), later ? CARD.shown : CARD.gone);
  }

  #click(name: string, sure: boolean, more: boolean): void {
    const { table } = this.#surface;
    this.#surface.cursor = name;
    const figures = this.#surface.at(name);
    if (press(table, name, figures, sure, more)) return;
    table.preview.lookDeed(deedAt(table, name, figures));
    if (figures[0] != null) this.#surface.onfigure(figures[0], true);
  }

  /** The place under the pointer on a table in inches, while something is to be drawn. */
  #spot(event: PointerEvent): Spot | null {
    if (!this.#surface.draw.pen || !this.#surface.frame) return null;
    return this.#hand.spot(...this.#surface.place(event.clientX, event.clientY), this.#surface.floor);
  }

  down(event: PointerEvent): void {
    this.#hand.cross = null;
    const spot = event.button === 0 && !(event.target as Element).closest("button") ? this.#spot(event) : null;
    const draws = spot !== null && this.#hand.down(spot);
    if (draws || this.#pull.down(event)) this.#surface.frame?.setPointerCapture(event.pointerId);
    if (!draws) this.#gesture.down(event);
  }

  move(event: PointerEvent): void {
    const spot = this.#hand.drawing ? this.#spot(event) : null;
    if (spot) this.#surface.draw.drag(spot);
    else if (!this.#pull.move(event)) this.#gesture.move(event);
    else if (this.#pull.off) this.#gesture.drop(event);
  }

  up(event: PointerEvent): void {
    if (this.#hand.drawing) return this.#hand.up();
    if (this.#pull.up()) return;
    const spot = (event.target as Element).closest("button, [data-figure]") ? null : this.#spot(event);
    if (this.#gesture.up(event) && spot) this.#hand.click(spot);
  }

  /** The browser takes the pointer away. */
  cancel(event: PointerEvent): void {
    this.#hand.up();
    this.#pull.drop();
    this.#gesture.drop(event);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const frame = this.#surface.frame!.getBoundingClientRect();
    const factor = Math.exp(-event.deltaY * WHEEL);
    this.#surface.camera.zoomAt(factor, event.clientX - frame.left, event.clientY - frame.top);
  }
}
