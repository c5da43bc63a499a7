/** What says a side on a base or a portrait: the rim, and a mark around 0, 0. */
import type { Letter } from "../pieces/shapes.ts";

export const RIMS: Record<Letter, { width: number; dash: string; round?: boolean; twice?: boolean }> = {
  a: { width: 2.2, dash: "none" },
  b: { width: 4, dash: "5.5 4.5" },
  c: { width: 4, dash: "0 7", round: true },
  d: { width: 1.6, dash: "none", twice: true },
};
export const MARKS: Record<Letter, string> = {
  a: "M-7-4h14v5c0 5-3 7-7 9-4-2-7-4-7-9z",
  b: "M0-6l9 8-9 8-9-8z",
  c: "M0-5l7 4v6l-7 4-7-4v-6z",
  d: "M-8-4h16l-3 13h-10z",
};
