/** Who meets whom when nobody chose: the first scenario that has ready warbands of two factions. */
import type { SystemCard } from "../lib/wire.ts";

type Scenario = SystemCard["scenarios"][number];
type Warband = SystemCard["warbands"][number];
export interface Bill {
  scenario: Scenario;
  sides: [Warband, Warband];
}

/** Side A is for the brave: where both factions can, the ones called Valor begin. */
export function quick(system: SystemCard): Bill | null {
  for (const scenario of system.scenarios) {
    const bands = system.warbands.filter((band) => band.fits.includes(scenario.id));
    const a = bands.find((band) => band.faction.toLowerCase() === "valor") ?? bands[0];
    const b = bands.find((band) => band !== a && band.faction !== a?.faction) ?? bands.find((band) => band !== a);
    if (a && b) return { scenario, sides: [a, b] };
  }
  return null;
}
