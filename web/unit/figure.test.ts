import { expect, test } from "vitest";
import { drops, readied, shortName, spoken, worn } from "../src/board/figure.ts";
import { on, token } from "./battle.ts";

test("names are short on the board, with the number that tells two alike apart", () => {
  expect(shortName("Orc Raider")).toBe("Orc Raider");
  expect(shortName("Possessed Berserker 1")).toBe("Berserker 1");
  expect(shortName("Priest of the Flame")).toBe("Priest");
  expect(shortName("Knight of the Rose (2)")).toBe("Knight (2)");
});

test("there is a drop for each five, a broken one as far as it goes", () => {
  const left = (value: number, of: number) => drops({ name: "Health", value, of, style: "drops" });
  expect(left(10, 10)).toEqual([1, 1]);
  expect(left(5, 10)).toEqual([1, 0]);
  expect(left(7, 10)).toEqual([1, 0.4]);
  // The last drop of thirteen holds three.
  expect(left(12, 13)).toEqual([1, 1, 2 / 3]);
  expect(left(0, 3)).toEqual([0]);
});

test("a figure is spoken with whose it is, where it stands, and how it fares", () => {
  const badges = [{ text: "Stunned", rule: "X-1", worn: "beside" as const }];
  const bars = [{ name: "Health", value: 2, of: 3, style: "pips" }] as never;
  const one = token(0, 0, on("B2"), { name: "Orc", bars, badges, acted: true });
  expect(spoken(one, "B2", "mine")).toBe("Orc, yours, B2, Health 2 of 3, Stunned, has acted");
  expect(spoken({ ...one, acting: true, badges: [] }, "", "enemy")).toBe("Orc, enemy, Health 2 of 3, acting now");
});

test("a badge stands where it says", () => {
  const badge = (text: string, worn: "beside" | "ready" | "listed") => ({ text, rule: "X-1", worn });
  const badges = [badge("Stunned", "beside"), badge("Readied: Bow", "ready"), badge("Warrior", "listed")];
  const one = token(0, 0, on("B2"), { name: "Orc", badges });
  expect(worn(one).map((badge) => badge.text)).toEqual(["Stunned"]);
  expect(readied(one)).toEqual(["Readied: Bow"]);
});
