import { expect, test } from "vitest";
import { covered, depth, floors, heightText, within } from "../src/board/heights.ts";
import type { Feature, Site } from "../src/lib/wire.ts";
import { disc, inches, scene, token } from "./battle.ts";

const box = (floor: number, top: number): Site => ({
  kind: "prism",
  outline: [
    [0, 0, floor],
    [4000, 0, floor],
    [4000, 4000, floor],
    [0, 4000, floor],
  ],
  floor,
  top,
});
const feature = (kind: string, floor: number, top: number): Feature => ({ kind, rule: "X-1", site: box(floor, top) });

test("heights are read in inches and their parts", () => {
  expect([0, 250, 1500, 3000, 1234].map(heightText)).toEqual(["0″", "¼″", "1½″", "3″", "1.23″"]);
});

test("floors are the ground, the tops of what can be stood on, and wherever somebody stands", () => {
  const features = [feature("platform", 0, 3000), feature("crate platform", 0, 1000), feature("wall", 0, 5000)];
  const found = floors(inches([token(0, 0, disc(0, 0, 1500))], { features }));
  expect(found).toEqual([0, 1500, 3000]);
  expect(floors(inches([token(0, 0, disc(0, 0))]))).toEqual([]);
  expect(floors(scene())).toEqual([]);
});

test("things stand on, below or above the floor that is looked at", () => {
  expect([0, 3000, 5000].map((z) => depth(disc(0, 0, z), "", 3000))).toEqual(["below", "on", "above"]);
  expect(depth(disc(0, 0, 5000), "", null)).toBe("on");
  // What rises through a floor is cut by it, what one stands on ends at it.
  expect([depth(box(0, 5000), "wall", 3000), depth(box(0, 3000), "wall", 3000)]).toEqual(["on", "below"]);
  expect(depth(box(0, 3000), "platform", 3000)).toBe("on");
  expect(depth(box(4000, 5000), "roof", 3000)).toBe("above");
  // A ladder belongs to both its ends.
  expect([0, 3000, 6000].map((level) => depth(box(0, 3000), "ladder", level))).toEqual(["on", "on", "below"]);
});

test("somebody is covered by a roof over them, not by what they stand on", () => {
  const roofed = inches([], { features: [feature("roof", 3000, 3100)] });
  expect(covered(disc(2000, 2000), roofed)).toBe(true);
  expect(covered(disc(2000, 2000, 3000), roofed)).toBe(false);
  expect(covered(disc(6000, 2000), roofed)).toBe(false);
  expect(covered(disc(2000, 2000), inches([], { features: [feature("wall", 3000, 3100)] }))).toBe(false);
});

test("a point lies within an outline with a dent", () => {
  const dent: [number, number, number][] = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 4, 0],
    [2, 1, 0],
    [0, 4, 0],
  ];
  expect([within(1, 1, dent), within(2, 3, dent), within(5, 1, dent)]).toEqual([true, false, false]);
});
