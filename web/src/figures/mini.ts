/**
 * Paper miniatures, composed of parts by words. How to use them:
 *
 *     <Standee name="Orc Raider" kit={token.kit} seat={token.seat} />   inside an <svg>, feet of the base at 0, 0
 *     <Bust name="Orc Raider" kit={token.kit} seat={0} size={44} />     a round portrait, an <svg> of its own
 *     <Mini name="Orc Raider" seat={0} height={120} />                  a standee with its base, an <svg> of its own
 *
 * `kit` is what a scene's token says it is, wears and carries; a name alone will do. Cloth takes the colours of the
 * seat's side; skin and steel do not. `draft(name, kit)` is the drawing itself, for whoever lays it out otherwise.
 */
import { ARMS } from "./arms.ts";
import { BEASTS } from "./beasts.ts";
import { BODIES } from "./bodies.ts";
import { BUILDS } from "./builds.ts";
import { CREATURES } from "./creatures.ts";
import { outline, read, type Shape } from "./drawing.ts";
import { FACES } from "./faces.ts";
import { HEADS } from "./heads.ts";
import { lookOf } from "./looks.ts";
import { WEAPONS } from "./weapons.ts";

/** Arms, what stands behind the body, and creatures: no two of them share a name. */
const SHELVES: Record<string, string>[] = [ARMS, WEAPONS, BEASTS, CREATURES];
const TORSOS: Record<string, string> = { ...BODIES, ...BUILDS };
const FACE: Record<string, string> = { ...HEADS, ...FACES };

export interface Layer {
  at?: string | undefined;
  edge: ReturnType<typeof outline>;
  shapes: Shape[];
}
export interface Draft {
  id: string;
  layers: Layer[];
  big: boolean;
  bust: [number, number, number];
}

const drafts = new Map<string, Draft>();

/** The text of a part. `head:orc` is the head of what `body:orc` is the body of. */
export function part(name: string): string {
  const [shelf, word] = name.split(":") as [string, string];
  const found =
    shelf === "head" ? FACE[word] : shelf === "body" ? TORSOS[word] : SHELVES.find((one) => one[name])?.[name];
  if (found === undefined) throw new Error(`no part of a figure is called ${name}`);
  return found;
}

export function draft(name: string, kit: readonly string[] = []): Draft {
  const key = [name.replace(/ (\d+|\(\d+\)|[A-Z])$/, ""), ...kit].join("|");
  const known = drafts.get(key);
  if (known) return known;
  const look = lookOf(name, kit);
  const layers = look.pieces.map((piece) => {
    const shapes = read(part(piece.part), piece.palette ?? look.palette);
    return { at: piece.at, edge: outline(shapes), shapes };
  });
  const made = { id: `mini-${drafts.size}`, layers, big: look.big, bust: look.bust };
  drafts.set(key, made);
  return made;
}
