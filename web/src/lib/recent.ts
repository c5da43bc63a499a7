/** Battles of this browser: their tokens are the only key to them, so they are kept here and nowhere else. */
export interface Recent {
  token: string;
  system: string;
  /** Seat by seat; battles that were kept before allies could share a side say nothing of sides. */
  sides: { name: string; player: string; side?: number }[];
  text: string;
  mine: boolean;
  over: boolean;
  role: string;
  at: number;
  /** Links for the other seats, while somebody may still be invited. */
  invites?: { seat: number; token: string }[];
  watch?: string;
  /** The campaign it is a battle of. */
  campaign?: string;
}
const KEY = "fray.recent";
const MOST = 12;

export function recent(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Recent[]) : [];
  } catch {
    return [];
  }
}

export function remember(entry: Partial<Recent> & { token: string }): void {
  const all = recent();
  const old = all.find((one) => one.token === entry.token);
  const blank: Recent = {
    token: entry.token,
    system: "",
    sides: [],
    text: "",
    mine: false,
    over: false,
    role: "seat",
    at: 0,
  };
  const rest = all.filter((one) => one.token !== entry.token);
  const next = [{ ...blank, ...old, ...entry, at: Date.now() }, ...rest].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A full or closed store costs only the list.
  }
}

export function forget(token: string): void {
  localStorage.setItem(KEY, JSON.stringify(recent().filter((one) => one.token !== token)));
}
