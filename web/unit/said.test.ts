import { beforeEach, expect, test, vi } from "vitest";
import { pacing } from "../src/lib/pace.svelte.ts";
import { Said } from "../src/lib/said.svelte.ts";
import type { LogLine } from "../src/lib/wire.ts";
import { hello, line, request, state } from "./battle.ts";
import { browser } from "./browser.ts";

let calls: string[];
let hurried: boolean;
function said(): Said {
  const one = new Said({
    hurried: () => hurried,
    shown: (now, moved) => calls.push(`${now.moment}${moved ? " moved" : ""}`),
    settled: () => calls.push("settled"),
  });
  one.greet(hello());
  return one;
}
const roll: LogLine["roll"] = {
  name: "attack",
  rule: "X-ROLL-01",
  throw: "d20",
  sides: 20,
  count: 1,
  natural: 12,
  total: 12,
  modifiers: [],
};

beforeEach(() => {
  browser({ still: false });
  calls = [];
  hurried = false;
});

test("what lies on the board is called as the game says it", () => {
  const one = said();
  one.greet(hello({ ground: [{ kind: "bog", name: "Bog", means: "slows" }] }));
  expect(one.ground("bog")?.means).toBe("slows");
  expect(one.ground("lava")).toBeUndefined();
});

test("a state that asks for another decision has moved, one about the same has not", () => {
  const one = said();
  one.add(state(1));
  vi.runAllTimers();
  one.add(state(1));
  vi.runAllTimers();
  expect(calls).toEqual(["1 moved", "1"]);
});

test("the states of a burst are seen one after the other, a die for longer than a step", () => {
  const one = said();
  one.add(state(1, { log: [line(0, { roll })] }));
  one.add(state(2, { log_from: 1, log: [line(1)] }));
  one.add(state(3, { log_from: 2 }));
  expect(one.state?.moment).toBe(1);
  expect(one.mine).toBe(false);
  vi.advanceTimersByTime(619);
  expect(one.state?.moment).toBe(1);
  vi.advanceTimersByTime(1);
  expect(one.state?.moment).toBe(2);
  vi.advanceTimersByTime(240);
  expect(one.state?.moment).toBe(3);
  // The last one is the decision: it is theirs to answer at once.
  expect(one.waiting).toBe(false);
  expect(one.mine).toBe(true);
});

test("whoever looks on, is in a hurry or wants nothing to move sees all of it at once", () => {
  for (const [role, still, hurry] of [
    ["watch", false, false],
    ["seat", true, false],
    ["seat", false, true],
  ] as const) {
    browser({ still });
    hurried = hurry;
    const one = said();
    one.greet(hello({ role }));
    calls = [];
    one.add(state(1, { log: [line(0, { roll })] }));
    one.add(state(2, { log_from: 1 }));
    expect(calls).toEqual(["1 moved", "settled", "2 moved", "settled"]);
    expect(one.mine).toBe(true);
  }
});

test("the log grows by what is new and is cut where something was taken back", () => {
  const one = said();
  hurried = true;
  one.add(state(1, { log: [line(0), line(1), line(2)] }));
  one.add(state(2, { log_from: 3, log: [line(3)] }));
  expect(one.log.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
  expect(one.fresh.map(({ number }) => number)).toEqual([3]);
  one.add(state(3, { log_from: 1, log: [line(1, { text: "otherwise" })], log_cut: true }));
  expect(one.log.map(({ text }) => text)).toEqual(["Line 0", "otherwise"]);
});

test("a wish to take back that is gone without a move was refused, unless it was withdrawn", () => {
  hurried = true;
  const wish = { undo_asked: 0, undo_what: "the shot" };
  const one = said();
  one.add(state(1, wish));
  one.add(state(1));
  expect(one.kept).toBe("the shot");
  one.add(state(2));
  expect(one.kept).toBeNull();

  one.add(state(2, wish));
  one.withdraw();
  one.add(state(2));
  expect(one.kept).toBeNull();

  // The wish of somebody else is not ours to mourn.
  one.add(state(2, { ...wish, undo_asked: 1 }));
  one.add(state(2));
  expect(one.kept).toBeNull();
});

test("a refusal goes with the move, one that says the battle has moved on stays to be read", () => {
  hurried = true;
  const one = said();
  one.add(state(1));
  one.refused = { moment: 1, text: "No.", stale: false };
  one.add(state(2));
  expect(one.refused).toBeNull();
  one.refused = { moment: 1, text: "Too late.", stale: true };
  one.add(state(3));
  expect(one.refused).not.toBeNull();
});

test("figures of whoever decides are their own, and seats have names before the first state", () => {
  const one = said();
  expect(one.seatName(1)).toBe("Blue");
  one.add(state(1, { request: request({ seat: 1 }) }));
  expect([0, 1, 2, 3].filter(one.own)).toEqual([2, 3]);
  expect(one.seatName(7)).toBe("");
});

test("a new greeting begins from nothing", () => {
  const one = said();
  one.add(state(1, { log: [line(0)] }));
  one.add(state(2, { log_from: 1 }));
  one.greet(hello());
  expect(one.state).toBeNull();
  expect(one.log).toEqual([]);
  vi.runAllTimers();
  expect(one.state).toBeNull();
});

test("allies are no enemies, and win together", () => {
  const said = new Said({ hurried: () => true, shown: () => {}, settled: () => {} });
  const player = (seat: number, side: number) => ({ seat, side, name: `Band ${seat + 1}`, player: "human" });
  said.greet(hello({ seats: [1], sides: [player(0, 0), player(1, 1), player(2, 1)] }));
  expect([0, 1, 2].map((seat) => said.whose(seat))).toEqual(["enemy", "mine", "ally"]);
  const outcome = { winner: 1, winners: [1, 2], scores: [0, 5, 5], told: [5, 0], text: "" };
  expect(said.winners(outcome)).toBe("Band 2 and Band 3");
  expect(said.winners({ ...outcome, winner: null, winners: [] })).toBeNull();
  said.close();
});

test("the pace that is chosen makes the others' acts slower, faster, or shows them at once", () => {
  const seenAfter = (pace: "slow" | "fast" | "skip"): number => {
    pacing.set(pace);
    const one = said();
    one.add(state(1, { log: [line(0, { roll })] }));
    one.add(state(2, { log_from: 1 }));
    let waited = 0;
    while (one.state?.moment === 1 && waited < 5000) {
      vi.advanceTimersByTime(10);
      waited += 10;
    }
    return waited;
  };
  expect(seenAfter("slow")).toBe(1490);
  expect(seenAfter("fast")).toBe(280);
  expect(seenAfter("skip")).toBeLessThanOrEqual(10);
  pacing.set("normal");
});

test("what is still being shown is shown at once when the player hurries", () => {
  const one = said();
  one.add(state(1, { log: [line(0, { roll })] }));
  one.add(state(2, { log_from: 1, log: [line(1, { roll })] }));
  one.add(state(3, { log_from: 2 }));
  expect(one.state?.moment).toBe(1);
  one.hurry();
  expect(one.state?.moment).toBe(3);
  expect(one.log).toHaveLength(2);
  expect(one.mine).toBe(true);
  expect(calls.at(-1)).toBe("settled");
});
