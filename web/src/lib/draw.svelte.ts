/** A way or a place in inches that the player draws. Whether it is legal only the server says. */
import type { Table } from "./table.svelte.ts";
import type { Pen, Sketch } from "./wire.ts";

export type Spot = [number, number, number];
export interface Leg {
  to: Spot;
  length: number;
  state: "legal" | "refused" | "unknown";
  reason?: Sketch["refused"];
}

const inches = (mil: number) => (mil / 1000).toFixed(3);
export const spotText = ([x, y, z]: Spot) => `@${inches(x)},${inches(y)},${inches(z)}`;
const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** The line of an answer: a place, or a way from where the pen begins. */
export const penLine = (pen: Pen, spots: Spot[]) =>
  `${pen.stem} ${(pen.from ? [pen.from, ...spots] : spots.slice(-1)).map(spotText).join(">")}`;
const MOST = 32;
/** A hand that trembles by less than this draws a straight leg. */
const STRAIGHT = 250;
/** While a drag goes on it is judged this often, in milliseconds. */
const PACE = 60;

/** The fewest points of a trail from which no other lies far. */
function simple(trail: Spot[]): Spot[] {
  const [first, last] = [trail[0], trail.at(-1)];
  if (!first || !last || trail.length < 3) return trail;
  const long = Math.hypot(last[0] - first[0], last[1] - first[1]) || 1;
  const off = (p: Spot) =>
    Math.abs((last[0] - first[0]) * (first[1] - p[1]) - (first[0] - p[0]) * (last[1] - first[1])) / long;
  let [far, at] = [0, 0];
  trail.forEach((spot, n) => {
    const one = off(spot);
    if (n > 0 && n < trail.length - 1 && one > far) [far, at] = [one, n];
  });
  return far < STRAIGHT ? [first, last] : [...simple(trail.slice(0, at + 1)).slice(0, -1), ...simple(trail.slice(at))];
}

export class Draw {
  points = $state.raw<Spot[]>([]);
  /** The pen that the player took; else that of the opened act, else the first that reaches far enough. */
  taken = $state<string | null>(null);
  readonly table: Table;
  #trail: Spot[] | null = null;
  #kept: Spot[] = [];
  #timer = 0;

  constructor(table: Table) {
    this.table = table;
  }

