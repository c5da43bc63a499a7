import type { FigureId, LogLine, Token } from "../lib/wire.ts";

/** Chapters that tell a walk step by step. */
const WALKS = /-(MOVE|WALK|STEP)-/;
const alike = (a: LogLine, b: LogLine) => a.name === b.name || (WALKS.test(a.rule) && WALKS.test(b.rule));

/** Lines of the same kind by the same figure, one after the other, are one entry: a walk is one thing. */
export interface Entry {
  key: number;
  line: LogLine;
  folded: LogLine[];
}

export function entries(log: LogLine[]): Entry[] {
  const list: Entry[] = [];
  for (const line of log) {
    const last = list.at(-1);
    if (
      last &&
      alike(last.line, line) &&
      !line.roll &&
      !last.line.roll &&
      line.figures.length > 0 &&
      last.line.figures[0] === line.figures[0]
    ) {
      last.folded.push(last.line);
      last.line = line;
    } else list.push({ key: line.number, line, folded: [] });
  }
  return list;
}

/** The side a line speaks of: its first figure's, or the seat it names. */
export function seatOf(line: LogLine, figures: Map<FigureId, Token>): number | null {
  const token = line.figures.length > 0 ? figures.get(line.figures[0]!) : undefined;
  if (token) return token.seat;
  const seat = line.fields.seat?.match(/([a-d])$/)?.[1];
  return seat ? seat.charCodeAt(0) - 97 : null;
}
