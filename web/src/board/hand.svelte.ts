/** A hand on a table in inches: it drags ways and places, clicks way-points, and walks a cross by the keys. */
import type { Draw, Spot } from "../lib/draw.svelte.ts";
import { MIL } from "../lib/grid.ts";
import type { Scene } from "../lib/wire.ts";
import { LEADS } from "./heights.ts";

/** A drag begins at what is drawn already if it begins this near, in thousandths. */
const NEAR = 700;
/** A click this near to a ladder means the ladder. */
const RUNG = 600;

export class Hand {
  drawing = false;
  /** Where the keys point. */
  cross = $state.raw<Spot | null>(null);
  readonly draw: Draw;
  readonly scene: () => Scene;

  constructor(draw: Draw, scene: () => Scene) {
    this.draw = draw;
    this.scene = scene;
  }

  /** A place of the drawing as a spot of the table, at the height of the floor that is looked at. */
  spot(x: number, y: number, floor: number | null): Spot | null {
    const board = this.scene().board;
    if (board.kind !== "inches") return null;
    const mil = (value: number, most: number) => Math.round(Math.max(0, Math.min(most, value)) / 10) * 10;
    const last = this.draw.points.at(-1) ?? this.draw.start;
    return [mil(x / MIL, board.width), mil(board.depth - y / MIL, board.depth), floor ?? last?.[2] ?? 0];
  }

  /** Whether a drag that begins here draws; any other moves the table. */
  down(spot: Spot): boolean {
    const from = this.draw.points.at(-1) ?? this.draw.start;
    this.drawing = this.draw.pen !== null && !!from && Math.hypot(spot[0] - from[0], spot[1] - from[1]) < NEAR;
    return this.drawing;
  }

  up(): void {
    this.drawing = false;
    this.draw.drop();
  }

  /** A way-point; on a ladder its foot and its other end. A second click on a place that is legal means it. */
  click(spot: Spot): void {
    const last = this.draw.points.at(-1);
    if (this.draw.places && last && this.draw.legal > 0 && Math.hypot(spot[0] - last[0], spot[1] - last[1]) < 300)
      return this.draw.commit();
    const rung = this.draw.places ? null : this.#ladder(spot);
    if (rung) this.draw.add(...rung);
    else this.draw.add(spot);
  }

  /** The stops of a ladder under the pointer, from the height where the way stands to the next. */
  #ladder(spot: Spot): Spot[] | null {
    const here = (this.draw.points.at(-1) ?? this.draw.start)?.[2];
    const near = (stop: Spot) => Math.hypot(spot[0] - stop[0], spot[1] - stop[1]) < RUNG;
    const found: [Spot, Spot][] = this.scene().features.flatMap(({ kind, site }) => {
      if (
        site.kind !== "prism" ||
        site.outline.length !== 2 ||
        !LEADS.test(kind) ||
        !site.outline.some((stop) => near(stop as Spot))
      )
        return [];
      const [low, high] = site.outline as [Spot, Spot];
      return low[2] === here ? [[low, high]] : high[2] === here ? [[high, low]] : [];
    });
    // A floor that is looked at settles which way; else it is up before down.
    const wanted = found.find(([, to]) => to[2] === spot[2]) ?? found.find(([from, to]) => to[2] > from[2]) ?? found[0];
    return spot[2] === here || wanted?.[1][2] === spot[2] ? (wanted ?? null) : null;
  }

  /** Arrows move the cross by an inch, with Shift by a tenth. */
  key(event: KeyboardEvent, floor: number | null, origin: Spot): boolean {
    const by = (
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<
        string,
        [number, number]
      >
    )[event.key];
    const board = this.scene().board;
    if (!by || board.kind !== "inches") return false;
    const [x, y, z] = this.cross ?? origin;
    const step = event.shiftKey ? 100 : 1000;
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
    this.cross = [clamp(x + by[0] * step, board.width), clamp(y + by[1] * step, board.depth), floor ?? z];
    return true;
  }
}