  pens = $derived.by<Pen[]>(() => (this.table.said.mine ? (this.table.said.request?.pens ?? []) : []));
  #usable = $derived(this.pens.filter((pen) => !pen.barred));
  #wanted = $derived(this.#usable.find((pen) => pen.stem === (this.taken ?? this.table.choice.act)));
  /** The first pen that reaches as far as is drawn. */
  #wide = $derived(
    this.#usable.find((pen) => pen.limit == null || this.drawn <= pen.limit) ?? this.#usable.at(-1) ?? null,
  );
  /** Pens that cost less and reach as far as the rules let the way go. */
  #thrift = $derived.by<Pen | null>(() => {
    const wide = this.#wide;
    const stop = wide?.from
      ? this.points
          .map((_, n) => this.table.preview.sketches.get(penLine(wide, this.points.slice(0, n + 1))))
          .find((one) => one?.refused)?.upto
      : undefined;
    const nearer = stop
      ? this.#usable.slice(0, this.#usable.indexOf(wide!)).find((pen) => pen.limit != null && stop.used <= pen.limit)
      : undefined;
    return nearer ?? null;
  });
  pen = $derived<Pen | null>(this.#wanted ?? this.#thrift ?? this.#wide);
  start = $derived<Spot | null>(this.pen?.from ?? this.pens[0]?.from ?? null);
  /** One place is meant, not a way. */
  places = $derived(this.pen !== null && this.pen.from == null);
  drawn = $derived.by(() => {
    let [sum, from] = [0, this.pens[0]?.from];
    for (const to of this.points) {
      if (from) sum += apart(from, to);
      from = to;
    }
    return sum;
  });
  line = $derived(this.pen && this.points.length > 0 ? penLine(this.pen, this.points) : null);
  sketch = $derived.by<Sketch | null>(
    () => (this.line ? this.table.preview.sketches.get(this.line) : undefined) ?? null,
  );
  legs = $derived.by<Leg[]>(() => {
    const pen = this.pen;
    if (!pen) return [];
    const judged = this.points.map((_, n) =>
      this.table.preview.sketches.get(penLine(pen, this.points.slice(0, n + 1))),
    );
    // Where one may not stop one may still pass: a longer way that is legal settles all before it.
    const good = judged.findLastIndex((one) => one && !one.refused);
    let from = this.start;
    return this.points.map((to, n) => {
      const length = from ? apart(from, to) : 0;
      from = to;
      const refused = n === good + 1 ? judged[n]?.refused : undefined;
      return { to, length, state: n <= good ? "legal" : refused ? "refused" : "unknown", reason: refused };
    });
  });
  legal = $derived(this.legs.filter((leg) => leg.state === "legal").length);
  reason = $derived(this.legs.find((leg) => leg.state === "refused")?.reason);
  /** How far into a refused leg the rules let him go. */
  stop = $derived.by(() =>
    this.pen && this.reason
      ? this.table.preview.sketches.get(penLine(this.pen, this.points.slice(0, this.legal + 1)))?.upto
      : undefined,
  );
  able = $derived(this.legal > 0 || this.stop !== undefined);
  /** What the rules count for the legal part. */
  length = $derived.by(() => {
    if (this.stop) return this.stop.used;
    const known =
      this.pen && this.legal > 0
        ? this.table.preview.sketches.get(penLine(this.pen, this.points.slice(0, this.legal)))?.used?.[0]
        : undefined;
    return known ?? this.legs.slice(0, this.legal).reduce((sum, leg) => sum + leg.length, 0);
  });

  take(stem: string): void {
    this.taken = this.taken === stem ? null : stem;
    this.#judge();
  }

  add(...spots: Spot[]): void {
    if (!this.pen || this.points.length + spots.length > MOST) return;
    const whole = spots.map((spot) => spot.map(Math.round) as Spot);
    this.table.back();
    this.points = this.places ? whole.slice(-1) : [...this.points, ...whole];
    this.#judge();
  }

  drag(spot: Spot): void {
    if (!this.pen) return;
    if (this.places) this.points = [spot];
    else {
      if (!this.#trail) {
        this.#kept = this.points;
        this.#trail = [this.points.at(-1) ?? this.start ?? spot];
      }
      const last = this.#trail.at(-1)!;
      if (apart(last, spot) < 120) return;
      this.#trail.push(spot);
      this.points = [...this.#kept, ...simple(this.#trail).slice(1)].slice(0, MOST);
    }
    if (this.#timer === 0)
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.#judge();
      }, PACE);
  }

  drop(): void {
    this.#trail = null;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#judge();
  }

  #judge(): void {
    const pen = this.pen;
    if (!pen) return;
    if (pen.from == null) {
      if (this.line) this.table.preview.draw(this.line);
      return;
    }
    // A hand at rest may mean a pen that reaches less far.
    const pens = this.#trail || this.#wanted ? [pen] : this.#usable.filter((one) => one.from);
    for (const one of pens)
      this.points.forEach((_, n) => this.table.preview.draw(penLine(one, this.points.slice(0, n + 1))));
  }

  back(): boolean {
    if (this.points.length === 0) return false;
    this.points = this.points.slice(0, -1);
    return true;
  }

  clear(): void {
    this.points = [];
    this.taken = null;
    this.#trail = null;
  }

  commit(): void {
    if (this.stop) this.table.answer(this.stop.line);
    else if (this.pen && this.legal > 0) this.table.answer(penLine(this.pen, this.points.slice(0, this.legal)));
  }
}
