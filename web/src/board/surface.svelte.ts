/** What the pieces of the board share: the scene, who stands where, the cursor, and what is seen of it. */
import type { Draw } from "../lib/draw.svelte.ts";
import { covered, siteBox, type Box } from "../lib/grid.ts";
import type { Table } from "../lib/table.svelte.ts";
import type { FigureId } from "../lib/wire.ts";
import { Camera } from "./camera.svelte.ts";
import { floors } from "./heights.ts";

/** The elements that can have the focus: squares, or figures on a table in inches. */
export interface Squares {
  focus(name: string): void;
  /** The focus goes to the next or previous figure that can be chosen. */
  next(by: 1 | -1): SVGElement | null;
  find(name: string): boolean;
}

export class Surface {
  readonly camera = new Camera();
  readonly table: Table;
  readonly draw: Draw;
  /** Somebody is looked at in passing, or is to stay beside the board. */
  readonly onfigure: (figure: FigureId | null, pin: boolean) => void;
  frame = $state<HTMLElement>();
  squares = $state<Squares>();
  /** The square that the keys point at. */
  cursor = $state("A1");
  /** The height that is looked at; all of them where it is nothing. */
  floor = $state<number | null>(null);

  constructor(table: Table, draw: Draw, onfigure: (figure: FigureId | null, pin: boolean) => void) {
    this.table = table;
    this.draw = draw;
    this.onfigure = onfigure;
  }

  scene = $derived.by(() => this.table.said.state!.scene);
  inches = $derived(this.scene.board.kind === "inches");
  floors = $derived(floors(this.scene));
  standing = $derived.by(() => {
    const map = new Map<string, FigureId[]>();
    for (const token of this.scene.figures)
      for (const name of covered(token.site)) map.set(name, [...(map.get(name) ?? []), token.figure]);
    return map;
  });

  /** Who stands on a square. */
  at(name: string): FigureId[] {
    return this.standing.get(name) ?? [];
  }

  /** The drawing's box of a square. */
  box(name: string): Box {
    return siteBox({ kind: "squares", at: name, width: 1, height: 1 }, this.scene.board)!;
  }

  /** A place of the screen on the drawing. */
  place(x: number, y: number): [number, number] {
    const { camera } = this;
    const frame = this.frame!.getBoundingClientRect();
    return [camera.view.x + (x - frame.left) / camera.scale, camera.view.y + (y - frame.top) / camera.scale];
  }

  under(): FigureId | null {
    return this.at(this.cursor)[0] ?? null;
  }

  /** Whom a layer is for: who is under the cursor, else who acts, else the first one of ours that stands. */
  subject(): FigureId | null {
    const { said } = this.table;
    const standing = this.scene.figures.filter((token) => token.site.kind !== "away");
    const acting = said.request?.actor ?? this.scene.figures.find((token) => token.acting)?.figure;
    const on = acting != null && said.figures.get(acting)?.site.kind !== "away" ? acting : undefined;
    const ours = standing.find((token) => said.hello?.seats.includes(token.seat) ?? true);
    return this.under() ?? on ?? ours?.figure ?? standing[0]?.figure ?? null;
  }

  /** One floor up or down; beyond the last all of them are seen. */
  level(by: 1 | -1): void {
    if (this.floors.length === 0) return;
    const before = by === 1 ? -1 : this.floors.length;
    const now = this.floor === null ? before : this.floors.indexOf(this.floor);
    this.floor = this.floors[now + by] ?? null;
  }
}
