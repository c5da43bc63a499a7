/** What the player is about to answer: the act that is open, the answer that is chosen, whoever is picked. */
import { acts, grouped, open, type Act } from "./answers.ts";
import type { Said } from "./said.svelte.ts";
import { members, pairs } from "./script.ts";
import type { FigureId, Offer, Way } from "./wire.ts";

export class Choice {
  /** The act that is open, the answer that is chosen, the answer that is only looked at. */
  act = $state<string | null>(null);
  chosen = $state<string | null>(null);
  looked = $state<string | null>(null);
  /** Of a question about many pairs of figures: whose answers are looked at, and at whom. */
  by = $state<FigureId | null>(null);
  at = $state<FigureId | null>(null);
  /** Several figures picked to act together, and whether they are being picked. */
  picking = $state(false);
  picked = $state.raw<FigureId[]>([]);
  /** Whether they may take the farther ways too. */
  far = $state(false);
  /** Figures of a log line under the pointer. */
  rung = $state.raw<FigureId[]>([]);

  readonly #said: Said;

  constructor(said: Said) {
    this.#said = said;
  }

  /** What is asked of this player now. */
  #asked = $derived.by(() => (this.#said.mine ? this.#said.request : null));
  /** Who may be moved together, and which pairs may be declared. */
  members = $derived.by<Offer[]>(() => (this.#asked ? members(this.#asked, this.#said.own) : []));
  pairs = $derived<Offer[]>(this.#asked ? pairs(this.#asked) : []);
  /** Of a question for one figure and what it does: who may be picked. */
  actors = $derived.by<FigureId[]>(() => {
    if (!this.#asked?.one_by_one) return [];
    return [...new Set(this.#asked.options.flatMap((option) => option.figures.slice(0, 1)).filter(this.#said.own))];
  });
  /** The answers as far as they are looked at: those of one figure, those at one figure, or all. */
  offered = $derived.by<Offer[]>(() => {
    const all = this.#said.request?.options ?? [];
    if (this.by === null && this.at === null) return all;
    const aimed = ({ figures }: Offer) => this.at === null || (figures.length > 1 && figures.at(-1) === this.at);
    const done = ({ figures }: Offer) => this.by === null || figures[0] === this.by;
    return all.filter((option) => option.figures.length === 0 || (done(option) && aimed(option)));
  });
  barred = $derived.by(() => {
    const all = this.#said.request?.barred ?? [];
    const tag = this.by === null ? null : this.#said.figures.get(this.by)?.tag;
    // With many figures asked at once the reasons of each stand where it is looked at.
    if (this.pairs.length > 0 && !tag) return [];
    return tag ? all.filter((one) => one.line.split(" ").includes(tag)) : all;
  });
  acts = $derived.by<Act[]>(() =>
    this.#asked ? acts({ ...this.#asked, options: this.offered, barred: this.barred }, this.#said.own) : [],
  );
  grouped = $derived(grouped(this.acts));
  open = $derived<Act | null>(this.grouped ? (this.acts.find((act) => act.key === this.act) ?? null) : null);
  options = $derived<Offer[]>(this.open ? this.open.options : this.grouped ? [] : this.offered);
  ways = $derived.by<Way[]>(() => {
    if (this.open) return this.open.ways;
    return this.grouped ? this.acts.flatMap((act) => act.ways) : (this.#said.request?.ways ?? []);
  });
  /** What the board may be clicked for: with no act opened, everything that points at the board. */
  pointed = $derived<Offer[]>(this.grouped && !this.open ? this.offered : this.options);
  /** What the panel shows is what the main button does: a chosen answer is not covered by one that is only looked
   * at. */
  seen = $derived(this.chosen ?? this.looked);
  chosenOption = $derived(this.#option(this.chosen));
  seenOption = $derived(this.#option(this.seen));
  chosenWay = $derived.by(() => this.#said.request?.ways.find((way) => way.line === this.chosen) ?? null);

  #option(line: string | null): Offer | null {
    return this.#said.request?.options.find((option) => option.line === line) ?? null;
  }

  /** Another decision is asked: nothing of the last one is left, unless those picked go on together. */
  clear(together: boolean): void {
    this.act = this.chosen = this.looked = null;
    this.by = this.at = null;
    if (!together) this.picked = [];
  }

  /** An act that is the only open one is opened at once. */
  first(): void {
    const usable = this.acts.filter(open);
    if (this.grouped && usable.length === 1 && usable[0]) this.act = usable[0].key;
  }

  /** Opens an act or closes it again. The line of its only answer, if that is all there is to it. */
  openAct(key: string): string | null {
    const act = this.acts.find((one) => one.key === key);
    if (!act || !open(act)) return null;
    const only = act.options.length === 1 && act.ways.length === 0 ? act.options[0] : undefined;
    if (only) {
      this.act = key;
      return only.line;
    }
    this.act = this.act === key ? null : key;
    this.chosen = this.looked = null;
    return null;
  }

  /** Looks at the answers of one figure, or at those that are aimed at one. */
  narrow(to: { by: FigureId } | { at: FigureId }): void {
    if ("by" in to) [this.by, this.at] = [to.by, null];
    else this.at = to.at;
    this.act = this.chosen = null;
  }

  /** Adds a figure to those that act together, or takes it out. */
  pick(figure: FigureId): void {
    this.picked = this.picked.includes(figure) ? this.picked.filter((one) => one !== figure) : [...this.picked, figure];
  }

  unpick(): void {
    this.picking = false;
    this.picked = [];
  }

  /** One step back: the answer, then the act. True if there was anything to leave. */
  back(): boolean {
    if (this.chosen) this.chosen = null;
    else if (this.act && this.acts.filter(open).length > 1) this.act = null;
    else if (this.by !== null || this.at !== null) this.by = this.at = null;
    else if (this.picking) this.unpick();
    else return false;
    return true;
  }
}
