/** A way in inches that the player draws point by point. Whether a leg is legal only the server says. */
import type { Table } from "./table.svelte.ts";
import type { Sketch } from "./wire.ts";

export type Spot = [number, number, number];
export interface Leg { to: Spot; length: number; state: "legal" | "refused" | "unknown"; reason?: Sketch["refused"] }

const inches = (mil: number) => (mil / 1000).toFixed(3);
export const spotText = ([x, y, z]: Spot) => `@${inches(x)},${inches(y)},${inches(z)}`;
/** One point alone would read as a place, not as a way: it ends with a mark of its own. */
export const trackLine = (verb: string, spots: Spot[]) => `${verb} ${spots.map(spotText).join(">")}${spots.length === 1 ? ">" : ""}`;
const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** A drag leaves a way point each time it has gone this far. */
const STRIDE = 1000;
const MOST = 64;

export class Draw {
  points = $state.raw<Spot[]>([]);
  /** The end of a drag that is not let go yet. */
  loose = $state.raw<Spot | null>(null);
  readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  verb = $derived.by(() => (this.table.mine ? (this.table.request?.draws ?? null) : null));
  start = $derived.by<Spot | null>(() => {
    const actor = this.table.request?.actor;
    const site = actor == null ? undefined : this.table.figures.get(actor)?.site;
    return site?.kind === "disc" ? [site.x, site.y, site.z] : null;
  });
  legs = $derived.by<Leg[]>(() => {
    const verb = this.verb;
    if (!verb || !this.start) return [];
    let from = this.start;
    let stopped = false;
    return this.points.map((to, n) => {
      const sketch = this.table.sketches.get(trackLine(verb, this.points.slice(0, n + 1)));
      const length = apart(from, to);
      from = to;
      const state = !sketch || stopped ? "unknown" : sketch.refused ? "refused" : "legal";
      stopped ||= state === "refused";
      return { to, length, state, reason: sketch?.refused };
    });
  });
  legal = $derived(this.legs.findLastIndex((leg) => leg.state === "legal") + 1);
  length = $derived(this.legs.slice(0, this.legal).reduce((sum, leg) => sum + leg.length, 0));
  drawn = $derived(this.legs.reduce((sum, leg) => sum + leg.length, 0));

  add(spot: Spot): void {
    const verb = this.verb;
    if (!verb || this.points.length >= MOST) return;
    this.points = [...this.points, spot.map(Math.round) as Spot];
    this.table.draw(trackLine(verb, this.points));
  }

  drag(spot: Spot): void {
    const last = this.points.at(-1) ?? this.start;
    if (last && apart(last, spot) >= STRIDE) this.add(spot);
    this.loose = spot;
  }

  drop(): void {
    const last = this.points.at(-1) ?? this.start;
    if (this.loose && last && apart(last, this.loose) > 100) this.add(this.loose);
    this.loose = null;
  }

  back(): boolean {
    if (this.points.length === 0) return false;
    this.points = this.points.slice(0, -1);
    return true;
  }

  clear(): void {
    this.points = [];
    this.loose = null;
  }

  commit(): void {
    if (this.verb && this.legal > 0) this.table.answer(trackLine(this.verb, this.points.slice(0, this.legal)));
  }
}
