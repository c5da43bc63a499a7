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

test("a frame of another size keeps what is seen as large as it was, in the middle", () => {
  const one = camera(1032, 532);
  one.zoomAt(2, 300, 200);
  const { scale } = one;
  const middle = () => [one.view.x + one.view.w / 2, one.view.y + one.view.h / 2].map(Math.round);
  const before = middle();
  one.resize(900, 500);
  expect(one.scale).toBeCloseTo(scale);
  expect(middle()).toEqual(before);
});

test("what the player has turned to is left alone while it shows what matters, and near while it can", () => {
  const box = (x: number, y: number) => ({ x, y, w: 50, h: 50 });
  const one = camera(532, 266);
  one.follow([box(100, 100)]);
  const near = one.zoom;
  expect(one.sees([box(100, 100)])).toBe(true);
  one.zoomBy(0.8);
  const [zoom, view] = [one.zoom, { ...one.view }];
  one.follow([box(150, 120)]);
  expect(one.view).toEqual(view);
  one.follow([box(900, 400)]);
  expect(one.sees([box(900, 400)])).toBe(true);
  expect(one.zoom).toBe(zoom);
  // Too far apart for that: it is shown as a new decision is, and from then on the camera turns by itself.
  one.follow([box(0, 0), box(900, 400)]);
  expect(one.sees([box(0, 0), box(900, 400)])).toBe(true);
  one.follow([box(100, 100)]);
  expect(one.zoom).toBeCloseTo(near);
});
