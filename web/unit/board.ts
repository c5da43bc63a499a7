/** A board without a page: its pieces, put together as Board.svelte does, in front of a server that is not there. */
import { Hand } from "../src/board/hand.svelte.ts";
import { Keyboard } from "../src/board/keyboard.ts";
import { Pointer } from "../src/board/pointer.svelte.ts";
import { Pull } from "../src/board/pull.ts";
import { Sight } from "../src/board/sight.ts";
import { Surface } from "../src/board/surface.svelte.ts";
import { Draw } from "../src/lib/draw.svelte.ts";
import { boardBox } from "../src/lib/grid.ts";
import { Table } from "../src/lib/table.svelte.ts";
import type { State } from "../src/lib/wire.ts";
import { hello, state } from "./battle.ts";
import { browser, socket } from "./browser.ts";
import { frame } from "./elements.ts";

export interface Shown {
  figure: number | null;
  pin: boolean;
}

export class Stage {
  readonly table: Table;
  readonly draw: Draw;
  readonly surface: Surface;
  readonly hand: Hand;
  readonly pull: Pull;
  readonly pointer: Pointer;
  readonly keyboard: Keyboard;
  readonly sight: Sight;
  /** Whose cards were asked for. */
  readonly shown: Shown[] = [];
  /** Where the focus went. */
  readonly focused: string[] = [];
  #moment = 0;

  constructor(first: Partial<State>, size: { w: number; h: number } = { w: 1200, h: 900 }) {
    browser();
    this.table = new Table("seat-1", false);
    socket().say({ type: "hello", ...hello() });
    this.tell(first);
    this.draw = new Draw(this.table);
    this.surface = new Surface(this.table, this.draw, (figure, pin) => this.shown.push({ figure, pin }));
    this.surface.frame = frame(["Z99"]);
    this.surface.squares = {
      focus: (name) => this.focused.push(name),
      next: () => null,
      find: (name) => this.surface.scene.figures.some((one) => one.name.toLowerCase().includes(name)),
    };
    this.surface.camera.resize(size.w, size.h);
    this.surface.camera.lay(boardBox(this.surface.scene.board));
    this.hand = new Hand(this.draw, () => this.surface.scene);
    this.pull = new Pull(this.surface, this.hand);
    this.pointer = new Pointer(this.surface, this.hand, this.pull);
    this.keyboard = new Keyboard(this.surface, this.hand, this.pointer);
    this.sight = new Sight(this.surface, this.pull);
  }

  /** The server tells the next state. */
  tell(more: Partial<State>): void {
    socket().say({ type: "state", ...state(++this.#moment, more) });
  }

  get answers(): string[] {
    return socket().sent.flatMap((one) => (one.type === "answer" ? [one.line] : []));
  }

  /** Pixels of the frame for a place of the drawing. */
  pixel(x: number, y: number): [number, number] {
    const { view, scale } = this.surface.camera;
    return [(x - view.x) * scale, (y - view.y) * scale];
  }
}
