/** One battle as this browser sees it: the socket, what it said last, and what the player is about to answer. */
import { acts, grouped, open, type Act } from "./answers.ts";
import { members, pairs, type Script } from "./script.ts";
import { w } from "../words.ts";
import { remember } from "./recent.ts";
import type {
  Card,
  ClientMessage,
  FigureId,
  Hello,
  Layer,
  LogLine,
  Mark,
  Odds,
  Offer,
  Refused,
  ServerMessage,
  Sketch,
  State,
  Token,
  Way,
} from "./wire.ts";

export type Line = "opening" | "open" | "lost" | "gone";
const GONE = 4404;
/** After so long without a word from the server it is said, in milliseconds. */
const SLOW = 3000;
/** How long a state stays to be seen before the next one of a burst: a die longer than a step. */
const PACE = { die: 620, move: 240, other: 60, crowd: 24 };

export class Table {
  line = $state<Line>("opening");
  hello = $state.raw<Hello | null>(null);
  state = $state.raw<State | null>(null);
  log = $state.raw<LogLine[]>([]);
  refused = $state.raw<Refused | null>(null);
  /** What was asked to be taken back, and the others did not allow; until the battle moves on. */
  kept = $state<string | null>(null);
  card = $state.raw<Card | null>(null);
  odds = $state.raw<ReadonlyMap<string, Odds>>(new Map());
  /** Odds of what is declared, by its place, and which of it is looked at. */
  deeds = $state.raw<ReadonlyMap<number, Odds>>(new Map());
  deed = $state<number | null>(null);
  sending = $state(false);
  /** An answer is under way and nothing comes back. */
  slow = $state(false);
  #slowTimer = 0;
  /** States of a burst are still being shown one after the other. */
  waiting = $state(false);
  fresh = $state.raw<LogLine[]>([]);

  /** The act that is open, the answer that is chosen, the answer that is only looked at. */
  act = $state<string | null>(null);
  chosen = $state<string | null>(null);
  looked = $state<string | null>(null);
  /** What answers would do, as far as it was asked; the way under the pointer. */
  sketches = $state.raw<ReadonlyMap<string, Sketch>>(new Map());
  glanced = $state<string | null>(null);
  /** The layer over the map, and the figure it is drawn for. */
  layer = $state<Layer | null>(null);
  layered = $state<FigureId | null>(null);
  layerMarks = $state.raw<Mark[]>([]);
  /** Several figures picked to act together, and whether they are being picked. */
  picking = $state(false);
  picked = $state.raw<FigureId[]>([]);
  /** Whether they may take the farther ways too. */
  far = $state(false);
  /** Of a question about many pairs of figures: whose answers are looked at, and at whom. */
  by = $state<FigureId | null>(null);
  at = $state<FigureId | null>(null);
  /** Answers that are being given one after the other. */
  script = $state.raw<Script | null>(null);
  /** Figures of a log line under the pointer. */
  rung = $state.raw<FigureId[]>([]);

