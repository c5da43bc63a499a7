import { expect, test } from "vitest";
import { disc, inches, offer, pen, request, token } from "./battle.ts";
import { Stage } from "./board.ts";
import { element, pointer } from "./elements.ts";

const scene = inches([token(0, 0, disc(10_000, 10_000)), token(2, 1, disc(30_000, 10_000))]);
const WHO = request({
  options: [offer("activate a.orc", [0]), offer("activate a.elf", [1]), offer("activate b.imp", [2])],
});
const WHERE = request({ actor: 0, pens: [pen()] });
const target = element({ figure: 0 });

function pulled(to: number): Stage {
  const stage = new Stage({ scene, request: WHO });
  const at = (x: number) => stage.pixel(x * 0.05, 26_000 * 0.05);
  stage.pointer.down(pointer(...at(10_000), { target }));
  stage.pointer.move(pointer(...at(to), { target }));
  return stage;
}

test("a figure drawn from its place is chosen, and its way begins with the pull", () => {
  const stage = pulled(13_000);
  expect(stage.answers).toEqual(["activate a.orc"]);
  stage.tell({ scene, request: WHERE });
  stage.pull.goOn();
  expect(stage.pull.held).toBe(false);
  // The hand goes on drawing where the pull ended.
  expect(stage.hand.drawing).toBe(true);
  expect(stage.draw.points.map(([x, y]) => [x, y])).toEqual([[13_000, 10_000]]);
});

test("let go of before the way is asked for, its end is a point of it", () => {
  const stage = pulled(13_000);
  stage.pointer.up(pointer(...stage.pixel(13_000 * 0.05, 26_000 * 0.05), { target }));
  expect(stage.pull.held).toBe(true);
  stage.tell({ scene, request: WHERE });
  stage.pull.goOn();
  expect([stage.hand.drawing, stage.draw.points.length]).toEqual([false, 1]);
  // Nothing of the pull is left that could move the table.
  stage.surface.camera.zoomBy(2);
  const view = { ...stage.surface.camera.view };
  stage.pointer.move(pointer(500, 300));
  expect(stage.surface.camera.view).toEqual(view);
});

test("what is asked of somebody else does not take the pull", () => {
  const stage = pulled(13_000);
  stage.tell({ scene, request: request({ actor: 2, pens: [pen({ from: [30_000, 10_000, 0] })] }) });
  stage.pull.goOn();
  expect([stage.pull.held, stage.draw.points]).toEqual([true, []]);
});

test("a trembling press is no pull: it chooses as any click does", () => {
  const stage = pulled(10_050);
  expect(stage.answers).toEqual([]);
  stage.pointer.up(pointer(...stage.pixel(10_000 * 0.05, 26_000 * 0.05), { target }));
  expect([stage.pull.held, stage.table.choice.chosen]).toEqual([false, "activate a.orc"]);
});

test("only a figure of ours that one answer names can be pulled", () => {
  const stage = new Stage({ scene, request: WHO });
  expect(stage.pull.down(pointer(0, 0, { target: element({ figure: 2 }) }))).toBe(false);
  expect(stage.pull.down(pointer(0, 0, { target, button: 2 }))).toBe(false);
  expect(stage.pull.down(pointer(0, 0))).toBe(false);
  expect(stage.pull.down(pointer(0, 0, { target }))).toBe(true);
  stage.pointer.cancel(pointer(0, 0));
  expect(stage.pull.held).toBe(false);
  stage.tell({ scene, request: request({ options: [offer("aim a.orc", [0]), offer("hide a.orc", [0])] }) });
  expect(stage.pull.down(pointer(0, 0, { target }))).toBe(false);
});
