/** Who sits down to a battle: how many play for each side, and with how many points. */
import type { NewBattle, SystemCard } from "../lib/wire.ts";

type Scenario = SystemCard["scenarios"][number];
type Warband = SystemCard["warbands"][number];

/** A player as the page has it: `human` and `screen` sit here, `friend` gets a link, all else are minds. */
export interface Chair {
  warband: string;
  player: string;
  side: number;
}

/** How many play for each side. */
export const counts = (seating: number[]): number[] =>
  [...new Set(seating)].map((side) => seating.filter((one) => one === side).length);

export const same = (a: number[], b: number[]): boolean => a.join() === b.join();

/** The warbands that a seat may bring: those drawn up for its share where points are agreed on or shared, else those
 * that fit the scenario. */
export function bands(
  system: SystemCard,
  scenario: Scenario | undefined,
  points: number,
  chairs: { side: number }[],
  seat: number,
): Warband[] {
  const allies = chairs.filter((one) => one.side === chairs[seat]?.side).length;
  if (points === 0 && allies < 2) return system.warbands.filter((band) => band.fits.includes(scenario?.id ?? ""));
  const share = Math.floor((points || (scenario?.points ?? 0)) / Math.max(1, allies));
  return system.warbands.filter((band) => band.points <= share && band.points > share * 0.8);
}

/** The battle that the chairs stand for, as the server wants it told. */
export function told(chairs: Chair[]): Pick<NewBattle, "sides" | "screen"> {
  const here = chairs.flatMap((one, n) => (one.player === "human" || one.player === "screen" ? [n] : []));
  const person = (player: string) => ["human", "screen", "friend"].includes(player);
  return {
    sides: chairs.map(({ warband, player, side }) => ({ warband, side, player: person(player) ? "human" : player })),
    ...(here.length > 1 ? { screen: here } : {}),
  };
}

/** Whose page this is: the first who sits here. */
export const own = (chairs: Chair[]): number => {
  const here = chairs.findIndex((one) => one.player === "human");
  return here < 0 ? chairs.findIndex((one) => one.player === "screen") : here;
};
