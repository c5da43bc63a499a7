import { expect, test } from "vitest";
import { bands, counts, own, told, type Chair } from "../src/home/seating.ts";
import type { SystemCard } from "../src/lib/wire.ts";

const band = (id: string, points: number, fits: string[]) => ({ id, points, fits }) as SystemCard["warbands"][number];
const system = {
  warbands: [band("small", 250, ["raid"]), band("half", 240, ["raid"]), band("large", 500, ["siege"])],
} as SystemCard;
const raid = { id: "raid", points: 250 } as SystemCard["scenarios"][number];
const siege = { id: "siege", points: 500 } as SystemCard["scenarios"][number];
const ids = (found: { id: string }[]) => found.map((one) => one.id);

test("a seat of its own brings what fits the scenario, or what was drawn up for the points agreed on", () => {
  const two = [{ side: 0 }, { side: 1 }];
  expect(ids(bands(system, raid, 0, two, 0))).toEqual(["small", "half"]);
  expect(ids(bands(system, raid, 500, two, 0))).toEqual(["large"]);
});

test("allies share the points of their side", () => {
  const chairs = [{ side: 0 }, { side: 1 }, { side: 1 }];
  expect(ids(bands(system, siege, 0, chairs, 0))).toEqual(["large"]);
  expect(ids(bands(system, siege, 0, chairs, 1))).toEqual(["small", "half"]);
  expect(ids(bands(system, raid, 0, chairs, 2))).toEqual([]);
});

test("everybody who sits here shares one screen; friends and minds do not", () => {
  const chair = (player: string, side: number): Chair => ({ warband: "small", player, side });
  const chairs = [chair("veteran", 0), chair("human", 1), chair("friend", 0), chair("screen", 1)];
  expect(told(chairs)).toEqual({
    sides: [
      { warband: "small", side: 0, player: "veteran" },
      { warband: "small", side: 1, player: "human" },
      { warband: "small", side: 0, player: "human" },
      { warband: "small", side: 1, player: "human" },
    ],
    screen: [1, 3],
  });
  expect(own(chairs)).toBe(1);
  expect(told([chair("human", 0), chair("friend", 1)]).screen).toBeUndefined();
  expect(counts([0, 1, 1])).toEqual([1, 2]);
});
