import { expect, test } from "vitest";
import { disc, inches, offer, pen, request, token, way } from "./battle.ts";
import { Stage } from "./board.ts";
import { element, key } from "./elements.ts";

const TURN = request({
  actor: 0,
  options: [offer("attack sword b.imp", [2]), offer("attack sword b.bat", [3]), offer("rest")],
  ways: [way("move B3", "B3"), way("move A4", "A4")],
});
const press = (stage: Stage, ...names: string[]) => names.map((name) => stage.keyboard.key(key(name)));

test("arrows walk the cursor over the squares and stop at the edge", () => {
  const stage = new Stage({ request: TURN });
  expect(press(stage, "ArrowRight", "ArrowDown", "ArrowDown", "x")).toEqual([true, true, true, false]);
  expect([stage.surface.cursor, stage.focused]).toEqual(["B3", ["B1", "B2", "B3"]]);
  // What a click would do is shown under the cursor too.
  expect(stage.table.preview.glanced).toBe("move B3");
  press(stage, "ArrowLeft", "ArrowLeft", "ArrowLeft");
  expect(stage.surface.cursor).toBe("A3");
});

test("Enter means the square while the cursor walks, and what was chosen by number after that", () => {
  const stage = new Stage({ request: TURN });
  stage.keyboard.jump("B5");
  press(stage, "Enter");
  expect(stage.table.choice.chosen).toBe("attack sword b.imp");
  expect(stage.answers).toEqual([]);
  // The cursor walks on: the square is meant, not what was chosen before.
  stage.keyboard.jump("F5");
  press(stage, "Enter");
  expect([stage.table.choice.chosen, stage.answers.length]).toEqual(["attack sword b.bat", 0]);
  // Chosen by its number since then: the cursor has not moved.
  stage.table.choose("rest");
  press(stage, "Enter");
  expect(stage.answers).toEqual(["rest"]);
});

test("Enter on somebody who cannot be chosen shows their card", () => {
  const stage = new Stage({ request: request({ actor: 0, options: [offer("rest")] }) });
  stage.keyboard.jump("F5");
  press(stage, "Enter");
  expect(stage.shown.at(-1)).toEqual({ figure: 3, pin: true });
});

test("N and P go through what can be chosen row by row, round and round", () => {
  const stage = new Stage({ request: TURN });
  const walk = (by: 1 | -1, times: number) =>
    Array.from({ length: times }, () => (stage.keyboard.step(by), stage.surface.cursor));
  expect(walk(1, 5)).toEqual(["B3", "A4", "B5", "F5", "B3"]);
  expect(walk(-1, 2)).toEqual(["F5", "B5"]);
  stage.keyboard.jump("A1");
  expect(walk(-1, 1)).toEqual(["F5"]);
});

test("a square or a name is gone to, and what does not exist is not", () => {
  const stage = new Stage({ request: TURN });
  expect([stage.keyboard.goTo(" c4 "), stage.surface.cursor]).toEqual([true, "C4"]);
  expect([stage.keyboard.goTo("figure 3"), stage.surface.cursor]).toEqual([true, "F5"]);
  expect([stage.keyboard.goTo("nobody"), stage.keyboard.goTo("z99"), stage.surface.cursor]).toEqual([
    false,
    false,
    "F5",
  ]);
});

test("on a table in inches arrows walk a cross, and Enter draws to it", () => {
  const scene = inches([token(0, 0, disc(10_000, 10_000))]);
  const stage = new Stage({ scene, request: request({ actor: 0, pens: [pen()] }) });
  press(stage, "ArrowRight", "ArrowUp");
  stage.keyboard.key(key("ArrowUp", { shift: true }));
  expect(stage.hand.cross).toEqual([11_000, 11_100, 0]);
  expect(press(stage, "Enter")).toEqual([true]);
  expect(stage.draw.points).toEqual([[11_000, 11_100, 0]]);
  // A second Enter at the same place is for the main button.
  expect(press(stage, "Enter")).toEqual([false]);
});

test("without a way to draw Enter means the figure under the cross, or the one with the focus", () => {
  const scene = inches([token(0, 0, disc(10_000, 10_000)), token(2, 1, disc(11_000, 10_000))]);
  const stage = new Stage({ scene, request: request({ actor: 0, options: [offer("fight b.imp", [2])] }) });
  press(stage, "ArrowRight", "Enter");
  expect(stage.table.choice.chosen).toBe("fight b.imp");
  stage.table.back();
  stage.hand.cross = null;
  const target = element({ figure: 2 });
  stage.keyboard.key(key("Enter", { target }));
  expect(stage.table.choice.chosen).toBe("fight b.imp");
  // Chosen by its number meanwhile, it is left to the main button.
  stage.keyboard.wandered = false;
  expect(stage.keyboard.key(key("Enter", { target }))).toBe(false);
});
