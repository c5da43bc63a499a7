import { parties } from "./parties.svelte.ts";

/** A side is a colour, a field shape and a rim; the shapes are on 24 by 24. */
export const SHIELD = "M3.5 2.5h17v8c0 6-3.5 10-8.5 12.5C7 20.5 3.5 16.5 3.5 10.5z";
export const LOZENGE = "M12 .5L22 12 12 23.500 2 12z";
export const FULL_LOZENGE = "M12 0L24 12 12 24 0 12z";
export const HEXAGON = "M12 1l9.600 5.500v11L12 23 2.400 17.500v-11z";
export const KEYSTONE = "M2.500 3h19l-3.500 18h-12z";
export const D20 = "M12 .8l9.800 5.600v11.200L12 23.200 2.200 17.600V6.400zM12 6l-5.500 9.500h11z";

/** The letters of sides: each has a colour, a field and a rim. More than four come back to the first. */
const LETTERS = ["a", "b", "c", "d"] as const;
export type Letter = (typeof LETTERS)[number];
export const sideLetter = (side: number): Letter => LETTERS[side % LETTERS.length]!;
/** A seat is drawn as its side is. */
export const letter = (seat: number): Letter => sideLetter(parties.side(seat));
const FIELDS: Record<Letter, string> = { a: SHIELD, b: LOZENGE, c: HEXAGON, d: KEYSTONE };
export const shape = (side: Letter): string => FIELDS[side];
