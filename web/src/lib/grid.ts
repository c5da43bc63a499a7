/** Squares by name and by place. A square on the board is CELL wide; thousandths of an inch are scaled to the same
 * table. */
import type { Board, Site } from "./wire.ts";

export const CELL = 50;
/** A thousandth of an inch on the drawing. */
export const MIL = 0.05;

export interface Square {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function square(name: string): Square {
  const letters = name.match(/^[A-Z]+/)?.[0] ?? "A";
  let x = 0;
  for (const letter of letters) x = x * 26 + letter.charCodeAt(0) - 64;
  return { x: x - 1, y: Number(name.slice(letters.length)) - 1 };
}

export function squareName(x: number, y: number): string {
  return column(x) + String(y + 1);
}

export function column(x: number): string {
  return x < 26 ? String.fromCharCode(65 + x) : column(Math.floor(x / 26) - 1) + String.fromCharCode(65 + (x % 26));
}

export function boardBox(board: Board): Box {
  return board.kind === "grid"
    ? { x: 0, y: 0, w: board.width * CELL, h: board.height * CELL }
    : { x: 0, y: 0, w: board.width * MIL, h: board.depth * MIL };
}

/** The drawing's box of a site, or nothing when it is off the table. Inches count from the south-west, drawings from
 * the north-west. */
export function siteBox(site: Site, board: Board): Box | null {
  const depth = board.kind === "inches" ? board.depth : 0;
  switch (site.kind) {
    case "squares": {
      const { x, y } = square(site.at);
      return { x: x * CELL, y: y * CELL, w: site.width * CELL, h: site.height * CELL };
    }
    case "disc":
      return {
        x: (site.x - site.radius) * MIL,
        y: (depth - site.y - site.radius) * MIL,
        w: site.radius * 2 * MIL,
        h: site.radius * 2 * MIL,
      };
    case "prism": {
      const xs = site.outline.map((p) => p[0] * MIL);
      const ys = site.outline.map((p) => (depth - p[1]) * MIL);
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
    }
    case "away":
      return null;
  }
}

export function middle(box: Box): { x: number; y: number } {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** The names of all squares a site covers. */
export function covered(site: Site): string[] {
  if (site.kind !== "squares") return [];
  const { x, y } = square(site.at);
  const names: string[] = [];
  for (let dy = 0; dy < site.height; dy++)
    for (let dx = 0; dx < site.width; dx++) names.push(squareName(x + dx, y + dy));
  return names;
}

/** The outline of a set of squares as path data: every edge that has no neighbour behind it. */
export function outline(names: Iterable<string>): string {
  const set = new Set(names);
  let path = "";
  for (const name of set) {
    const { x, y } = square(name);
    const [left, top] = [x * CELL, y * CELL];
    if (!set.has(squareName(x, y - 1))) path += `M${left} ${top}h${CELL}`;
    if (!set.has(squareName(x, y + 1))) path += `M${left} ${top + CELL}h${CELL}`;
    if (!set.has(squareName(x - 1, y))) path += `M${left} ${top}v${CELL}`;
    if (!set.has(squareName(x + 1, y))) path += `M${left + CELL} ${top}v${CELL}`;
  }
  return path;
}

/** All squares of a set as one filled path. */
export function area(names: Iterable<string>): string {
  let path = "";
  for (const name of names) {
    const { x, y } = square(name);
    path += `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`;
  }
  return path;
}

/** A point of a mark: thousandths of a square from the north-west, or of an inch from the south-west. */
export function markPoint([x, y]: [number, number], board: Board): { x: number; y: number } {
  return board.kind === "grid"
    ? { x: (x * CELL) / 1000, y: (y * CELL) / 1000 }
    : { x: x * MIL, y: (board.depth - y) * MIL };
}

type Spot = [number, number, number];
const spots = (list: Spot[], board: Board) =>
  list
    .map(([x, y], n) => {
      const p = markPoint([x, y], board);
      return `${n === 0 ? "M" : "L"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
    })
    .join("");

/** Closed outlines in inches as one path; nested ones are holes when filled by the even-odd rule. */
export const areaPath = (outlines: Spot[][], board: Board) => outlines.map((one) => `${spots(one, board)}Z`).join("");
export const trackPath = (track: Spot[], board: Board) => spots(track, board);
