/** What the server said of the battle: its states, shown one after the other, and the log that grows with them. */
import type { Whose } from "../board/figure.ts";
import { parties } from "../pieces/parties.svelte.ts";
import { w } from "../words.ts";
import { pacing } from "./pace.svelte.ts";
import { Seen } from "./seen.svelte.ts";
import type { Card, FigureId, Ground, Hello, LogLine, Outcome, Refused, State, Token } from "./wire.ts";

/** How long a state stays to be seen before the next one of a burst: a die longer than a step. */
const PACE = { die: 620, move: 240, other: 60, crowd: 24 };

export interface Listener {
  /** Answers are being given by themselves: nothing needs to be seen on the way. */
  hurried(): boolean;
  /** A state is shown; it moved where another decision is asked than before. */
  shown(state: State, moved: boolean): void;
  /** The last state of a burst was shown at once. */
  settled(): void;
}

export class Said {
  hello = $state.raw<Hello | null>(null);
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** The lines that came with the last state. */
  fresh = $state.raw<LogLine[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** What was asked to be taken back, and the others did not allow; until the battle moves on. */
  kept = $state<string | null>(null);
  card = $state.raw<Card | null>(null);
  /** States of a burst are still being shown one after the other. */
  waiting = $state(false);
  /** What the board shows of all that. */
  readonly seen = new Seen();

  figures = $derived(new Map<FigureId, Token>((this.state?.scene.figures ?? []).map((token) => [token.figure, token])));
  request = $derived(this.state?.request ?? null);
  mine = $derived(this.request?.mine === true && !this.waiting);

  /** What lies on the board, in words, by its kind. */
  #ground = $derived(new Map((this.hello?.ground ?? []).map((one) => [one.kind, one])));

  readonly #listener: Listener;
  #queue: State[] = [];
  #timer = 0;
  #withdrawn = false;
  /** The decision that is shown was for whoever sits here: what comes next is of a new choice. */
  #asked = false;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** A figure of whoever decides. */
  own = (figure: FigureId) => this.figures.get(figure)?.seat === this.request?.seat;

  /** What a kind of feature, wall or zone is called here and what it means, where the game says so. */
  ground = (kind: string): Ground | undefined => this.#ground.get(kind);

  /** Whose the figures of a seat are. */
  whose(seat: number): Whose {
    const own = this.hello?.seats ?? [];
    if (own.includes(seat)) return "mine";
    return own.some((one) => parties.side(one) === parties.side(seat)) ? "ally" : "enemy";
  }

  seatName(seat: number): string {
    const side =
      this.state?.scene.sides.find((one) => one.seat === seat) ?? this.hello?.sides.find((one) => one.seat === seat);
    return side?.name ?? "";
  }

  /** Everybody who won, in words; nothing of a draw. */
  winners(outcome: Outcome): string | null {
    return outcome.winners.length > 0 ? w.and(outcome.winners.map((seat) => this.seatName(seat))) : null;
  }

  /** The line stands, for the first time or again: everything is told from the beginning. */
  greet(hello: Hello): void {
    this.hello = hello;
    parties.sit(hello.sides.map((one) => one.side));
    this.#queue = [];
    this.log = [];
    this.state = null;
    this.#asked = false;
    this.seen.clear();
  }

  add(state: State): void {
    this.#queue.push(state);
    this.waiting = this.#queue.length > 1 || this.#timer !== 0;
    if (this.#timer === 0) this.#next();
  }

  /** Shows at once all that is still to be shown. */
  hurry(): void {
    if (this.#timer === 0) return;
    clearTimeout(this.#timer);
    while (this.#queue.length > 0) {
      const state = this.#queue.shift()!;
      this.#show(state, this.state?.moment !== state.moment);
    }
    this.#timer = 0;
    this.waiting = false;
    this.#listener.settled();
  }

  /** The player asks no more for what was asked to be taken back: that it ends is no refusal. */
  withdraw(): void {
    this.#withdrawn = true;
  }

  close(): void {
    parties.sit([]);
    clearTimeout(this.#timer);
  }

  #next(): void {
    const state = this.#queue.shift();
    if (!state) {
      this.#timer = 0;
      this.waiting = false;
      return;
    }
    this.#show(state, this.state?.moment !== state.moment);
    const pace = this.#pace(state);
    this.waiting = this.#queue.length > 0;
    if (pace === 0 && this.#queue.length === 0) {
      this.#timer = 0;
      this.#listener.settled();
      return;
    }
    this.#timer = window.setTimeout(() => this.#next(), pace);
  }

  /** How long a state is to be seen. Whoever looks on, or wants nothing to move, sees it at once. */
  #pace(state: State): number {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const role = this.hello?.role;
    const live = (role === "seat" || role === "screen") && !still && this.#queue.length < PACE.crowd;
    if (!live || this.#listener.hurried()) return 0;
    const usual = state.log.some((line) => line.roll) ? PACE.die : state.log.length > 0 ? PACE.move : PACE.other;
    return usual * pacing.factor;
  }

  #show(state: State, moved: boolean): void {
    const kept = state.log_cut || state.log_from < this.log.length ? this.log.slice(0, state.log_from) : this.log;
    this.log = state.log.length > 0 || kept !== this.log ? [...kept, ...state.log] : this.log;
    this.fresh = state.log;
    if (moved) this.kept = null;
    else if (this.#denied(state)) this.kept = this.state?.undo_what ?? null;
    this.#withdrawn = false;
    if (moved && this.refused && !this.refused.stale) this.refused = null;
    this.seen.show(state, this.log, moved && (this.#asked || this.hello?.role === "replay"));
    if (moved) this.#asked = state.request?.mine === true;
    this.state = state;
    this.#listener.shown(state, moved);
  }

  /** A wish that is gone while nothing has moved was refused, unless it was withdrawn here. */
  #denied(state: State): boolean {
    const wish = this.state?.undo_asked;
    if (wish == null || state.undo_asked != null || this.#withdrawn) return false;
    return this.hello?.seats.includes(wish) ?? false;
  }
}
