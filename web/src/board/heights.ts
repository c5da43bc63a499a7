/** Heights above the table, and which of them are floors to look at. */
import type { Feature, Scene, Site } from "../lib/wire.ts";

const PARTS: Record<number, string> = { 250: "¼", 500: "½", 750: "¾" };
export function heightText(mil: number): string {
  const [whole, rest] = [Math.trunc(mil / 1000), Math.abs(mil % 1000)];
  const part = PARTS[rest];
  if (rest === 0) return `${whole}″`;
  return part ? `${whole === 0 ? "" : whole}${part}″` : `${(mil / 1000).toFixed(2)}″`;
}

/** The ground, every height somebody stands at, and the tops of whatever can be stood on. */
export function floors(scene: Scene): number[] {
  if (scene.board.kind !== "inches") return [];
  const found = new Set([0]);
  for (const token of scene.figures) if (token.site.kind === "disc") found.add(token.site.z);
  for (const feature of scene.features) if (feature.site.kind === "prism" && feature.site.top > 0 && STANDING.test(feature.kind)) found.add(feature.site.top);
  return found.size > 1 ? [...found].sort((a, b) => a - b) : [];
}
const STANDING = /platform|roof|floor|stair|bridge|tower|hill|building/;

/** Whether something belongs to a floor; with all floors in view everything does. */
export function onLevel(site: Site, level: number | null): boolean {
  if (level === null) return true;
  if (site.kind === "disc") return site.z === level;
  return site.kind === "prism" ? site.top === level || (level === 0 && site.floor === 0) : true;
}

/** How a kind of terrain in inches is drawn: by the words in its name; what no word fits is hatched. */
const LOOKS: [RegExp, { fill: string; edge: string; dash?: string }][] = [
  [/wood|forest|tree|grove|thicket/, { fill: "url(#p-wood)", edge: "var(--leaf)", dash: "8 5" }],
  [/brush|scrub|hedge|crop|field/, { fill: "url(#p-brush)", edge: "var(--leaf)", dash: "3 5" }],
  [/water|river|stream|marsh|pond|difficult/, { fill: "url(#p-water)", edge: "var(--water-2)" }],
  [/ruin/, { fill: "url(#p-ruin)", edge: "var(--stone)", dash: "8 4" }],
  [/rubble|rough|debris|challenging/, { fill: "url(#p-rub)", edge: "var(--rubble)", dash: "2 5" }],
  [/stair|ladder|bridge|plank|cart|crate|wagon|fence|palisade|gate|door/, { fill: "url(#p-plank)", edge: "var(--stone)" }],
  [/impassable|rock|boulder|cliff/, { fill: "url(#p-rock)", edge: "var(--stone)" }],
  [/wall|barricade|obstacle/, { fill: "url(#p-wall)", edge: "var(--stone)" }],
  [/platform|roof|floor|tower|building|hill/, { fill: "var(--surface-3)", edge: "var(--stone)" }],
  [/pit|chasm|shaft/, { fill: "var(--stone)", edge: "var(--stone-2)" }],
  [/fire|lava|harm|danger|damag/, { fill: "url(#p-harm)", edge: "var(--bad)" }],
];
export const look = (feature: Feature) => LOOKS.find(([words]) => words.test(feature.kind))?.[1] ?? { fill: "url(#p-haz)", edge: "var(--stone-2)" };