  figures = $derived(new Map<FigureId, Token>((this.state?.scene.figures ?? []).map((token) => [token.figure, token])));
  request = $derived(this.state?.request ?? null);
  mine = $derived(this.request?.mine === true && !this.waiting);
  own = (figure: FigureId) => this.figures.get(figure)?.seat === this.request?.seat;
  /** Who may be moved together, and which pairs may be declared. */
  members = $derived<Offer[]>(this.request && this.mine ? members(this.request, this.own) : []);
  pairs = $derived<Offer[]>(this.request && this.mine ? pairs(this.request) : []);
  /** Of a question for one figure and what it does: who may be picked. */
  actors = $derived<FigureId[]>(
    this.request?.one_by_one && this.mine
      ? [...new Set(this.request.options.flatMap((option) => option.figures.slice(0, 1)).filter(this.own))]
      : [],
  );
  /** The answers as far as they are looked at: those of one figure, those at one figure, or all. */
  offered = $derived.by<Offer[]>(() => {
    const all = this.request?.options ?? [];
    if (this.by === null && this.at === null) return all;
    return all.filter(
      (option) =>
        option.figures.length === 0 ||
        ((this.by === null || option.figures[0] === this.by) &&
          (this.at === null || (option.figures.length > 1 && option.figures.at(-1) === this.at))),
    );
  });
  barred = $derived.by(() => {
    const all = this.request?.barred ?? [];
    const tag = this.by === null ? null : this.figures.get(this.by)?.tag;
    // With many figures asked at once the reasons of each stand where it is looked at.
    if (this.pairs.length > 0 && !tag) return [];
    return tag ? all.filter((one) => one.line.split(" ").includes(tag)) : all;
  });
  acts = $derived<Act[]>(
    this.request && this.mine ? acts({ ...this.request, options: this.offered, barred: this.barred }, this.own) : [],
  );
  grouped = $derived(grouped(this.acts));
  open = $derived<Act | null>(this.grouped ? (this.acts.find((act) => act.key === this.act) ?? null) : null);
  options = $derived<Offer[]>(this.open ? this.open.options : this.grouped ? [] : this.offered);
  ways = $derived<Way[]>(
    this.open ? this.open.ways : this.grouped ? this.acts.flatMap((act) => act.ways) : (this.request?.ways ?? []),
  );
  /** What the board may be clicked for: with no act opened, everything that points at the board. */
  pointed = $derived<Offer[]>(this.grouped && !this.open ? this.offered : this.options);
  /** What the panel shows is what the main button does: a chosen answer is not covered by one that is only looked
   * at. */
  seen = $derived(this.chosen ?? this.looked);
  chosenOption = $derived(this.request?.options.find((option) => option.line === this.chosen) ?? null);
  seenOption = $derived(this.request?.options.find((option) => option.line === this.seen) ?? null);
  chosenWay = $derived(this.request?.ways.find((way) => way.line === this.chosen) ?? null);
  /** The sketch of what is looked at, or chosen. */
  sketch = $derived<Sketch | null>(this.sketches.get(this.glanced ?? this.seen ?? "") ?? null);

  #socket: WebSocket | null = null;
  #queue: State[] = [];
  #timer = 0;
  #tries = 0;
  #closed = false;
  #asked = new Set<string>();
  #drawn = new Set<string>();
  #oddsTimer = 0;
  #withdrawn = false;
  #sought: (() => void) | null = null;
  readonly token: string;
  /** Whether it stands among the recent battles. */
  readonly listed: boolean;

  constructor(token: string, listed = true) {
    this.token = token;
    this.listed = listed;
    this.#connect();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.token}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      this.sending = false;
      this.#calm();
      // A seat that never opened is as good as gone: a wrong token is refused before the line stands.
      if (event.code === GONE || (!this.hello && this.#tries >= 2)) {
        this.line = "gone";
        return;
      }
      if (this.hello) this.line = "lost";
      setTimeout(() => this.#closed || this.#connect(), Math.min(4000, 250 * 2 ** this.#tries++));
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #hear(message: ServerMessage): void {
    this.#calm();
    switch (message.type) {
      case "hello":
        this.hello = message;
        this.line = "open";
        this.#tries = 0;
        this.#queue = [];
        this.log = [];
        this.state = null;
        break;
      case "state":
        this.#queue.push(message);
        this.waiting = this.#queue.length > 1 || this.#timer !== 0;
        if (this.#timer === 0) this.#next();
        break;
      case "refused":
        // Odds that cannot be had are no refusal of an answer.
        if (!this.sending && !message.stale) break;
        this.sending = false;
        this.script = null;
        this.refused = message;
        break;
      case "odds":
        if (message.declared != null) this.deeds = new Map(this.deeds).set(message.declared, message);
        else this.odds = new Map(this.odds).set(message.line, message);
        break;
      case "card":
        this.card = message;
        break;
      case "sketch":
        if (message.line != null) this.sketches = new Map(this.sketches).set(message.line, message);
        else if (message.layer === this.layer && message.figure === this.layered) this.layerMarks = message.marks;
        break;
    }
  }

  #next(): void {
    const state = this.#queue.shift();
    if (!state) {
      this.#timer = 0;
      this.waiting = false;
      return;
    }
    const moved = this.state?.moment !== state.moment;
    this.#show(state, moved);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const role = this.hello?.role;
    const live = (role === "seat" || role === "screen") && !still && this.#queue.length < PACE.crowd;
    const pace =
      !live || this.script
        ? 0
        : state.log.some((line) => line.roll)
          ? PACE.die
          : state.log.length > 0
            ? PACE.move
            : PACE.other;
    this.waiting = this.#queue.length > 0;
    if (pace === 0 && this.#queue.length === 0) {
      this.#timer = 0;
      this.#goOn();
      return;
    }
    this.#timer = window.setTimeout(() => this.#next(), pace);
  }

  #show(state: State, moved: boolean): void {
    const kept = state.log_cut || state.log_from < this.log.length ? this.log.slice(0, state.log_from) : this.log;
    this.log = state.log.length > 0 || kept !== this.log ? [...kept, ...state.log] : this.log;
    this.fresh = state.log;
    this.sending = false;
    const before = this.state;
    if (moved) this.kept = null;
    // A wish that is gone while nothing has moved was refused, unless it was withdrawn here.
    else if (
      before?.undo_asked != null &&
      state.undo_asked == null &&
      this.hello?.seats.includes(before.undo_asked) &&
      !this.#withdrawn
    )
      this.kept = before.undo_what;
    this.#withdrawn = false;
    if (moved) {
      this.act = null;
      this.chosen = null;
      this.looked = null;
      this.glanced = null;
      this.by = null;
      this.at = null;
      if (!this.script) this.picked = [];
      this.odds = new Map();
      this.deeds = new Map();
      this.deed = null;
      this.sketches = new Map();
      this.#asked.clear();
      this.#drawn.clear();
      if (this.refused && !this.refused.stale) this.refused = null;
    }
    this.state = state;
    if (moved && this.layer && this.layered != null)
      this.send({ type: "layer", figure: this.layered, layer: this.layer });
    this.#sought?.();
    if (moved) this.#first();
    this.#keep(state);
  }

  /** An act that is the only open one is opened at once. */
  #first(): void {
    const usable = this.acts.filter(open);
    if (this.grouped && usable.length === 1 && usable[0]) this.act = usable[0].key;
  }

