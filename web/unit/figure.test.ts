import { expect, test } from "vitest";
import { ring, shortName, spoken } from "../src/board/figure.ts";
import { on, token } from "./battle.ts";

test("names are short on the board, with the number that tells two alike apart", () => {
  expect(shortName("Orc Raider")).toBe("Orc Raider");
  expect(shortName("Possessed Berserker 1")).toBe("Berserker 1");
  expect(shortName("Priest of the Flame")).toBe("Priest");
  expect(shortName("Knight of the Rose (2)")).toBe("Knight (2)");
});

test("a ring has a segment for each five, a broken one as far as it goes", () => {
  const filled = (value: number, of: number) => ring({ name: "Health", value, of }, 20).map(({ full }) => full);
  expect(filled(10, 10)).toEqual([true, true]);
  expect(filled(5, 10)).toEqual([true, false]);
  // Seven of ten: a whole segment, then one that is cut in two.
  expect(filled(7, 10)).toEqual([true, true, false]);
  expect(filled(0, 3)).toEqual([false]);
});

test("a figure is spoken with whose it is, where it stands, and how it fares", () => {
  const badges = [{ text: "Stunned", rule: "X-1" }];
  const bars = [{ name: "Health", value: 2, of: 3 }] as never;
  const one = token(0, 0, on("B2"), { name: "Orc", bars, badges, acted: true });
  expect(spoken(one, "B2", "mine")).toBe("Orc, yours, B2, Health 2 of 3, Stunned, has acted");
  expect(spoken({ ...one, acting: true, badges: [] }, "", "enemy")).toBe("Orc, enemy, Health 2 of 3, acting now");
});
