/** What has happened, as the board shows it: results where they fell, the way somebody went, blows, and the fallen. All
 * of it comes from what events say is seen of them. */
import { markPoint, middle, siteBox } from "./grid.ts";
import type { Act, Board, FigureId, Happening, LogLine, Scene, State } from "./wire.ts";

export interface Point {
  x: number;
  y: number;
}
/** A result over a figure or a place. */
export interface Flag extends Point {
  key: string;
  act: Act;
  figure: FigureId | null;
  word: string;
  amount: number | null;
  /** It was there before the last choice: small and grey. */
  old: boolean;
}
export interface Arrow {
  key: string;
  act: Act;
  from: Point;
  to: Point;
  /** Not the last one. */
  old: boolean;
}
/** The way a figure went, from where it stood. */
export interface Trail {
  figure: FigureId;
  points: Point[];
}
export interface Fallen extends Point {
  figure: FigureId;
}

/** Results of the choice before the last that stay, small and grey. */
const KEPT = 2;
/** More on one figure would hide it. */
const MOST = 3;
const FLAGS = new Set<Act>(
  "hit miss critical harm heal save fail gain lose down rise out leave drop score say".split(" ") as Act[],
);
const ARROWS = new Set<Act>(["strike", "cast", "charge", "blast"]);
const HURTS = new Set<Act>(["hit", "critical", "harm", "out", "down"]);

export class Seen {
  flags = $state.raw<Flag[]>([]);
  arrows = $state.raw<Arrow[]>([]);
  trails = $state.raw<Trail[]>([]);
  fallen = $state.raw<Fallen[]>([]);
  /** Who was struck in the state that is shown, and how often anybody was: a flinch begins anew each time. */
  struck = $state.raw<ReadonlySet<FigureId>>(new Set());
  blows = $state(0);

  /** Where every figure stood last, also those that are gone. */
  #places = new Map<FigureId, Point>();
  #fallen = new Map<FigureId, Point>();
  /** The last line that was looked at. */
  #number = -1;
  #begun = false;

  /** The line stands anew: everything is told from the beginning. */
  clear(): void {
    this.#forget();
    this.#number = -1;
    this.#begun = false;
    this.flags = [];
    this.fallen = [];
  }

  #forget(): void {
    this.#places.clear();
    this.#fallen.clear();
    this.arrows = [];
    this.trails = [];
  }

  /** A state is shown. `fresh` begins a new choice of whoever looks on: what was seen before it fades. */
  show(state: State, log: LogLine[], fresh: boolean): void {
    const { scene } = state;
    const last = log.at(-1)?.number ?? -1;
    const cut = last < this.#number;
    const first = !this.#begun || cut;
    if (cut) {
      this.#forget();
      this.flags = [];
    }
    if (fresh) this.#fade();
    const lines = first ? log : log.filter((line) => line.number > this.#number);
    const struck = new Set<FigureId>();
    for (const line of lines) {
      if (line.happening) this.#take(line.number, line.happening, scene.board, first, struck);
    }
    this.#number = last;
    this.#begun = true;
    this.#stand(scene, first);
    this.struck = struck;
    if (struck.size > 0) this.blows += 1;
  }

  #take(number: number, seen: Happening, board: Board, silent: boolean, struck: Set<FigureId>): void {
    const { act, figure } = seen;
    const place = seen.at ? markPoint(seen.at, board) : figure == null ? undefined : this.#places.get(figure);
    if (figure != null && seen.at && (act === "go" || act === "drop" || act === "rise"))
      this.#go(figure, place!, silent);
    if (figure != null && act === "out" && place) this.#fallen.set(figure, place);
    if (figure != null && act === "rise") this.#fallen.delete(figure);
    if (silent) return;
    if (figure != null && HURTS.has(act)) struck.add(figure);
    const from = seen.by == null ? undefined : this.#places.get(seen.by);
    if (ARROWS.has(act) && from && place && (from.x !== place.x || from.y !== place.y)) {
      this.arrows = [
        ...this.arrows.slice(-1).map((arrow) => ({ ...arrow, old: true })),
        { key: `${number}`, act, from, to: place, old: false },
      ];
    }
    if (FLAGS.has(act) && place) this.#flag(number, seen, place);
  }

  #flag(number: number, { act, figure, word = "", amount }: Happening, place: Point): void {
    const here = this.flags.filter((flag) => figure != null && flag.figure === figure && !flag.old);
    const gone = new Set(here.length >= MOST ? here.slice(0, here.length - MOST + 1).map((flag) => flag.key) : []);
    const flag = {
      key: `${number}`,
      act,
      figure: figure ?? null,
      word,
      amount: amount ?? null,
      old: false,
      ...place,
    };
    this.flags = [...this.flags.filter((one) => !gone.has(one.key)), flag];
  }

  #go(figure: FigureId, to: Point, silent: boolean): void {
    const from = this.#places.get(figure);
    this.#places.set(figure, to);
    if (silent || !from || (from.x === to.x && from.y === to.y)) return;
    const known = this.trails.find((trail) => trail.figure === figure);
    const trail = { figure, points: [...(known?.points ?? [from]), to] };
    this.trails = [...this.trails.filter((one) => one.figure !== figure), trail];
  }

  /** Where the figures of a scene stand. Who is on the table has not fallen, whatever was told. */
  #stand(scene: Scene, silent: boolean): void {
    for (const token of scene.figures) {
      const box = siteBox(token.site, scene.board);
      if (!box) continue;
      this.#go(token.figure, middle(box), silent);
      this.#fallen.delete(token.figure);
    }
    this.fallen = [...this.#fallen].map(([figure, place]) => ({ figure, ...place }));
  }

  #fade(): void {
    this.arrows = [];
    this.trails = [];
    this.flags = this.flags
      .filter((flag) => !flag.old)
      .slice(-KEPT)
      .map((flag) => ({ ...flag, old: true }));
  }
}
