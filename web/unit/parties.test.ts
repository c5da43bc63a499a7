import { afterEach, expect, test } from "vitest";
import { parties } from "../src/pieces/parties.svelte.ts";
import { letter } from "../src/pieces/shapes.ts";

afterEach(() => parties.sit([]));

test("wherever nothing is said of it every seat is a side of its own", () => {
  expect([0, 1, 2, 3].map(letter)).toEqual(["a", "b", "c", "d"]);
  expect(parties.shared).toBe(false);
  expect(parties.mate(3)).toBe(0);
});

test("allies have the colour of their side, and the second of them a mark", () => {
  parties.sit([0, 1, 1]);
  expect([0, 1, 2].map(letter)).toEqual(["a", "b", "b"]);
  expect([0, 1, 2].map((seat) => parties.mate(seat))).toEqual([0, 0, 1]);
  expect(parties.shared).toBe(true);
});
