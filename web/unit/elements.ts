/** Elements and events as the pieces of the board see them: what was hit, where, and with what. */

/** An element of the board: a figure, a square, a button, or the bare table. */
export function element(data: { figure?: number; square?: string; button?: boolean } = {}): Element {
  const dataset: Record<string, string> = {};
  if (data.figure !== undefined) dataset.figure = String(data.figure);
  if (data.square !== undefined) dataset.square = data.square;
  const one = {
    dataset,
    closest(selectors: string): unknown {
      const fits = selectors.split(", ").some((selector) => {
        if (selector === "button") return data.button === true;
        return selector.slice(6, -1) in dataset;
      });
      return fits ? one : null;
    },
  };
  return one as unknown as Element;
}

export interface Press {
  target?: Element;
  button?: number;
  buttons?: number;
  touch?: boolean;
  id?: number;
  shift?: boolean;
}

/** A pointer at a place of the frame, in pixels. */
export function pointer(x: number, y: number, press: Press = {}): PointerEvent {
  const { target = element(), button = 0, buttons = 1, touch = false, id = 1, shift = false } = press;
  const currentTarget = { getBoundingClientRect: () => ({ left: 0, top: 0 }) };
  const pointerType = touch ? "touch" : "mouse";
  const one = { clientX: x, clientY: y, target, currentTarget, button, buttons, pointerType, pointerId: id };
  return { ...one, shiftKey: shift } as unknown as PointerEvent;
}

export const key = (name: string, { target = element(), shift = false } = {}): KeyboardEvent =>
  ({ key: name, target, shiftKey: shift }) as unknown as KeyboardEvent;

/** A frame that stands in the corner of the page and holds whatever is asked for, but the squares named. */
export function frame(missing: string[] = []): HTMLElement {
  return {
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture: () => {},
    contains: () => true,
    querySelector: (selector: string) => (missing.some((name) => selector.includes(`"${name}"`)) ? null : {}),
  } as unknown as HTMLElement;
}
