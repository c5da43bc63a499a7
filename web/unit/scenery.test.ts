import { expect, test } from "vitest";
import { scatter } from "../src/board/scenery/scatter.ts";
import { bodies, halls, squareOf } from "../src/board/scenery/walls.ts";
import type { Board, Wall } from "../src/lib/wire.ts";

const board: Board = { kind: "grid", width: 8, height: 8 };
const wall = (from: [number, number], to: [number, number], more: Partial<Wall> = {}): Wall => ({
  from,
  to,
  low: false,
  kind: "wall",
  ...more,
});
/** A hall from C3 to F6 with a gate of two squares in its southern wall. */
const hall = [
  wall([2, 2], [6, 2]),
  wall([2, 2], [2, 6]),
  wall([6, 2], [6, 6]),
  wall([2, 6], [3, 6]),
  wall([5, 6], [6, 6]),
];

test("the ground within walls is paved, gates and all; the open field and low walls pave nothing", () => {
  const inside = [...halls(hall, board)].map((key) => squareOf(key, 8));
  expect(inside).toHaveLength(16);
  expect(inside.every(({ x, y }) => x >= 2 && x < 6 && y >= 2 && y < 6)).toBe(true);
  expect(halls([wall([0, 4], [8, 4])], board).size).toBe(0);
  expect(
    halls(
      hall.map((one) => ({ ...one, low: true })),
      board,
    ).size,
  ).toBe(0);
});

test("walls from north to south are drawn before those across, the border and fences not at all", () => {
  const all = [...hall, wall([0, 0], [8, 0]), wall([1, 1], [1, 2], { kind: "fence" })];
  expect(bodies(all, board).map((one) => one.across)).toEqual([false, false, true, true, true]);
});

test("scenery stays within its terrain and always stands in the same places", () => {
  const box = { x: 100, y: 100, w: 200, h: 100 };
  const left = (x: number) => x < 200;
  const wood = scatter("wood", box, left);
  expect(wood.length).toBeGreaterThan(2);
  expect(wood.every(({ x, y }) => x >= 100 && x < 200 && y >= 100 && y <= 200)).toBe(true);
  expect(scatter("wood", box, left)).toEqual(wood);
  expect(scatter("open ground", box, () => true)).toEqual([]);
});
