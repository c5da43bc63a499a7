import { beforeEach, expect, test } from "vitest";
import { Choice } from "../src/lib/choice.svelte.ts";
import { Said } from "../src/lib/said.svelte.ts";
import type { Request } from "../src/lib/wire.ts";
import { hello, offer, request, state, way } from "./battle.ts";
import { browser } from "./browser.ts";

let said: Said;
let choice: Choice;
const lines = (list: { line: string }[]) => list.map(({ line }) => line);

function asked(more: Partial<Request>): void {
  said.add(state((said.state?.moment ?? 0) + 1, { request: request(more) }));
  choice.clear(false);
  choice.first();
}

/** Two kinds of answer: a move with two ways, and an attack at one of two enemies. */
const TURN = {
  actor: 0,
  options: [offer("attack sword b.imp", [2]), offer("attack sword b.bat", [3]), offer("rest")],
  ways: [way("move B3", "B3"), way("move B4", "B4")],
};

beforeEach(() => {
  browser();
  said = new Said({ hurried: () => true, shown: () => {}, settled: () => {} });
  said.greet(hello());
  choice = new Choice(said);
});

test("answers of several kinds stand as acts, and an open act shows only its own", () => {
  asked(TURN);
  expect(choice.acts.map(({ key }) => key)).toEqual(["attack sword", "rest", "move"]);
  expect(choice.grouped).toBe(true);
  expect(choice.options).toEqual([]);
  // With no act opened everything may be pointed at.
  expect(choice.pointed).toHaveLength(3);
  expect(choice.openAct("attack sword")).toBeNull();
  expect(lines(choice.options)).toEqual(["attack sword b.imp", "attack sword b.bat"]);
  expect(choice.ways).toEqual([]);
  choice.openAct("move");
  expect(lines(choice.ways)).toEqual(["move B3", "move B4"]);
  choice.openAct("move");
  expect(choice.open).toBeNull();
});

test("an act with one answer hands it over at once, one that is barred does not open", () => {
  asked({ ...TURN, barred: [{ line: "crow", label: "Crow", act: "Crow", reason: "It is quiet.", rule: "X-CROW-01" }] });
  expect(choice.openAct("rest")).toBe("rest");
  expect(choice.act).toBe("rest");
  expect(choice.openAct("crow")).toBeNull();
  expect(choice.act).toBe("rest");
});

test("an act that is the only open one is open from the beginning", () => {
  const barred = [{ line: "rest", label: "Rest", act: "Rest", reason: "No rest now.", rule: "X-REST-01" }];
  asked({ actor: 0, ways: TURN.ways, barred });
  expect(choice.open?.key).toBe("move");
  // It cannot be left either: there is nothing else to choose.
  expect(choice.back()).toBe(false);
});

test("nothing may be chosen while somebody else decides", () => {
  asked({ ...TURN, mine: false });
  expect(choice.acts).toEqual([]);
  expect(choice.members).toEqual([]);
});

test("what is chosen is what the panel shows, whatever the pointer passes", () => {
  asked(TURN);
  choice.looked = "rest";
  expect(choice.seenOption?.line).toBe("rest");
  choice.chosen = "attack sword b.bat";
  expect(choice.seenOption?.line).toBe("attack sword b.bat");
  expect(choice.chosenOption?.figures).toEqual([3]);
  choice.chosen = "move B4";
  expect(choice.chosenWay?.to).toBe("B4");
  expect(choice.chosenOption).toBeNull();
});

test("a step back leaves the answer, then the act, then whom it was narrowed to, then those picked", () => {
  asked(TURN);
  choice.picking = true;
  choice.pick(0);
  choice.narrow({ by: 0 });
  choice.act = "move";
  choice.chosen = "move B3";
  const left = () => [choice.chosen, choice.act, choice.by, choice.picked.length];
  expect(choice.back()).toBe(true);
  expect(left()).toEqual([null, "move", 0, 1]);
  choice.back();
  expect(left()).toEqual([null, null, 0, 1]);
  choice.back();
  expect(left()).toEqual([null, null, null, 1]);
  choice.back();
  expect(left()).toEqual([null, null, null, 0]);
  expect(choice.back()).toBe(false);
});

test("of many pairs the answers of one figure or at one figure are looked at", () => {
  const options = [
    offer("shoot a.orc b.imp", [0, 2]),
    offer("shoot a.elf b.imp", [1, 2]),
    offer("shoot a.elf b.bat", [1, 3]),
    offer("done"),
  ];
  const barred = [
    { line: "shoot a.orc b.bat", label: "Shoot", act: "Shoot", reason: "Too far.", rule: "X-SHOOT-01" },
    { line: "shoot a.elf b.rat", label: "Shoot", act: "Shoot", reason: "Unseen.", rule: "X-SHOOT-02" },
  ];
  asked({ options, barred });
  expect(lines(choice.pairs)).toHaveLength(3);
  expect(choice.barred).toEqual([]);
  choice.narrow({ by: 1 });
  expect(lines(choice.offered)).toEqual(["shoot a.elf b.imp", "shoot a.elf b.bat", "done"]);
  expect(lines(choice.barred)).toEqual(["shoot a.elf b.rat"]);
  choice.back();
  choice.narrow({ at: 2 });
  expect(lines(choice.offered)).toEqual(["shoot a.orc b.imp", "shoot a.elf b.imp", "done"]);
});

test("figures that may be sent together are picked and dropped; a new decision forgets them unless they march", () => {
  asked({ together: true, options: [offer("activate a.orc", [0]), offer("activate a.elf", [1]), offer("done")] });
  expect(lines(choice.members)).toEqual(["activate a.orc", "activate a.elf"]);
  choice.pick(0);
  choice.pick(1);
  choice.pick(0);
  expect(choice.picked).toEqual([1]);
  choice.clear(true);
  expect(choice.picked).toEqual([1]);
  choice.clear(false);
  expect(choice.picked).toEqual([]);
});

test("of one figure and what it does, each of ours is asked once", () => {
  const options = [offer("aim a.elf", [1]), offer("hide a.elf", [1]), offer("aim a.orc", [0]), offer("aim b.imp", [2])];
  asked({ one_by_one: true, options });
  expect(choice.actors).toEqual([1, 0]);
  asked({ options });
  expect(choice.actors).toEqual([]);
});
