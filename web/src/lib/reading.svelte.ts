/** The rule that stands beside the board. Pages without a board leave `here` unset, and chips are plain links. */
class Reading {
  here = $state(false);
  id = $state<string | null>(null);
  /** What had the focus, so that Esc returns to it. */
  #from: HTMLElement | null = null;

  open(id: string): void {
    this.#from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.id = id;
  }

  close(): void {
    this.id = null;
    if (this.#from?.isConnected) this.#from.focus();
  }
}

export const reading = new Reading();
