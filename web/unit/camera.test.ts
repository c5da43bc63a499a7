import { beforeEach, expect, test, vi } from "vitest";
import { Camera } from "../src/board/camera.svelte.ts";
import { browser } from "./browser.ts";

/** A table of 1000 by 500 units in a frame of 532 by 266 pixels. */
function camera(w = 532, h = 266): Camera {
  const one = new Camera();
  one.resize(w, h);
  one.lay({ x: 0, y: 0, w: 1000, h: 500 });
  return one;
}
/** The place of the drawing at a pixel of the frame. */
const under = ({ view, scale }: Camera, px: number, py: number) => [view.x + px / scale, view.y + py / scale];

beforeEach(() => {
  browser();
});

test("a new table is shown whole, with room for its labels", () => {
  const one = camera(1032, 532);
  expect(one.scale).toBe(1);
  expect(one.view).toEqual({ x: -24, y: -22, w: 1032, h: 532 });
  one.zoomBy(2);
  one.lay({ x: 0, y: 0, w: 1000, h: 500 });
  expect(one.zoom).toBe(2);
  one.lay({ x: 0, y: 0, w: 500, h: 500 });
  expect(one.zoom).toBe(1);
});

test("the wheel zooms at the point under the pointer, and no farther than whole or closest", () => {
  const one = camera(1032, 532);
  const before = under(one, 300, 200);
  one.zoomAt(1.5, 300, 200);
  expect(one.scale).toBe(1.5);
  expect(under(one, 300, 200)[0]).toBeCloseTo(before[0]!);
  expect(under(one, 300, 200)[1]).toBeCloseTo(before[1]!);
  one.zoomAt(100, 300, 200);
  expect(one.scale).toBe(4);
  one.zoomAt(0.001, 300, 200);
  expect(one.zoom).toBe(1);
});

test("panning moves the table with the hand and stops at its edge", () => {
  const one = camera(1032, 532);
  one.zoomBy(2);
  const from = one.view.x;
  one.pan(-100, 0);
  expect(one.view.x).toBe(from + 50);
  one.pan(-100_000, 0);
  expect(one.view.x + one.view.w).toBe(1008);
  // Nothing is stored up beyond the edge.
  one.pan(100, 0);
  expect(one.view.x + one.view.w).toBe(958);
});

test("while the zoom changes the picture is stretched, and painted anew at rest", () => {
  const one = camera(1032, 532);
  one.zoomBy(2);
  expect([one.painted, one.stretch]).toEqual([1, 2]);
  vi.advanceTimersByTime(159);
  expect(one.painted).toBe(1);
  vi.advanceTimersByTime(1);
  expect([one.painted, one.stretch]).toEqual([2, 1]);
});

test("nothing is painted anew while a hand holds the table", () => {
  const one = camera(1032, 532);
  one.grab();
  one.zoomBy(2);
  vi.advanceTimersByTime(1000);
  expect(one.painted).toBe(1);
  one.release();
  vi.advanceTimersByTime(160);
  expect(one.painted).toBe(2);
});

test("boxes are brought into sight as large as a thumb needs them, but whole", () => {
  const one = camera(320, 400);
  expect(one.small).toBe(true);
  const near = { x: 900, y: 400, w: 50, h: 50 };
  expect(one.sees([near])).toBe(true);
  one.zoomBy(4);
  expect(one.sees([near])).toBe(false);
  one.show([near]);
  expect(one.sees([near])).toBe(true);
  expect(50 * one.scale).toBeCloseTo(42 * 1.1);
  const far = { x: 0, y: 0, w: 50, h: 50 };
  one.show([near, far]);
  expect(one.sees([near, far])).toBe(true);
  const zoom = one.zoom;
  one.show([]);
  expect(one.zoom).toBe(zoom);
});

test("a box is kept in sight without a move where it is seen already", () => {
  const one = camera(1032, 532);
  one.zoomBy(2);
  const before = { ...one.view };
  one.keep({ x: before.x + 10, y: before.y + 10, w: 20, h: 20 });
  expect(one.view).toEqual(before);
  const hidden = { x: 950, y: 450, w: 50, h: 50 };
  one.keep(hidden);
  expect(one.sees([hidden])).toBe(true);
  expect(one.zoom).toBe(2);
});
