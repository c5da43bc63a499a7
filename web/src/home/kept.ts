/** What was set up on the start page, kept while the page is left and come back to. */
import type { Chair } from "./seating.ts";

export interface Wish {
  scenario: string;
  map: string;
  own: boolean;
  settled: Record<string, string>;
  sides: Chair[];
}

export const kept: { open: { system: string; players: [string, string] } | null; wishes: Map<string, Wish> } = {
  open: null,
  wishes: new Map(),
};
