/** How fast the others' acts are shown. The player's choice, kept in this browser. */

export const PACES = ["slow", "normal", "fast", "skip"] as const;
export type Pace = (typeof PACES)[number];

/** How much longer than usual a state stays to be seen. */
const FACTOR: Record<Pace, number> = { slow: 2.4, normal: 1, fast: 0.45, skip: 0 };
const KEY = "fray.pace";

class Pacing {
  pace = $state<Pace>(read());

  get factor(): number {
    return FACTOR[this.pace];
  }

  set(pace: Pace): void {
    this.pace = pace;
    try {
      localStorage.setItem(KEY, pace);
    } catch {
      // A browser that keeps nothing still plays at the pace that was chosen.
    }
  }

  next(): void {
    this.set(PACES[(PACES.indexOf(this.pace) + 1) % PACES.length]!);
  }
}

function read(): Pace {
  try {
    const kept = localStorage.getItem(KEY);
    return PACES.find((pace) => pace === kept) ?? "normal";
  } catch {
    return "normal";
  }
}

export const pacing = new Pacing();
