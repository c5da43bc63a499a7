/** Drag to pan, pinch to zoom, and a press that did neither is a click. */
import type { Camera } from "./camera.svelte.ts";

const SLOP = 6;

export class Gesture {
  #down = new Map<number, { x: number; y: number }>();
  #moved = 0;
  #target: EventTarget | null = null;

  constructor(
    readonly camera: Camera,
    readonly click: (target: EventTarget | null, mouse: boolean, more: boolean) => void,
  ) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.camera.grab();
    if (this.#down.size === 1) {
      this.#moved = 0;
      this.#target = event.target;
    } else this.#moved = SLOP;
  }

  move(event: PointerEvent): void {
    const from = this.#down.get(event.pointerId);
    if (!from) return;
    // Let go of outside the board.
    if (event.pointerType === "mouse" && event.buttons === 0) return this.drop(event);
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (this.#down.size === 2) {
      const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
      const frame = (event.currentTarget as HTMLElement).getBoundingClientRect();
      if (other) {
        const before = Math.hypot(from.x - other.x, from.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.camera.zoomAt(
          after / Math.max(before, 1),
          (event.clientX + other.x) / 2 - frame.left,
          (event.clientY + other.y) / 2 - frame.top,
        );
      }
    } else {
      this.#moved = Math.max(this.#moved, Math.hypot(dx, dy));
      if (this.#moved < SLOP) return;
      this.camera.pan(dx, dy);
    }
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** True where it was a click. */
  up(event: PointerEvent): boolean {
    if (!this.#down.delete(event.pointerId)) return false;
    this.#free();
    const clicked = this.#down.size === 0 && this.#moved < SLOP;
    if (clicked) this.click(this.#target, event.pointerType === "mouse", event.shiftKey);
    return clicked;
  }

  drop(event: PointerEvent): void {
    this.#down.delete(event.pointerId);
    this.#free();
  }

  #free(): void {
    if (this.#down.size === 0) this.camera.release();
  }
}
