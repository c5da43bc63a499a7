import { beforeEach, expect, test } from "vitest";
import { Camera } from "../src/board/camera.svelte.ts";
import { Gesture } from "../src/board/gesture.ts";
import { browser } from "./browser.ts";
import { element, pointer } from "./elements.ts";

let camera: Camera;
let gesture: Gesture;
let clicks: { target: EventTarget | null; mouse: boolean; more: boolean }[];

beforeEach(() => {
  browser();
  camera = new Camera();
  camera.resize(1032, 532);
  camera.lay({ x: 0, y: 0, w: 1000, h: 500 });
  camera.zoomBy(2);
  clicks = [];
  gesture = new Gesture(camera, (target, mouse, more) => clicks.push({ target, mouse, more }));
});

test("a press that hardly moves is a click on what was pressed", () => {
  const target = element({ square: "B3" });
  gesture.down(pointer(100, 100, { target }));
  gesture.move(pointer(103, 103));
  expect(gesture.up(pointer(103, 103, { shift: true }))).toBe(true);
  expect(clicks).toEqual([{ target, mouse: true, more: true }]);
});

test("a press that moves pans the table and clicks nothing", () => {
  const before = camera.view.x;
  gesture.down(pointer(100, 100));
  gesture.move(pointer(60, 100));
  expect(camera.view.x).toBe(before + 20);
  // Back where it began it is still no click.
  gesture.move(pointer(100, 100));
  expect(gesture.up(pointer(100, 100))).toBe(false);
  expect(clicks).toEqual([]);
});

test("two fingers zoom by the distance between them and click nothing", () => {
  const zoom = camera.zoom;
  gesture.down(pointer(400, 200, { touch: true, id: 1 }));
  gesture.down(pointer(500, 200, { touch: true, id: 2 }));
  gesture.move(pointer(550, 200, { touch: true, id: 2 }));
  expect(camera.zoom).toBeCloseTo(zoom * 1.5);
  expect(gesture.up(pointer(550, 200, { touch: true, id: 2 }))).toBe(false);
  expect(gesture.up(pointer(400, 200, { touch: true, id: 1 }))).toBe(false);
});

test("other buttons, buttons on the board, and a mouse let go of outside are no press", () => {
  gesture.down(pointer(100, 100, { button: 2 }));
  expect(gesture.up(pointer(100, 100))).toBe(false);
  gesture.down(pointer(100, 100, { target: element({ button: true }) }));
  expect(gesture.up(pointer(100, 100))).toBe(false);
  const before = camera.view.x;
  gesture.down(pointer(100, 100));
  gesture.move(pointer(10, 100, { buttons: 0 }));
  expect(camera.view.x).toBe(before);
  expect(gesture.up(pointer(10, 100))).toBe(false);
  expect(clicks).toEqual([]);
});
