/** What part of the table is seen. */
import type { Box } from "../lib/grid.ts";

const MARGIN = { left: 24, top: 22, right: 8, below: 10 };
const MOST = 4;
/** So long after the last turn of the wheel the picture is painted anew at its size, in milliseconds. */
const REST = 160;
/** A square narrower than this on the screen cannot be hit by a thumb. */
const THUMB = 42;
/** Drawing units on a pixel of a wide screen, for a table in inches: some thirty pixels an inch. */
const FAR = 0.62;

export class Camera {
  /** Size of the frame in pixels and of the table in drawing units. */
  frame = $state({ w: 1, h: 1 });
  table = $state<Box>({ x: 0, y: 0, w: 1, h: 1 });
  x = $state(0);
  y = $state(0);
  /** 1 shows the whole table. */
  zoom = $state(1);

  whole = $derived({
    x: this.table.x - MARGIN.left,
    y: this.table.y - MARGIN.top,
    w: this.table.w + MARGIN.left + MARGIN.right,
    h: this.table.h + MARGIN.top + MARGIN.below,
  });
  fitScale = $derived(Math.min(this.frame.w / this.whole.w, this.frame.h / this.whole.h));
  scale = $derived(this.fitScale * this.zoom);
  view = $derived.by(() => {
    const [w, h] = [this.frame.w / this.scale, this.frame.h / this.scale];
    const clamp = (at: number, from: number, length: number, seen: number) =>
      seen >= length ? from + length / 2 - seen / 2 : Math.min(Math.max(at - seen / 2, from), from + length - seen);
    return { x: clamp(this.x, this.whole.x, this.whole.w, w), y: clamp(this.y, this.whole.y, this.whole.h, h), w, h };
  });
  /** The scale at which the picture is painted. While the zoom changes it is kept and the finished picture stretched,
   * as painting a table with 60 figures takes longer than a frame. */
  #held = $state<number | null>(null);
  #rest = 0;
  /** A hand moves the table: nothing is painted anew until it lets go. */
  #grabbed = false;
  painted = $derived(this.#held ?? this.scale);
  stretch = $derived(this.scale / this.painted);
  /** The picture: always the whole table, as large as it is painted, moved so that the frame shows the view. */
  all = $derived(`${this.whole.x} ${this.whole.y} ${this.whole.w} ${this.whole.h}`);
  size = $derived({
    w: this.whole.w * this.painted,
    h: this.whole.h * this.painted,
    x: Math.round((this.whole.x - this.view.x) * this.scale),
    y: Math.round((this.whole.y - this.view.y) * this.scale),
  });
  /** The player has turned the camera since it last turned by itself: then it is moved as little as can be. */
  #turned = false;
  /** Too small to play without zooming in. */
  small = $derived(this.fitScale * 50 < THUMB * 0.8);

  /** The frame has another size; the first one shows the whole table. Afterwards what was seen stays as large as it
   * was, and its middle in the middle. */
  resize(w: number, h: number): void {
    const first = this.frame.w === 1;
    const { scale, zoom } = this;
    this.frame = { w: Math.max(1, w), h: Math.max(1, h) };
    if (first) this.fit();
    else if (zoom > 1) this.zoom = Math.max(1, scale / this.fitScale);
  }

  /** A table of another size lies in the frame, and all of it is shown. */
  lay(table: Box): void {
    if (table.w === this.table.w && table.h === this.table.h) return;
    this.table = table;
    this.fit();
  }

  fit(): void {
    this.zoom = 1;
    this.x = this.whole.x + this.whole.w / 2;
    this.y = this.whole.y + this.whole.h / 2;
  }

  /** Zooms so that the point under the pointer stays where it is. Pixels are counted from the frame's corner. */
  zoomAt(factor: number, px: number, py: number): void {
    this.#held ??= this.scale;
    this.#settle();
    this.#turned = true;
    const before = { x: this.view.x + px / this.scale, y: this.view.y + py / this.scale };
    this.zoom = Math.min(MOST / Math.max(this.fitScale, 0.25), Math.max(1, this.zoom * factor));
    this.x = before.x - px / this.scale + this.frame.w / this.scale / 2;
    this.y = before.y - py / this.scale + this.frame.h / this.scale / 2;
  }

  #settle(): void {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      if (!this.#grabbed) this.#held = null;
    }, REST);
  }

  grab(): void {
    this.#grabbed = true;
  }

  release(): void {
    this.#grabbed = false;
    if (this.#held !== null) this.#settle();
  }

  zoomBy(factor: number): void {
    this.zoomAt(factor, this.frame.w / 2, this.frame.h / 2);
  }

  pan(dx: number, dy: number): void {
    this.#turned = true;
    this.x = this.view.x + this.view.w / 2 - dx / this.scale;
    this.y = this.view.y + this.view.h / 2 - dy / this.scale;
  }

  /** Brings boxes of another decision into sight. What the player has turned to is left as it is while all of them are
   * seen, and as near as it is while they fit into it. */
  follow(boxes: Box[], inches = false): void {
    if (boxes.length === 0 || (this.#turned && this.sees(boxes))) return;
    const [x, y] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
    const [right, below] = [Math.max(...boxes.map((b) => b.x + b.w)), Math.max(...boxes.map((b) => b.y + b.h))];
    if (!this.#turned || right - x > this.view.w || below - y > this.view.h) return this.show(boxes, inches);
    this.x = (x + right) / 2;
    this.y = (y + below) / 2;
  }

  /** Brings boxes into sight, close enough for a thumb where the frame is small. */
  show(boxes: Box[], inches = false): void {
    if (boxes.length === 0) return;
    this.#turned = false;
    const [left, top] = [Math.min(...boxes.map((b) => b.x)), Math.min(...boxes.map((b) => b.y))];
    const [right, bottom] = [Math.max(...boxes.map((b) => b.x + b.w)), Math.max(...boxes.map((b) => b.y + b.h))];
    const pad = 46;
    const needed = Math.min(this.frame.w / (right - left + pad * 2), this.frame.h / (bottom - top + pad * 2));
    // On a wide screen a table in inches is looked at from a little farther off.
    const closest = inches && this.frame.w > 640 ? FAR : (THUMB * 1.1) / 50;
    this.zoom = Math.max(1, Math.min(needed, closest) / this.fitScale);
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
  }

  /** Whether boxes are in sight as it is. */
  sees(boxes: Box[]): boolean {
    const v = this.view;
    return boxes.every(
      (box) => box.x >= v.x && box.y >= v.y && box.x + box.w <= v.x + v.w && box.y + box.h <= v.y + v.h,
    );
  }

  /** Moves just enough to have a box in sight. */
  keep(box: Box): void {
    if (this.sees([box])) return;
    this.x = box.x + box.w / 2;
    this.y = box.y + box.h / 2;
  }
}
