/** Keys that work anywhere in a battle. Letters never fire while a field is being typed into. */
import { open, twoAnswers, yesNo } from "../lib/answers.ts";
import type { Draw } from "../lib/draw.svelte.ts";
import { pacing } from "../lib/pace.svelte.ts";
import { reading } from "../lib/reading.svelte.ts";
import type { Table } from "../lib/table.svelte.ts";

export interface Hands {
  table: Table;
  draw: Draw;
  /** What the board takes for itself: arrows, and Enter on what they point at. */
  board(event: KeyboardEvent): boolean;
  step(by: 1 | -1): void;
  zoom(factor: number): void;
  card(): void;
  help(): void;
  legend(): void;
  goTo(): void;
  layer(kind: "reach" | "sight" | "threat"): void;
  level(by: 1 | -1): void;
  /** Closes what lies beside the board; false if nothing did. */
  close(): boolean;
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input:not([type=range],[type=checkbox]), textarea, select");
const presses = (target: EventTarget | null) =>
  target instanceof Element && target.closest("button, a, select, input") !== null;

export function press(event: KeyboardEvent, hands: Hands): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const taken = event.key === "Escape" ? back(hands) : !typing(event.target) && take(event, hands);
  if (taken) event.preventDefault();
}

/** One step back: what is drawn, what lies beside the board, what is chosen. */
function back({ draw, table, close }: Hands): boolean {
  if (draw.points.length === 0) return close() || table.back();
  draw.clear();
  return true;
}

/** The board has its keys first, then what is drawn, the main button, the answers, and the page. */
function take(event: KeyboardEvent, hands: Hands): boolean {
  const focused = presses(event.target);
  const scrolls =
    event.target instanceof Element && event.target.closest("ol[tabindex], [role=toolbar], input") !== null;
  if (!scrolls && !(focused && /^(Enter| )$/.test(event.key)) && hands.board(event)) return true;
  if (event.key === "Backspace" && hands.draw.back()) return true;
  if (event.key === "Enter") return !focused && enter(hands);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (answerKey(key, hands)) return true;
  const act = pageKeys(hands, event.shiftKey)[key];
  act?.();
  return act !== undefined;
}

/** Enter is the main button, unless a button that has the focus answers for itself. */
function enter({ draw, table }: Hands): boolean {
  if (draw.able) draw.commit();
  else if (table.choice.chosen) table.commit();
  else return false;
  return true;
}

function pageKeys(hands: Hands, shift: boolean): Record<string, () => void> {
  const { table } = hands;
  return {
    n: () => hands.step(1),
    p: () => hands.step(-1),
    i: () => hands.card(),
    l: () => hands.legend(),
    f: () => pacing.next(),
    " ": () => table.said.hurry(),
    g: () => hands.goTo(),
    "?": () => hands.help(),
    m: () => hands.layer("reach"),
    s: () => hands.layer("sight"),
    t: () => hands.layer("threat"),
    PageUp: () => hands.level(1),
    PageDown: () => hands.level(-1),
    "+": () => hands.zoom(1.35),
    "=": () => hands.zoom(1.35),
    "-": () => hands.zoom(1 / 1.35),
    "0": () => hands.zoom(0),
    u: () => table.link.send({ type: shift ? "redo" : "undo" }),
    r: () => {
      const id = (document.activeElement as HTMLElement | null)?.dataset.rule ?? table.said.request?.rule;
      if (id) reading.open(id);
    },
  };
}

/** Y, N and the numbers of the list. */
function answerKey(key: string, { table }: Hands): boolean {
  const state = table.said.state;
  if (
    state?.undo_asked != null &&
    (key === "y" || key === "n") &&
    !table.said.hello?.seats.includes(state.undo_asked)
  ) {
    table.link.send({ type: "undo_reply", allow: key === "y" });
    return true;
  }
  const request = table.said.mine ? table.said.request : null;
  if (!request || request.dice) return false;
  if (yesNo(request)) {
    // Only what is printed on a button presses it.
    const { options, letters } = twoAnswers(request);
    const given = options[(letters ? ["y", "n"] : ["1", "2"]).indexOf(key)];
    if (given) table.answer(given.line);
    // No number of a list means anything here.
    return given !== undefined || /^[1-9]$/.test(key);
  }
  if (!/^[1-9]$/.test(key)) return false;
  const at = Number(key) - 1;
  if (table.choice.grouped && !table.choice.open) {
    const act = table.choice.acts.filter(open)[at];
    if (act) table.openAct(act.key);
    return act !== undefined;
  }
  const option = table.choice.options[at];
  if (option) table.choose(option.line);
  return option !== undefined;
}
