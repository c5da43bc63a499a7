/** One battle as this browser sees it. Each concern has a piece of its own; here they meet. */
import { w } from "../words.ts";
import { calls } from "./calls.svelte.ts";
import { Choice } from "./choice.svelte.ts";
import { Link } from "./link.svelte.ts";
import { Preview } from "./preview.svelte.ts";
import { remember } from "./recent.ts";
import { Said } from "./said.svelte.ts";
import { sound } from "./sound.svelte.ts";
import type { Script } from "./script.ts";
import type { ServerMessage, State } from "./wire.ts";

export class Table {
  readonly link: Link;
  readonly said: Said;
  readonly choice: Choice;
  readonly preview: Preview;
  /** Answers that are being given one after the other. */
  script = $state.raw<Script | null>(null);
  /** Whether it stands among the recent battles. */
  readonly listed: boolean;

  /** A state was shown, and what it asks is for whoever sits here. */
  #begun = false;
  #asked = false;

  constructor(token: string, listed = true) {
    this.listed = listed;
    this.said = new Said({
      hurried: () => this.script !== null,
      shown: (state, moved) => this.#shown(state, moved),
      settled: () => this.#goOn(),
    });
    this.choice = new Choice(this.said);
    this.preview = new Preview(this.said, this.choice, (message) => this.link.send(message));
    this.link = new Link(token, (message) => this.#hear(message));
  }

  close(): void {
    this.said.close();
    this.link.close();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        return this.said.greet(message);
      case "state":
        return this.said.add(message);
      case "refused":
        // Odds that cannot be had are no refusal of an answer.
        if (!this.link.sending && !message.stale) return;
        this.link.sending = false;
        this.script = null;
        this.said.refused = message;
        return;
      case "odds":
        return this.preview.takeOdds(message);
      case "card":
        this.said.card = message;
        return;
      case "sketch":
        return this.preview.takeSketch(message);
    }
  }

  #shown(state: State, moved: boolean): void {
    this.link.sending = false;
    if (moved) {
      this.choice.clear(this.script !== null);
      this.preview.clear();
    }
    if (moved) this.choice.first();
    this.#sound(state, moved);
    this.#keep(state);
  }

  /** What has just happened may be heard, and a player who looks elsewhere is called. */
  #sound(state: State, moved: boolean): void {
    const mine = state.request?.mine === true;
    if (this.#begun) {
      sound.told(this.said.fresh);
      if (moved && mine && !this.#asked) {
        sound.calls();
        calls.turn(this.said.hello?.title ?? w.name, state.request?.title ?? "");
      }
    }
    this.#begun = true;
    this.#asked = mine;
  }

  #keep(state: State): void {
    const hello = this.said.hello;
    if (!hello || !this.listed) return;
    const { round, called, phase } = state.scene.clock;
    const { outcome } = state;
    const begun = round > 0 ? `${w.battle.round(round, undefined, called)}, ` : "";
    remember({
      token: this.link.token,
      system: hello.system,
      sides: hello.sides.map(({ name, player, side }) => ({ name, player, side })),
      text: outcome ? w.battle.ending(this.said.winners(outcome), outcome.winners.length, outcome.told) : begun + phase,
      mine: state.request?.mine === true,
      over: outcome !== null,
      role: hello.role,
    });
  }

  answer(line: string): void {
    // While the line is cut nothing can be answered; what was chosen stays chosen until it stands again.
    if (this.said.state && this.link.answer(this.said.state.moment, line)) this.said.refused = null;
  }

  /** Asks no more for what was asked to be taken back. */
  withdraw(): void {
    this.said.withdraw();
    this.link.send({ type: "undo_reply", allow: false });
  }

  /** Gives several answers, one after the other, each as soon as it is asked for. */
  run(script: Script): void {
    this.script = script;
    this.#goOn();
  }

  #goOn(): void {
    if (!this.script || this.link.sending) return;
    if (this.said.state?.outcome) this.script = null;
    // Somebody else decides in between: it goes on when they have.
    if (!this.script || !this.said.request?.mine) return;
    const line = this.script.next(this);
    if (line === null) {
      this.script = null;
      this.choice.unpick();
    } else if (line === "undo") this.link.send({ type: "undo" });
    else this.answer(line);
  }

  /** Chooses an answer; chosen a second time it is given. */
  choose(line: string): void {
    if (this.choice.chosen === line) return this.answer(line);
    this.choice.chosen = line;
    this.choice.looked = null;
    this.said.refused = null;
    this.preview.ask(line);
  }

  commit(): void {
    if (this.choice.chosen) this.answer(this.choice.chosen);
  }

  look(line: string | null): void {
    this.choice.looked = line;
    if (line) this.preview.ask(line);
  }

  /** Opens an act; the only answer of one is chosen with it. */
  openAct(key: string): void {
    const only = this.choice.openAct(key);
    if (only !== null) this.choose(only);
  }

  /** One step back: a refusal, then what is chosen. True if there was anything to leave. */
  back(): boolean {
    if (!this.said.refused) return this.choice.back();
    this.said.refused = null;
    return true;
  }

  /** In a replay, goes to the step that told a line. */
  jumpTo(line: { step: number }): void {
    this.link.send({ type: "seek", step: line.step });
  }
}
