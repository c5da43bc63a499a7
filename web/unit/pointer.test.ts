import { expect, test, vi } from "vitest";
import { disc, inches, offer, pen, request, token, way } from "./battle.ts";
import { Stage } from "./board.ts";
import { element, pointer } from "./elements.ts";

const square = (name: string) => element({ square: name });
const figure = (id: number) => element({ figure: id });
function click(stage: Stage, target: Element, more: { touch?: boolean; shift?: boolean } = {}): void {
  stage.pointer.down(pointer(100, 100, { target, ...more }));
  stage.pointer.up(pointer(100, 100, { target, ...more }));
}
/** Figure 0 may move to two squares or attack figure 2, who stands on B5. */
const TURN = request({
  actor: 0,
  options: [offer("attack sword b.imp", [2]), offer("rest")],
  ways: [way("move B3", "B3"), way("move B4", "B4")],
});

test("a square that is passed shows what a click would do, and shows it no more when it is left", () => {
  const { table, pointer } = new Stage({ request: TURN });
  pointer.over("B3");
  expect(table.preview.glanced).toBe("move B3");
  pointer.over("B5");
  expect([table.preview.glanced, table.choice.looked]).toEqual([null, "attack sword b.imp"]);
  pointer.over(null);
  expect(table.choice.looked).toBeNull();
});

test("the card of whoever is passed comes after a rest, unless what it does is being considered", () => {
  const { pointer, shown } = new Stage({ request: TURN });
  pointer.over("F5");
  vi.advanceTimersByTime(419);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([{ figure: 3, pin: false }]);
  pointer.over("B5");
  vi.advanceTimersByTime(120);
  expect(shown.at(-1)).toEqual({ figure: null, pin: false });
});

test("a click on a way answers at once with a mouse, and is looked at first with a finger", () => {
  const mouse = new Stage({ request: TURN });
  click(mouse, square("B3"));
  expect(mouse.answers).toEqual(["move B3"]);
  const finger = new Stage({ request: TURN });
  click(finger, square("B3"), { touch: true });
  expect(finger.answers).toEqual([]);
  expect(finger.table.choice.chosen).toBe("move B3");
  click(finger, square("B3"), { touch: true });
  expect(finger.answers).toEqual(["move B3"]);
});

test("a click on an enemy chooses the attack, a second one commits it; anybody else shows a card", () => {
  const stage = new Stage({ request: TURN });
  click(stage, square("B5"));
  expect([stage.table.choice.chosen, stage.answers.length]).toEqual(["attack sword b.imp", 0]);
  click(stage, square("B5"));
  expect(stage.answers).toEqual(["attack sword b.imp"]);
  click(stage, square("F5"));
  expect(stage.shown).toEqual([{ figure: 3, pin: true }]);
  expect(stage.surface.cursor).toBe("F5");
});

test("Shift and a click pick figures that go together", () => {
  const options = [offer("activate a.orc", [0]), offer("activate a.elf", [1]), offer("done")];
  const stage = new Stage({ request: request({ together: true, options }) });
  click(stage, square("B2"), { shift: true });
  click(stage, square("C2"), { shift: true });
  expect([stage.table.choice.picked, stage.answers]).toEqual([[0, 1], []]);
});

test("on a table in inches a figure that is passed is looked at as a target, else its card is shown", () => {
  const scene = inches([
    token(0, 0, disc(9000, 9000)),
    token(2, 1, disc(20_000, 9000)),
    token(3, 1, disc(30_000, 9000)),
  ]);
  const stage = new Stage({ scene, request: request({ actor: 0, options: [offer("fight b.imp", [2])] }) });
  stage.pointer.passes(figure(2));
  expect([stage.pointer.hover, stage.table.choice.looked]).toEqual(["#2", "fight b.imp"]);
  stage.pointer.passes(figure(3));
  vi.advanceTimersByTime(420);
  expect([stage.table.choice.looked, stage.shown.at(-1)]).toEqual([null, { figure: 3, pin: false }]);
  click(stage, figure(3));
  expect(stage.shown.at(-1)).toEqual({ figure: 3, pin: true });
});

test("a drag that begins at the figure draws its way, any other pans", () => {
  const scene = inches([token(0, 0, disc(10_000, 10_000))]);
  const stage = new Stage({ scene, request: request({ actor: 0, pens: [pen()] }) });
  const at = (x: number, y: number) => stage.pixel(x * 0.05, (36_000 - y) * 0.05);
  stage.surface.camera.zoomBy(2);
  const view = { ...stage.surface.camera.view };
  stage.pointer.down(pointer(...at(10_000, 10_000)));
  stage.pointer.move(pointer(...at(12_000, 10_000)));
  stage.pointer.move(pointer(...at(14_000, 10_000)));
  stage.pointer.up(pointer(...at(14_000, 10_000)));
  expect(stage.draw.points.map(([x, y]) => [x, y])).toEqual([[14_000, 10_000]]);
  expect(stage.surface.camera.view).toEqual(view);
  stage.pointer.down(pointer(...at(20_000, 20_000)));
  stage.pointer.move(pointer(...at(21_000, 20_000)));
  stage.pointer.up(pointer(...at(21_000, 20_000)));
  expect(stage.draw.points).toHaveLength(1);
  expect(stage.surface.camera.view.x).toBeLessThan(view.x);
});

test("a click on the bare table adds a point to the way", () => {
  const scene = inches([token(0, 0, disc(10_000, 10_000))]);
  const stage = new Stage({ scene, request: request({ actor: 0, pens: [pen()] }) });
  const place = stage.pixel(15_000 * 0.05, (36_000 - 12_000) * 0.05);
  stage.pointer.down(pointer(...place));
  stage.pointer.up(pointer(...place));
  expect(stage.draw.points.map(([x, y]) => [x, y])).toEqual([[15_000, 12_000]]);
});
