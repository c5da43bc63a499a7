/** Messages of a server that is not there, for a battle on squares of seat 0 against seat 1. */
import type { Hello, LogLine, Offer, Pen, Request, Scene, Site, State, Token, Way } from "../src/lib/wire.ts";

export const on = (at: string, width = 1): Site => ({ kind: "squares", at, width, height: width });
export const disc = (x: number, y: number, z = 0, radius = 500): Site => ({ kind: "disc", x, y, z, radius });

export function token(figure: number, seat: number, site: Site, more: Partial<Token> = {}): Token {
  const tag = `${"ab"[seat]}.${figure}`;
  return {
    figure,
    tag,
    name: `Figure ${figure}`,
    seat,
    site,
    height: 1,
    bars: [],
    badges: [],
    acted: false,
    acting: false,
    kit: [],
    ...more,
  };
}

export function offer(line: string, figures: number[] = [], more: Partial<Offer> = {}): Offer {
  const verb = line.split(" ")[0]!;
  const said = { label: line, act: verb, called: verb, kind: "", declines: false, ends: false, gives_up: false };
  return { line, ...said, rolls: false, verb, figures, squares: [], path: [], spots: [], ...more };
}

/** A way to a square; a path of its own unless told otherwise. */
export const way = (line: string, to: string, path = [to]): Way => ({ line, act: line.split(" ")[0]!, to, path });

export function request(more: Partial<Request> = {}): Request {
  return {
    seat: 0,
    mine: true,
    prompt: "act",
    title: "What now?",
    rule: "X-ACT-01",
    options: [],
    barred: [],
    ways: [],
    stack: [],
    marks: [],
    pens: [],
    orders: [],
    together: false,
    one_by_one: false,
    musters: false,
    ...more,
  };
}

export function scene(more: Partial<Scene> = {}): Scene {
  return {
    board: { kind: "grid", width: 12, height: 10 },
    features: [],
    walls: [],
    zones: [],
    figures: [
      token(0, 0, on("B2"), { tag: "a.orc" }),
      token(1, 0, on("C2"), { tag: "a.elf" }),
      token(2, 1, on("B5"), { tag: "b.imp" }),
      token(3, 1, on("F5"), { tag: "b.bat" }),
    ],
    sides: [
      { seat: 0, name: "Red", score: 1, target: 9, badges: [] },
      { seat: 1, name: "Blue", score: 2, target: 9, badges: [] },
    ],
    clock: { called: "", round: 2, phase: "Action", track: [], at: 0 },
    marks: [],
    ...more,
  };
}

export const inches = (figures: Token[], more: Partial<Scene> = {}): Scene =>
  scene({ board: { kind: "inches", width: 48_000, depth: 36_000, measuring: true }, figures, ...more });

export function state(moment: number, more: Partial<State> = {}): State {
  return {
    moment,
    step: moment,
    steps: moment,
    scene: scene(),
    request: request(),
    log_from: 0,
    log: [],
    log_cut: false,
    undo: { can: false, cost: "none", label: "", dice: false, measured: false },
    redo: false,
    undo_asked: null,
    undo_what: "",
    here: [0, 1],
    orders: [],
    outcome: null,
    ...more,
  };
}

export function hello(more: Partial<Hello> = {}): Hello {
  return {
    battle: "x",
    system: "duel",
    title: "Red against Blue",
    role: "seat",
    seats: [0],
    sides: [
      { seat: 0, name: "Red", player: "human", side: 0 },
      { seat: 1, name: "Blue", player: "veteran", side: 1 },
    ],
    engine: "0",
    score: "Score",
    ground: [],
    ...more,
  };
}

export function line(number: number, more: Partial<LogLine> = {}): LogLine {
  return {
    number,
    step: 0,
    rule: "X-LOG-01",
    notes: [],
    name: "told",
    text: `Line ${number}`,
    figures: [],
    fields: {},
    ...more,
  };
}

export const pen = (more: Partial<Pen> = {}): Pen => ({
  stem: "walk",
  label: "Walk",
  from: [10_000, 10_000, 0],
  limit: 6000,
  area: [],
  ...more,
});
