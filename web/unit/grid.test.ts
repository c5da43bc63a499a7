import { expect, test } from "vitest";
import {
  area,
  areaPath,
  boardBox,
  column,
  covered,
  markPoint,
  outline,
  siteBox,
  square,
  squareName,
} from "../src/lib/grid.ts";
import type { Board } from "../src/lib/wire.ts";
import { disc, on } from "./battle.ts";

const grid: Board = { kind: "grid", width: 30, height: 10 };
const table: Board = { kind: "inches", width: 48_000, depth: 36_000, measuring: true };

test("squares have letters for their column, two of them after Z", () => {
  expect([0, 25, 26, 51, 52].map(column)).toEqual(["A", "Z", "AA", "AZ", "BA"]);
  for (const name of ["A1", "Z9", "AA10", "BC3"]) {
    const { x, y } = square(name);
    expect(squareName(x, y)).toBe(name);
  }
  expect(square("AA10")).toEqual({ x: 26, y: 9 });
});

test("a site on the drawing: inches count from the south-west, the drawing from the north-west", () => {
  expect(boardBox(table)).toEqual({ x: 0, y: 0, w: 2400, h: 1800 });
  expect(siteBox(on("B3", 2), grid)).toEqual({ x: 50, y: 100, w: 100, h: 100 });
  expect(siteBox(disc(10_000, 0), table)).toEqual({ x: 475, y: 1775, w: 50, h: 50 });
  const outline: [number, number, number][] = [
    [0, 0, 0],
    [2000, 0, 0],
    [2000, 1000, 0],
  ];
  expect(siteBox({ kind: "prism", outline, floor: 0, top: 1 }, table)).toEqual({ x: 0, y: 1750, w: 100, h: 50 });
  expect(siteBox({ kind: "away", where: "dead" }, table)).toBeNull();
  expect(markPoint([1500, 500], grid)).toEqual({ x: 75, y: 25 });
  expect(markPoint([1000, 36_000], table)).toEqual({ x: 50, y: 0 });
});

test("a base covers its squares, the outline of a set has no inner edges", () => {
  expect(covered(on("B2", 2))).toEqual(["B2", "C2", "B3", "C3"]);
  expect(covered(disc(0, 0))).toEqual([]);
  const edges = (names: string[]) => outline(names).split("M").length - 1;
  expect([edges(["B2"]), edges(["B2", "C2"]), edges(["B2", "C3"])]).toEqual([4, 6, 8]);
  expect(area(["A1", "B2"])).toBe("M0 0h50v50h-50zM50 50h50v50h-50z");
});

test("areas in inches are closed paths, one after the other", () => {
  const path = areaPath(
    [
      [
        [0, 0, 0],
        [1000, 0, 0],
        [1000, 1000, 0],
      ],
    ],
    table,
  );
  expect(path).toBe("M0.0 1800.0L50.0 1800.0L50.0 1750.0Z");
});
