/** Who plays together. Wherever nothing is said of it every seat is a side of its own. */
class Parties {
  /** The side of each seat, while a battle is open. */
  #sides = $state.raw<number[]>([]);

  /** A battle is opened or left. */
  sit(sides: number[]): void {
    this.#sides = sides;
  }

  side(seat: number): number {
    return this.#sides[seat] ?? seat;
  }

  /** How many players of the same side sit before this one. */
  mate(seat: number): number {
    return this.#sides.slice(0, seat).filter((side) => side === this.side(seat)).length;
  }

  /** Some side has several players. */
  get shared(): boolean {
    return new Set(this.#sides).size < this.#sides.length;
  }
}

export const parties = new Parties();
