/**
 * Where scenery stands within its terrain. It is decoration alone: always in the same places, within the area that
 * the scene tells of, and below every figure.
 */
export interface Prop {
  symbol: string;
  x: number;
  y: number;
  size: number;
  turn: number;
}
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What stands in a kind of terrain, how large it is drawn (1 is a square), and how far one is from the next. */
const KINDS: [RegExp, { symbols: string[]; size: number; apart: number }][] = [
  [/wood|forest|tree|grove/, { symbols: ["tree", "tree", "pine", "tree", "bush"], size: 1.5, apart: 62 }],
  [/thicket|scrub|brush|hedge/, { symbols: ["bush"], size: 0.9, apart: 40 }],
  [/marsh|bog/, { symbols: ["bush", "deadtree"], size: 0.9, apart: 90 }],
  [/tomb|grave/, { symbols: ["grave"], size: 0.9, apart: 60 }],
  [/crate|wagon/, { symbols: ["crate", "barrel"], size: 0.85, apart: 44 }],
  [/farm|hay/, { symbols: ["hay"], size: 1, apart: 90 }],
  [/challenging|rubble|rough|crag|boulder|debris|^rock/, { symbols: ["rubble"], size: 1, apart: 50 }],
  [/ruin(?!ed house)/, { symbols: ["rubble"], size: 0.9, apart: 96 }],
];
/** Whether things of this kind are drawn one by one. */
export const stands = (kind: string) => KINDS.find(([words]) => words.test(kind))?.[1];

/** The same number for the same place, from 0 up to 1. */
export function noise(x: number, y: number, k = 1): number {
  const mixed = Math.imul(x + 3, 73856093) ^ Math.imul(y + 7, 19349663) ^ Math.imul(k, 83492791);
  return ((mixed >>> 8) % 1000) / 1000;
}

/** Things of a kind within a box, where `inside` says that the place belongs to it. */
export function scatter(kind: string, box: Box, inside: (x: number, y: number) => boolean): Prop[] {
  const look = stands(kind);
  if (!look) return [];
  const { symbols, apart } = look;
  const size = Math.min(look.size, Math.max(0.5, Math.max(box.w, box.h) / 50));
  // A narrow strip has one row of smaller things; a small piece one thing in its middle.
  const narrow = Math.min(box.w, box.h) < apart * 0.8;
  const fit = narrow ? Math.min(size, Math.max(0.45, Math.min(box.w, box.h) / 34)) : size;
  const step = narrow ? Math.max(22, 40 * fit) : apart;
  const [columns, rows] = [Math.max(1, Math.round(box.w / step)), Math.max(1, Math.round(box.h / step))];
  const found: Prop[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = (k: number) => noise(Math.round(box.x) + column, Math.round(box.y) + row, k);
      const shift = narrow ? 0 : 0.5;
      const x = box.x + ((column + 0.5 + (at(1) - 0.5) * shift) * box.w) / columns;
      const y = box.y + ((row + 0.5 + (at(2) - 0.5) * shift) * box.h) / rows;
      if (!inside(x, y)) continue;
      found.push({
        symbol: symbols[Math.floor(at(3) * symbols.length)]!,
        x,
        y,
        size: fit * (0.85 + at(4) * 0.3),
        turn: symbols[0] === "rubble" ? Math.floor(at(5) * 4) * 90 : 0,
      });
    }
  return found.sort((a, b) => a.y - b.y);
}
