import { expect, test } from "vitest";
import { drops, shortName, spoken } from "../src/board/figure.ts";
import { on, token } from "./battle.ts";

test("names are short on the board, with the number that tells two alike apart", () => {
  expect(shortName("Orc Raider")).toBe("Orc Raider");
  expect(shortName("Possessed Berserker 1")).toBe("Berserker 1");
  expect(shortName("Priest of the Flame")).toBe("Priest");
  expect(shortName("Knight of the Rose (2)")).toBe("Knight (2)");
});

test("there is a drop for each five, a broken one as far as it goes", () => {
  const left = (value: number, of: number) => drops({ name: "Health", value, of });
  expect(left(10, 10)).toEqual([1, 1]);
  expect(left(5, 10)).toEqual([1, 0]);
  expect(left(7, 10)).toEqual([1, 0.4]);
  // The last drop of thirteen holds three.
  expect(left(12, 13)).toEqual([1, 1, 2 / 3]);
  expect(left(0, 3)).toEqual([0]);
});

test("a figure is spoken with whose it is, where it stands, and how it fares", () => {
  const badges = [{ text: "Stunned", rule: "X-1" }];
  const bars = [{ name: "Health", value: 2, of: 3 }] as never;
  const one = token(0, 0, on("B2"), { name: "Orc", bars, badges, acted: true });
  expect(spoken(one, "B2", "mine")).toBe("Orc, yours, B2, Health 2 of 3, Stunned, has acted");
  expect(spoken({ ...one, acting: true, badges: [] }, "", "enemy")).toBe("Orc, enemy, Health 2 of 3, acting now");
});
