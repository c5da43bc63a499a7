/**
 * The notation of the miniatures. A part is a text: one shape a line, from back to front, a longer line going on in the
 * next one, which is indented. Units: 120 across, the middle of the base at 60, 124.
 *
 *     + COLOUR PATH            a filled shape with an ink line
 *     - COLOUR WIDTH PATH      a limb or a shaft: a thick stroke with an ink line
 *     ~ COLOUR WIDTH PATH      a thick stroke inside the outline, without a line of its own
 *     . COLOUR PATH            shade or light: no line
 *     ' COLOUR WIDTH PATH      a fine line
 *
 * A colour is one of the cloth of the side (`S` fill, `D` deep, `P` pale), one that the figure chooses (`K` skin or
 * hide, `K2` its shade, `A` sleeve, `H` hand, `B` hair, `C` coat), a name of the box below, or a hex number.
 */
export interface Shape {
  d: string;
  fill: string;
  /** Of a stroke; a filled shape has none. */
  width: number;
  kind: "fill" | "limb" | "inner" | "shade" | "fine";
}
export type Palette = Record<string, string>;

const KINDS: Record<string, Shape["kind"]> = { "+": "fill", "-": "limb", "~": "inner", ".": "shade", "'": "fine" };
export const INK = "#2a1d14";
const BOX: Palette = {
  S: "var(--sf)",
  D: "var(--sd)",
  P: "var(--sp)",
  ink: INK,
  bone: "#efe4c4",
  bone2: "#c9b88d",
  iron: "#8d979e",
  iron2: "#5d676f",
  lite: "#c9d1d4",
  wood: "#8a5a2e",
  wood2: "#5f3a1b",
  hide: "#6b4a30",
  gold: "#d9a32f",
  dark: "#2f2830",
  white: "#ffffff",
};

function shape(line: string, palette: Palette): Shape {
  const [sign = "", name = "", ...rest] = line.split(/\s+/);
  const kind = KINDS[sign];
  if (!kind) throw new Error(`a shape begins with one of ${Object.keys(KINDS).join(" ")}: ${line}`);
  const wide = kind === "limb" || kind === "inner" || kind === "fine";
  const width = wide ? Number(rest.shift()) : 0;
  const chosen = palette[name] ?? name;
  return { kind, width, fill: BOX[chosen] ?? chosen, d: rest.join(" ") };
}

/** Reads a part in the colours of a figure. */
export function read(part: string, palette: Palette): Shape[] {
  return part
    .replace(/\n {2}/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => shape(line, palette));
}

/** Shapes that a stroke of paper and one of ink go around; the same width goes into one path. */
export function outline(shapes: Shape[]): { d: string; width: number; limb: boolean }[] {
  const found = new Map<string, { d: string; width: number; limb: boolean }>();
  for (const { kind, width, d } of shapes) {
    if (kind !== "fill" && kind !== "limb") continue;
    const key = `${kind}${width}`;
    const known = found.get(key);
    if (known) known.d += ` ${d}`;
    else found.set(key, { d, width, limb: kind === "limb" });
  }
  return [...found.values()];
}
