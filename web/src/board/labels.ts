/** Finds room for words on the board: a label dodges figures and other labels, and is dropped rather than laid over
 * them. */
import { middle, siteBox, type Box } from "../lib/grid.ts";
import type { Scene, Token, Zone } from "../lib/wire.ts";
import { w } from "../words.ts";
import { shortName } from "./figure.ts";

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

/** The room that a drawn figure takes: it rises over its own place. */
export function stands(token: Token, box: Box): Box {
  return token.site.kind === "disc"
    ? { x: box.x, y: box.y - box.h * 0.5, w: box.w, h: box.h * 1.5 }
    : { x: box.x + box.w * 0.2, y: box.y - box.h * 0.2, w: box.w * 0.6, h: box.h * 1.16 };
}

/** The name of a figure, below its base or above it. */
export function figureWish(token: Token, box: Box, focus: boolean, k: number): Wish {
  const disc = token.site.kind === "disc";
  const text = shortName(token.name);
  const { x } = middle(box);
  // On a grid the plaque hangs below the square, and the head rises over it.
  const [below, above] = disc ? [box.y + box.h + 3, box.y - box.h * 0.9] : [box.y + box.h + 2, box.y - 28];
  return {
    key: `f${token.figure}`,
    text,
    width: textWidth(text, (disc ? 12.5 : 11) * k),
    height: 12 * k,
    rank: focus ? 0 : 1,
    places: [
      { x, y: below },
      { x, y: above },
    ],
  };
}

interface Print {
  /** The size of words about whole areas, and how much larger than usual everything is drawn. */
  size: number;
  k: number;
  seatName: (seat: number) => string;
}

/** What is written on zones: objectives with their worth, places to set up and to start. */
export function zoneWishes(scene: Scene, print: Print): Wish[] {
  const box = (zone: Zone) => siteBox(zone.site, scene.board);
  const tiles = scene.zones.flatMap((zone) => (zone.kind === "entry" ? (box(zone) ?? []) : []));
  return scene.zones.flatMap((zone, n) => {
    const at = box(zone);
    const wish = at && zoneWish(zone, at, tiles, print);
    return wish ? { key: `z${n}`, ...wish } : [];
  });
}

function zoneWish(zone: Zone, box: Box, tiles: Box[], { size, k, seatName }: Print): Omit<Wish, "key"> | null {
  const { x } = middle(box);
  const places = (...tops: number[]) => tops.map((y) => ({ x, y }));
  const [top, foot] = [box.y, box.y + box.h];
  if (zone.kind === "objective") {
    const text = zone.worth > 0 ? `${zone.name} ${w.battle.worth(zone.worth)}` : zone.name;
    const free = places(foot + 3, top - 23 * k, foot - 24 * k, top + 4, foot + 30);
    return { text, width: (textWidth(text) + 30) * k, height: 20 * k, rank: 0.5, places: free };
  }
  if (zone.kind === "set-up" || zone.kind === "shard") {
    const text = zone.holder == null ? zone.name : w.battle.setUp(seatName(zone.holder));
    const first = zone.kind === "shard" ? foot + 2 : top + box.h / 2 - 8 * k;
    return { text, width: textWidth(text, 13 * k), height: 15 * k, rank: 2, places: places(first, top + 4) };
  }
  if (zone.kind !== "start") return null;
  // `Cellar start`; a place that is described already needs no more words.
  const text = /^[a-z]/.test(zone.name) ? zone.name : `${zone.name} start`;
  const bare = (y: number) =>
    !tiles.some((tile) => x > tile.x && x < tile.x + tile.w && y + size + 2 > tile.y && y < tile.y + tile.h);
  const free = places(top + 8, foot - size - 10, top + box.h / 2).filter(({ y }) => bare(y));
  return { text, width: textWidth(text, size), height: size + 2, rank: 2, places: free };
}
