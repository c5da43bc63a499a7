/** How a figure is told of: its name as the board writes it, its drops, its badges. */
import type { Bar, Token } from "../lib/wire.ts";
import { w } from "../words.ts";

/** Badges that stand beside the figure; the others stand in lists and on the card. */
export const worn = (token: Token) => token.badges.filter((badge) => badge.worn === "beside");
/** What is held ready, in words. */
export const readied = (token: Token) =>
  token.badges.filter((badge) => badge.worn === "ready").map((badge) => badge.text);

/** A drop for each five, and how much of it is left: 1, 0, or a part of the one that is broken. */
export function drops(bar: Bar): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(bar.of / 5)) }, (_, n) =>
    Math.min(1, Math.max(0, (bar.value - n * 5) / Math.min(5, bar.of - n * 5))),
  );
}

/** A name that is no longer than this stands on the board as it is. */
const SHORT = 11;
/** `Possessed Berserker 1` is `Berserker 1` on the board, `Priest of the Flame` is `Priest`, and the second of two
 * alike keeps its `(2)`; the full name stands in every list. */
export function shortName(name: string): string {
  const [, whole = name, number = ""] = name.match(/^(.+?)((?: (?:\d+|[A-Z]|\(\d+\)))*)$/) ?? [];
  if (whole.length <= SHORT) return whole + number;
  return (
    (whole
      .split(/ (?:of|with|from) /)[0]!
      .split(" ")
      .at(-1) ?? whole) + number
  );
}

/** Whose a figure is in the eyes of whoever looks on. */
export type Whose = "mine" | "ally" | "enemy";

export function spoken(token: Token, place: string, whose: Whose): string {
  const bars = token.bars.map((bar) => w.battle.bar(bar.name, bar.value, bar.of));
  const badges = token.badges.map((badge) => badge.text);
  const now = token.acting ? [w.battle.acting] : token.acted ? [w.battle.acted] : [];
  return [token.name, w.battle[whose], place, ...bars, ...badges, ...now].filter(Boolean).join(", ");
}
