import { expect, test } from "vitest";
import { figureWish, place, zoneWishes, type Wish } from "../src/board/labels.ts";
import { on, scene, token } from "./battle.ts";

const FIELD = { x: 0, y: 0, w: 100, h: 100 };
const wish = (key: string, rank: number, ...places: [number, number][]): Wish => ({
  key,
  text: key,
  width: 20,
  height: 10,
  rank,
  places: places.map(([x, y]) => ({ x, y })),
});
const put = (...args: Parameters<typeof place>) => place(...args).map(({ key, x, y }) => [key, x, y]);

test("a label takes the first of its places that is free", () => {
  const figure = { x: 40, y: 40, w: 20, h: 20 };
  expect(put([wish("a", 0, [50, 45], [50, 60])], [figure], FIELD)).toEqual([["a", 50, 60]]);
});

test("the more important one is placed first, and what finds no room is dropped", () => {
  const wishes = [wish("late", 2, [50, 50], [52, 52]), wish("first", 1, [50, 50])];
  expect(put(wishes, [], FIELD)).toEqual([["first", 50, 50]]);
  expect(put([wish("late", 2, [50, 50], [50, 61]), wish("first", 1, [50, 50])], [], FIELD)).toEqual([
    ["first", 50, 50],
    ["late", 50, 61],
  ]);
});

test("a label is moved in from the sides of the field, and never beyond its top or foot", () => {
  expect(put([wish("a", 0, [2, 20])], [], FIELD)).toEqual([["a", 10, 20]]);
  expect(put([wish("a", 0, [50, -1], [50, 95])], [], FIELD)).toEqual([]);
});

test("zones say what they are worth, whose they are, and where a side starts", () => {
  const zone = (kind: string, name: string, at: string, more: object = {}) => ({
    kind,
    name,
    rule: "X-ZONE-01",
    site: on(at, 2),
    worth: 0,
    ...more,
  });
  const zones = [
    zone("objective", "Altar", "B2", { worth: 3 }),
    zone("set-up", "North", "E2", { holder: 1 }),
    zone("start", "Cellar", "H2"),
    zone("start", "by the river", "B6"),
    zone("entry", "Gate", "B6"),
  ];
  const print = { size: 12, k: 1, seatName: (seat: number) => ["Red", "Blue"][seat]! };
  const wishes = zoneWishes(scene({ zones }), print);
  expect(wishes.map(({ key, text }) => [key, text])).toEqual([
    ["z0", "Altar 3 VP"],
    ["z1", "Set-up of Blue"],
    ["z2", "Cellar start"],
    ["z3", "by the river"],
  ]);
  // An entry tile is not written over.
  expect(wishes.map(({ places }) => places.length)).toEqual([5, 2, 3, 0]);
});

test("a figure has its name below it, or above, and first if it matters now", () => {
  const one = token(4, 0, on("B2"), { name: "Priest of the Flame" });
  const box = { x: 50, y: 50, w: 50, h: 50 };
  expect(figureWish(one, box, true, 1)).toMatchObject({
    key: "f4",
    text: "Priest",
    rank: 0,
    places: [
      { x: 75, y: 102 },
      { x: 75, y: 22 },
    ],
  });
  expect(figureWish(one, box, false, 1).rank).toBe(1);
});
