/** What answers would do, before one is given: their odds, what they draw on the board, the layer over the map. */
import type { Choice } from "./choice.svelte.ts";
import type { Said } from "./said.svelte.ts";
import type { ClientMessage, FigureId, Layer, Mark, Odds, Sketch } from "./wire.ts";

/** A pointer that rests for less only passes, in milliseconds. */
const REST = 80;

export class Preview {
  odds = $state.raw<ReadonlyMap<string, Odds>>(new Map());
  /** Odds of what is declared, by its place, and which of it is looked at. */
  deeds = $state.raw<ReadonlyMap<number, Odds>>(new Map());
  deed = $state<number | null>(null);
  /** What answers would do, as far as it was asked; the way under the pointer. */
  sketches = $state.raw<ReadonlyMap<string, Sketch>>(new Map());
  glanced = $state<string | null>(null);
  /** The layer over the map, and the figure it is drawn for. */
  layer = $state<Layer | null>(null);
  layered = $state<FigureId | null>(null);
  layerMarks = $state.raw<Mark[]>([]);

  readonly #said: Said;
  readonly #choice: Choice;
  readonly #send: (message: ClientMessage) => void;
  /** Lines whose odds, and whose sketches, were asked for. */
  #weighed = new Set<string>();
  #drawn = new Set<string>();
  #timer = 0;

  constructor(said: Said, choice: Choice, send: (message: ClientMessage) => void) {
    this.#said = said;
    this.#choice = choice;
    this.#send = send;
  }

  /** The sketch of what is looked at, or chosen. */
  sketch = $derived.by<Sketch | null>(() => this.sketches.get(this.glanced ?? this.#choice.seen ?? "") ?? null);

  /** Another decision is asked: what was foreseen holds no more. The layer stays and is drawn anew. */
  clear(): void {
    this.glanced = null;
    this.odds = new Map();
    this.deeds = new Map();
    this.deed = null;
    this.sketches = new Map();
    this.#weighed.clear();
    this.#drawn.clear();
    this.#askLayer();
  }

  takeOdds(odds: Odds): void {
    if (odds.declared != null) this.deeds = new Map(this.deeds).set(odds.declared, odds);
    else this.odds = new Map(this.odds).set(odds.line, odds);
  }

  takeSketch(sketch: Sketch): void {
    if (sketch.line != null) this.sketches = new Map(this.sketches).set(sketch.line, sketch);
    else if (sketch.layer === this.layer && sketch.figure === this.layered) this.layerMarks = sketch.marks;
  }

  /** Asks what an answer would do, once. */
  draw(line: string): void {
    if (!this.#said.mine || this.#drawn.has(line)) return;
    this.#drawn.add(line);
    this.#send({ type: "sketch", line });
  }

  /** A way under the pointer: drawn, and where it is no path but a place that is pointed at, its odds too. */
  glance(line: string | null): void {
    this.glanced = line;
    if (!line) return;
    this.draw(line);
    const way = this.#said.request?.ways.find((one) => one.line === line);
    if (way?.path.length === 0 && this.#said.mine && !this.#weighed.has(line))
      this.#weigh(line, () => this.glanced === line);
  }

  /** Asks for the odds of an answer that points at a figure or a place, once, and not while the pointer only passes. */
  ask(line: string): void {
    this.draw(line);
    const request = this.#said.request;
    const option = request?.options.find((one) => one.line === line);
    if (!option || !this.#said.mine || this.#weighed.has(line)) return;
    // Where nobody in particular is asked, the first figure is the one that acts.
    const inches = this.#said.state?.scene.board.kind === "inches";
    const points =
      request?.actor == null && !inches
        ? option.figures.length > 1 || option.rolls
        : option.figures.length + option.squares.length > 0;
    if ((!points && request?.about == null) || request?.unmeasured) return;
    this.#weigh(line, () => this.#choice.seen === line);
  }

  /** Asks for the odds of answers that are set side by side. */
  compare(lines: string[]): void {
    if (!this.#said.mine || this.#said.request?.unmeasured) return;
    for (const line of lines) if (!this.#weighed.has(line)) this.#askOdds(line);
  }

  /** Asks for odds unless the pointer has gone on by then. */
  #weigh(line: string, still: () => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (still()) this.#askOdds(line);
    }, REST);
  }

  #askOdds(line: string): void {
    this.#weighed.add(line);
    this.#send({ type: "odds", line });
  }

  /** Looks at something declared, by its place among it. */
  lookDeed(number: number | null): void {
    this.deed = number;
    if (number !== null && !this.deeds.has(number)) this.#send({ type: "declared_odds", number });
  }

  /** Lays a layer over the map for a figure; the same again takes it away. */
  lay(layer: Layer | null, figure: FigureId | null): void {
    const same = layer === this.layer && figure === this.layered;
    this.layer = same ? null : layer;
    this.layered = same ? null : figure;
    this.layerMarks = [];
    this.#askLayer();
  }

  #askLayer(): void {
    if (this.layer && this.layered != null) this.#send({ type: "layer", figure: this.layered, layer: this.layer });
  }
}