  #keep(state: State): void {
    const hello = this.hello;
    if (!hello || !this.listed) return;
    const round = state.scene.clock.round;
    const begun = round > 0 ? `${w.battle.round(round, undefined, state.scene.clock.called)}, ` : "";
    const text = state.outcome
      ? w.battle.ending(state.outcome.winner == null ? null : this.seatName(state.outcome.winner), state.outcome.told)
      : begun + state.scene.clock.phase;
    remember({
      token: this.token,
      system: hello.system,
      sides: hello.sides.map(({ name, player }) => ({ name, player })),
      text,
      mine: state.request?.mine === true,
      over: state.outcome !== null,
      role: hello.role,
    });
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Asks no more for what was asked to be taken back. */
  withdraw(): void {
    this.#withdrawn = true;
    this.send({ type: "undo_reply", allow: false });
  }

  answer(line: string): void {
    // While the line is cut nothing can be answered; what was chosen stays chosen until it stands again.
    if (!this.state || this.sending || this.line !== "open") return;
    this.sending = true;
    this.refused = null;
    this.#slowTimer = window.setTimeout(() => (this.slow = this.sending), SLOW);
    this.send({ type: "answer", moment: this.state.moment, line });
  }

  #calm(): void {
    clearTimeout(this.#slowTimer);
    this.slow = false;
  }

  /** Gives several answers, one after the other, each as soon as it is asked for. */
  run(script: Script): void {
    this.script = script;
    this.#goOn();
  }

