/** Finds room for words on the board: a label dodges figures and other labels, and is dropped rather than laid over
 * them. */
import type { Box } from "../lib/grid.ts";

export interface Wish {
  key: string;
  text: string;
  width: number;
  height: number;
  places: { x: number; y: number }[];
  rank: number;
}
export interface Placed {
  key: string;
  x: number;
  y: number;
  wish: Wish;
}

const meets = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** `x` of a place is the label's middle, `y` its top. Lower ranks are placed first. */
export function place(wishes: Wish[], taken: Box[], within: Box): Placed[] {
  const full = [...taken];
  const placed: Placed[] = [];
  for (const wish of [...wishes].sort((a, b) => a.rank - b.rank)) {
    for (const spot of wish.places) {
      const x = Math.min(Math.max(spot.x, within.x + wish.width / 2), within.x + within.w - wish.width / 2);
      const box = { x: x - wish.width / 2, y: spot.y, w: wish.width, h: wish.height };
      if (box.y < within.y || box.y + box.h > within.y + within.h || full.some((other) => meets(box, other))) continue;
      full.push(box);
      placed.push({ key: wish.key, x, y: spot.y, wish });
      break;
    }
  }
  return placed;
}

export const textWidth = (text: string, size = 11) => text.length * size * 0.6 + 2;
