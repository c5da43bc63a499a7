/** Heights above the table, and which of them are floors to look at. */
import type { Scene, Site } from "../lib/wire.ts";

const PARTS: Record<number, string> = { 250: "¼", 500: "½", 750: "¾" };
export function heightText(mil: number): string {
  const [whole, rest] = [Math.trunc(mil / 1000), Math.abs(mil % 1000)];
  const part = PARTS[rest];
  if (rest === 0) return `${whole}″`;
  return part ? `${whole === 0 ? "" : whole}${part}″` : `${Number((mil / 1000).toFixed(2))}″`;
}

/** What can be stood on, and what leads from one floor to another. */
const STANDING = /platform|roof|floor|stair|bridge|tower|hill|building|block/;
export const LEADS = /ladder|stairs/;

/** Lower tops are no floors of their own unless somebody stands there. */
const STOREY = 2000;

/** The ground, every height somebody stands at, and the tops of whatever can be stood on. */
export function floors(scene: Scene): number[] {
  if (scene.board.kind !== "inches") return [];
  const found = new Set([0]);
  for (const token of scene.figures) if (token.site.kind === "disc") found.add(token.site.z);
  for (const feature of scene.features)
    if (
      feature.site.kind === "prism" &&
      feature.site.top >= STOREY &&
      STANDING.test(feature.kind) &&
      !LEADS.test(feature.kind)
    )
      found.add(feature.site.top);
  return found.size > 1 ? [...found].sort((a, b) => a - b) : [];
}

/** How something stands to the floor that is looked at; with all floors in view everything is on it. */
export type Depth = "on" | "below" | "above";
export function depth(site: Site, kind: string, level: number | null): Depth {
  if (level === null || site.kind === "squares" || site.kind === "away") return "on";
  if (site.kind === "disc") return site.z === level ? "on" : site.z < level ? "below" : "above";
  if (LEADS.test(kind) && site.top !== site.floor)
    return site.floor === level || site.top === level ? "on" : site.top < level ? "below" : "above";
  // What rises through the floor is cut by it; what one stands on ends at it.
  if ((site.floor <= level && level < site.top) || (site.top === level && (level === 0 || STANDING.test(kind))))
    return "on";
  return site.top <= level ? "below" : "above";
}
export const onLevel = (site: Site, level: number | null) => depth(site, "", level) === "on";

type Outline = [number, number, number][];
/** Whether a point lies within an outline. */
export function within(x: number, y: number, outline: Outline): boolean {
  let inside = false;
  outline.forEach(([ax, ay], n) => {
    const [bx, by] = outline[(n + 1) % outline.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
/** Whether a roof or a floor lies over somebody. */
export function covered(site: Site, scene: Scene): boolean {
  return (
    site.kind === "disc" &&
    scene.features.some(
      (feature) =>
        feature.site.kind === "prism" &&
        STANDING.test(feature.kind) &&
        !LEADS.test(feature.kind) &&
        feature.site.floor > site.z + 100 &&
        within(site.x, site.y, feature.site.outline),
    )
  );
}
export const stoodOn = (kind: string) => STANDING.test(kind) && !LEADS.test(kind);

/** How a kind of terrain in inches is drawn: by the words in its name; what no word fits is hatched. */
const LOOKS: [RegExp, { fill: string; edge: string; dash?: string }][] = [
  [/wood|forest|tree|grove|thicket/, { fill: "url(#p-wood)", edge: "var(--leaf)", dash: "8 5" }],
  [/obscuring/, { fill: "url(#p-smoke)", edge: "var(--stone-2)", dash: "3 4" }],
  [/entangl/, { fill: "url(#p-snare)", edge: "var(--leaf)", dash: "3 4" }],
  [/burning/, { fill: "url(#p-harm)", edge: "var(--bad)", dash: "6 3" }],
  [/water-1|shallow/, { fill: "url(#p-shallow)", edge: "var(--water-2)", dash: "4 4" }],
  [/water-3|deep/, { fill: "url(#p-deep)", edge: "var(--water-2)" }],
  [/brush|scrub|hedge|crop|field/, { fill: "url(#p-brush)", edge: "var(--leaf)", dash: "3 5" }],
  [/marsh|bog|mud/, { fill: "url(#p-mud)", edge: "var(--t-mud2)", dash: "4 4" }],
  [/water|river|stream|pond|difficult/, { fill: "url(#p-water)", edge: "var(--water-2)" }],
  [/ruin/, { fill: "url(#p-ruin)", edge: "var(--stone)", dash: "8 4" }],
  [/rubble|rough|debris|challenging/, { fill: "url(#p-rub)", edge: "var(--rubble)", dash: "2 5" }],
  [
    /stair|ladder|bridge|plank|cart|crate|wagon|fence|palisade|gate|door/,
    { fill: "url(#p-plank)", edge: "var(--stone)" },
  ],
  [/house-wall/, { fill: "url(#p-course)", edge: "var(--edge)" }],
  [/window/, { fill: "url(#p-shallow)", edge: "var(--edge)" }],
  [/railing/, { fill: "var(--plank)", edge: "var(--stone)" }],
  [/low-wall/, { fill: "url(#p-rub)", edge: "var(--stone)", dash: "9 4" }],
  [/impassable|rock|boulder|cliff/, { fill: "url(#p-rock)", edge: "var(--stone)" }],
  [/wall|barricade|obstacle|blocking|tomb/, { fill: "url(#p-wall)", edge: "var(--stone)" }],
  [/building|house/, { fill: "url(#p-wall)", edge: "var(--stone)" }],
  [/fortif/, { fill: "url(#p-ruin)", edge: "var(--stone)" }],
  [/roof/, { fill: "url(#p-tile)", edge: "var(--t-tile-lo)" }],
  [/platform|floor|tower|hill|block/, { fill: "url(#p-floor)", edge: "var(--edge)" }],
  [/pit|chasm|shaft/, { fill: "var(--stone)", edge: "var(--stone-2)" }],
  [/fire|lava|harm|danger|damag/, { fill: "url(#p-harm)", edge: "var(--bad)" }],
];
export const look = (feature: { kind: string }) =>
  LOOKS.find(([words]) => words.test(feature.kind))?.[1] ?? { fill: "url(#p-haz)", edge: "var(--stone-2)" };