  #goOn(): void {
    if (!this.script || this.sending) return;
    if (this.state?.outcome) this.script = null;
    // Somebody else decides in between: it goes on when they have.
    if (!this.script || !this.request?.mine) return;
    const line = this.script.next(this);
    if (line === null) {
      this.script = null;
      this.picked = [];
      this.picking = false;
    } else if (line === "undo") this.send({ type: "undo" });
    else this.answer(line);
  }

  /** Adds a figure to those that act together, or takes it out. */
  pick(figure: FigureId): void {
    this.picked = this.picked.includes(figure) ? this.picked.filter((one) => one !== figure) : [...this.picked, figure];
  }

  /** Chooses an answer; chosen a second time it is given. */
  choose(line: string): void {
    if (this.chosen === line) this.answer(line);
    else {
      this.chosen = line;
      this.looked = null;
      this.refused = null;
      this.ask(line);
    }
  }

  look(line: string | null): void {
    this.looked = line;
    if (line) this.ask(line);
  }

  /** A way under the pointer: drawn, and where it is no path but a place that is pointed at, its odds too. */
  glance(line: string | null): void {
    this.glanced = line;
    if (!line) return;
    this.draw(line);
    const way = this.request?.ways.find((one) => one.line === line);
    if (way?.path.length === 0 && this.mine && !this.#asked.has(line)) this.#weigh(line, () => this.glanced === line);
  }

  /** Asks what an answer would do, once. */
  draw(line: string): void {
    if (!this.mine || this.#drawn.has(line)) return;
    this.#drawn.add(line);
    this.send({ type: "sketch", line });
  }

  /** Lays a layer over the map for a figure; the same again takes it away. */
  lay(layer: Layer | null, figure: FigureId | null): void {
    const same = layer === this.layer && figure === this.layered;
    this.layer = same ? null : layer;
    this.layered = same ? null : figure;
    this.layerMarks = [];
    if (this.layer && this.layered != null) this.send({ type: "layer", figure: this.layered, layer: this.layer });
  }

  /** Looks at something declared, by its place among it. */
  lookDeed(number: number | null): void {
    this.deed = number;
    if (number !== null && !this.deeds.has(number)) this.send({ type: "declared_odds", number });
  }

  /** Asks for the odds of an answer that points at a figure or a place, once, and not while the pointer only passes. */
  ask(line: string): void {
    this.draw(line);
    const option = this.request?.options.find((one) => one.line === line);
    if (!option || !this.mine || this.#asked.has(line)) return;
    const request = this.request;
    // Where nobody in particular is asked, the first figure is the one that acts.
    const inches = this.state?.scene.board.kind === "inches";
    const points =
      request?.actor == null && !inches
        ? option.figures.length > 1 || option.verb === "attack"
        : option.figures.length + option.squares.length > 0;
    if ((!points && request?.about == null) || request?.unmeasured) return;
    this.#weigh(line, () => this.seen === line);
  }

  /** Asks for the odds of answers that are set side by side. */
  compare(lines: string[]): void {
    if (!this.mine || this.request?.unmeasured) return;
    for (const line of lines) {
      if (this.#asked.has(line)) continue;
      this.#asked.add(line);
      this.send({ type: "odds", line });
    }
  }

  /** Asks for odds unless the pointer has gone on by then. */
  #weigh(line: string, still: () => boolean): void {
    clearTimeout(this.#oddsTimer);
    this.#oddsTimer = window.setTimeout(() => {
      if (!still()) return;
      this.#asked.add(line);
      this.send({ type: "odds", line });
    }, 80);
  }

  /** One step back: the answer, then the act. True if there was anything to leave. */
  back(): boolean {
    if (this.refused) this.refused = null;
    else if (this.chosen) this.chosen = null;
    else if (this.act && this.acts.filter(open).length > 1) this.act = null;
    else if (this.by !== null || this.at !== null) this.by = this.at = null;
    else if (this.picking) {
      this.picking = false;
      this.picked = [];
    } else return false;
    return true;
  }

  openAct(key: string): void {
    const act = this.acts.find((one) => one.key === key);
    if (!act || !open(act)) return;
    const only = act.options.length === 1 && act.ways.length === 0 ? act.options[0] : undefined;
    if (only) {
      this.act = key;
      this.choose(only.line);
      return;
    }
    this.act = this.act === key ? null : key;
    this.chosen = null;
    this.looked = null;
  }

  commit(): void {
    if (this.chosen) this.answer(this.chosen);
  }

  /** In a replay, goes to the step that told a line: halving the steps until the log ends with it. */
  async jumpTo(number: number): Promise<void> {
    const state = this.state;
    if (!state) return;
    let [low, high] = [0, state.steps];
    while (low < high) {
      const mid = (low + high) >> 1;
      await this.#seek(mid);
      if (this.log.length > number) high = mid;
      else low = mid + 1;
    }
    await this.#seek(low);
  }

  #seek(step: number): Promise<void> {
    return new Promise((done) => {
      this.#sought = done;
      this.send({ type: "seek", step });
      setTimeout(done, 3000);
    });
  }

  seatName(seat: number): string {
    return (
      this.state?.scene.sides.find((side) => side.seat === seat)?.name ??
      this.hello?.sides.find((side) => side.seat === seat)?.name ??
      ""
    );
  }
}
