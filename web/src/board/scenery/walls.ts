/** Walls on grid lines, as bodies with a top and a narrow south face. */
import { CELL } from "../../lib/grid.ts";
import type { Board, Wall } from "../../lib/wire.ts";

export interface Body {
  /** Along the lines from west to east, or from north to south. */
  across: boolean;
  x: number;
  y: number;
  long: number;
  low: boolean;
}

/** The border of the table is drawn as its frame. */
const border = (wall: Wall, board: Board) =>
  board.kind === "grid" &&
  ((wall.from[0] === wall.to[0] && (wall.from[0] === 0 || wall.from[0] === board.width)) ||
    (wall.from[1] === wall.to[1] && (wall.from[1] === 0 || wall.from[1] === board.height)));

/** How far a hall may reach, and how wide a gap in its walls may be, in squares. */
const FAR = 14;
const GATE = 4;

/** Those that stand as stone; fences and doors have drawings of their own. */
export function bodies(walls: Wall[], board: Board): Body[] {
  return walls
    .filter((wall) => !/^(fence|door)$/.test(wall.kind) && !border(wall, board))
    .map((wall) => ({
      across: wall.from[1] === wall.to[1],
      x: Math.min(wall.from[0], wall.to[0]) * CELL,
      y: Math.min(wall.from[1], wall.to[1]) * CELL,
      long: (Math.abs(wall.to[0] - wall.from[0]) + Math.abs(wall.to[1] - wall.from[1])) * CELL,
      low: wall.low,
    }))
    .sort((a, b) => Number(a.across) - Number(b.across) || a.y - b.y);
}

/**
 * The squares that walls embrace: from there three of four looks along the lines meet a wall. A gap between such
 * squares belongs to them. They get another ground, nothing else.
 */
export function halls(walls: Wall[], board: Board): Set<number> {
  const within = new Set<number>();
  if (board.kind !== "grid") return within;
  const { width, height } = board;
  const [below, beside] = [new Set<number>(), new Set<number>()];
  const key = (x: number, y: number) => y * (width + 1) + x;
  for (const wall of walls) {
    if (wall.low || border(wall, board) || /fence/.test(wall.kind)) continue;
    const [x, y] = [Math.min(wall.from[0], wall.to[0]), Math.min(wall.from[1], wall.to[1])];
    for (let n = 0; n < Math.abs(wall.to[0] - wall.from[0]); n++) below.add(key(x + n, y));
    for (let n = 0; n < Math.abs(wall.to[1] - wall.from[1]); n++) beside.add(key(x, y + n));
  }
  const meets = (x: number, y: number, dx: number, dy: number) => {
    for (let n = 0; n < FAR; n++) {
      const [cx, cy] = [x + dx * n, y + dy * n];
      if (cx < 0 || cy < 0 || cx >= width || cy >= height) return false;
      if (dx !== 0 && beside.has(key(dx > 0 ? cx + 1 : cx, cy))) return true;
      if (dy !== 0 && below.has(key(cx, dy > 0 ? cy + 1 : cy))) return true;
    }
    return false;
  };
  const looks = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const met = looks.map(([dx, dy]) => meets(x, y, dx, dy));
      if (met.filter(Boolean).length >= 3 && (met[0] || met[1]) && (met[2] || met[3])) within.add(key(x, y));
    }
  // What lies between two such squares of a line, not far apart, is a gate or a breach.
  const bridge = (from: number, step: number, many: number) => {
    for (let n = 0, last = -1; n < many; n++) {
      if (!within.has(from + n * step)) continue;
      if (last >= 0 && n - last <= GATE) for (let m = last + 1; m < n; m++) within.add(from + m * step);
      last = n;
    }
  };
  for (let y = 0; y < height; y++) bridge(key(0, y), 1, width);
  for (let x = 0; x < width; x++) bridge(key(x, 0), width + 1, height);
  return within;
}
export const squareOf = (key: number, width: number) => ({ x: key % (width + 1), y: Math.floor(key / (width + 1)) });
