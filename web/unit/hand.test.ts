import { expect, test } from "vitest";
import type { Spot } from "../src/lib/draw.svelte.ts";
import type { Feature } from "../src/lib/wire.ts";
import { disc, inches, pen, request, token } from "./battle.ts";
import { Stage } from "./board.ts";
import { key } from "./elements.ts";

const ladder: Feature = {
  kind: "ladder",
  rule: "X-LADDER-01",
  site: {
    kind: "prism",
    outline: [
      [12_000, 10_000, 0],
      [12_500, 10_000, 3000],
    ],
    floor: 0,
    top: 3000,
  },
};
const stage = (put = pen()) =>
  new Stage({
    scene: inches([token(0, 0, disc(10_000, 10_000))], { features: [ladder] }),
    request: request({ actor: 0, pens: [put] }),
  });

test("a place of the drawing is a spot of the table, to the hundredth, at the height that is looked at", () => {
  const { hand, draw } = stage();
  expect(hand.spot(500.26, 1300.1, null)).toEqual([10_010, 10_000, 0]);
  expect(hand.spot(500, 1300, 3000)).toEqual([10_000, 10_000, 3000]);
  // Beyond the edge is the edge.
  expect(hand.spot(-10, 99_999, null)).toEqual([0, 0, 0]);
  draw.add([11_000, 10_000, 2000]);
  expect(hand.spot(500, 1300, null)?.[2]).toBe(2000);
});

test("a drag draws only where it begins at what is drawn already", () => {
  const { hand, draw } = stage();
  expect(hand.down([10_500, 10_000, 0])).toBe(true);
  hand.up();
  expect(hand.drawing).toBe(false);
  expect(hand.down([11_000, 10_000, 0])).toBe(false);
  draw.add([11_000, 10_000, 0]);
  expect(hand.down([11_000, 10_000, 0])).toBe(true);
});

test("a click on a ladder goes to its foot and up it; a click elsewhere adds the point", () => {
  const { hand, draw } = stage();
  hand.click([11_000, 10_000, 0]);
  expect(draw.points).toHaveLength(1);
  hand.click([12_100, 10_100, 0]);
  expect(draw.points.slice(1)).toEqual([
    [12_000, 10_000, 0],
    [12_500, 10_000, 3000],
  ]);
  // From above it leads down again.
  hand.click([12_500, 10_000, 3000]);
  expect(draw.points.slice(3)).toEqual([
    [12_500, 10_000, 3000],
    [12_000, 10_000, 0],
  ]);
});

test("arrows walk the cross by an inch, with Shift by a tenth, and stop at the edge", () => {
  const { hand } = stage();
  const from: Spot = [10_000, 35_500, 0];
  expect(hand.key(key("x"), null, from)).toBe(false);
  hand.key(key("ArrowUp"), null, from);
  expect(hand.cross).toEqual([10_000, 36_000, 0]);
  hand.key(key("ArrowLeft", { shift: true }), 3000, from);
  expect(hand.cross).toEqual([9900, 36_000, 3000]);
});
