/** Campaigns of this browser: their tokens are the only key to them. */
export interface Going {
  token: string;
  system: string;
  name: string;
  bands: string[];
  text: string;
  at: number;
  /** Seats of others, to be sent to them. */
  invites: string[];
  watch?: string;
}
const KEY = "fray.campaigns";
const MOST = 20;

export function campaigns(): Going[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Going[]) : [];
  } catch {
    return [];
  }
}

function write(list: Going[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A full or closed store costs only the list.
  }
}

export function keep(entry: Partial<Going> & { token: string }): void {
  const all = campaigns();
  const blank: Going = { token: entry.token, system: "", name: "", bands: [], text: "", at: 0, invites: [] };
  const old = all.find((one) => one.token === entry.token);
  write(
    [{ ...blank, ...old, ...entry, at: Date.now() }, ...all.filter((one) => one.token !== entry.token)].slice(0, MOST),
  );
}

export function drop(token: string): void {
  write(campaigns().filter((one) => one.token !== token));
}
