/** The answers of a request, sorted into acts. An act is a line without its targets: figures, squares, numbers and
 * ways. */
import { w } from "../words.ts";
import type { Barred, Offer, Request, Way } from "./wire.ts";

export interface Act {
  key: string;
  title: string;
  note: string;
  /** What it does, where all its answers say the same. */
  does: string;
  options: Offer[];
  ways: Way[];
  barred: Barred[];
}

export function stem(line: string): string {
  return line
    .split(" ")
    .filter((word) => !/^([A-Z]+\d+$|[>@]|[\w-]+\.[\w-]|-?\d+$)/.test(word))
    .join(" ");
}

/** `own` tells the decider's figures from others: those are units, these are targets. */
export function acts(request: Request, own: (figure: number) => boolean): Act[] {
  const all = new Map<string, Act>();
  const at = (key: string) => {
    let act = all.get(key);
    if (!act) all.set(key, (act = { key, title: "", note: "", does: "", options: [], ways: [], barred: [] }));
    return act;
  };
  for (const option of request.options) at(stem(option.line)).options.push(option);
  for (const way of request.ways) at(stem(way.line)).ways.push(way);
  for (const barred of request.barred) at(stem(barred.line)).barred.push(barred);
  for (const act of all.values()) {
    const single =
      act.options.length === 1 &&
      act.ways.length === 0 &&
      act.options[0]?.figures.length === 0 &&
      act.options[0]?.squares.length === 0;
    act.title = single ? act.options[0]!.label : (act.options[0] ?? act.ways[0] ?? act.barred[0])!.act;
    const units = act.options.every((option) => option.figures.every(own));
    // Who acts stands first and is no target of it.
    const figures = new Set(act.options.flatMap((option) => (units ? option.figures : option.figures.slice(-1)))).size;
    if (act.ways.length > 0)
      act.note = w.battle.squares(
        new Set([...act.ways.map((way) => way.to), ...act.options.flatMap((o) => o.squares)]).size,
      );
    else if (figures > 0)
      act.note = !units ? w.battle.targets(figures) : figures > 1 ? w.battle.unitsMany(figures) : "";
    else if (act.options.some((option) => option.squares.length > 0)) act.note = w.battle.squares(act.options.length);
    const does = act.options[0]?.does;
    if (does && act.options.every((option) => option.does === does)) act.does = does;
    const price = act.options[0]?.price;
    if (price && act.options.every((option) => option.price === price))
      act.note = act.note ? `${act.note}, ${price}` : price;
  }
  // Open acts first, in the order the rules list them.
  return [...all.values()].sort((a, b) => Number(open(b)) - Number(open(a)));
}

export const open = (act: Act) => act.options.length + act.ways.length > 0;

/** Acts stand as buttons when there is more than one kind and at least one has several answers. */
export function grouped(list: Act[]): boolean {
  return list.length > 1 && list.some((act) => act.options.length + act.ways.length > 1);
}

/** A yes or no: two plain answers that point at nothing the player has to find. */
export function yesNo(request: Request): boolean {
  // Giving up is no answer that stands first on a large button.
  if (request.options.some((option) => option.gives_up)) return false;
  return (
    request.options.length === 2 &&
    request.ways.length === 0 &&
    !request.dice &&
    request.options.every((option) => option.squares.length === 0 && option.figures.length < 2) &&
    request.options.some((option) => option.figures.length === 0)
  );
}

/** The two answers of a yes or no in the order of its buttons, and whether letters stand for them or their numbers:
 * where one of them declines it stands last, N gives it, and Y the other. */
export function twoAnswers(request: Request): { options: Offer[]; letters: boolean } {
  const options = [...request.options].sort((a, b) => Number(a.declines) - Number(b.declines));
  return { options, letters: options.filter((option) => option.declines).length === 1 };
}
