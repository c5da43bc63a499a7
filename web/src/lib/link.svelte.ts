/** The line to the server: it is opened, opened again when it is cut, and carries what is said either way. */
import type { ClientMessage, ServerMessage } from "./wire.ts";

export type Line = "opening" | "open" | "lost" | "gone";
/** The server closes the line with this code where there is no such seat. */
const GONE = 4404;
/** After so long without a word from the server it is said, in milliseconds. */
const SLOW = 3000;
/** The first and the longest wait before the line is tried again, in milliseconds. */
const AGAIN = { first: 250, most: 4000 };

export class Link {
  line = $state<Line>("opening");
  /** An answer is under way. */
  sending = $state(false);
  /** An answer is under way and nothing comes back. */
  slow = $state(false);
  readonly token: string;
  readonly #hear: (message: ServerMessage) => void;
  #socket: WebSocket | null = null;
  #slowTimer = 0;
  #tries = 0;
  #closed = false;

  constructor(token: string, hear: (message: ServerMessage) => void) {
    this.token = token;
    this.#hear = hear;
    this.#connect();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.token}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#take(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return;
      this.sending = false;
      this.#calm();
      // Only the server knows that there is no such seat; whoever cannot reach it goes on trying.
      if (event.code === GONE) {
        this.line = "gone";
        return;
      }
      this.line = "lost";
      const wait = Math.min(AGAIN.most, AGAIN.first * 2 ** this.#tries++);
      setTimeout(() => this.#closed || this.#connect(), wait);
    };
  }

  #take(message: ServerMessage): void {
    this.#calm();
    if (message.type === "hello") {
      this.line = "open";
      this.#tries = 0;
    }
    this.#hear(message);
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Gives an answer; false while the line is cut or another answer is under way. */
  answer(moment: number, line: string): boolean {
    if (this.sending || this.line !== "open") return false;
    this.sending = true;
    this.#slowTimer = window.setTimeout(() => (this.slow = this.sending), SLOW);
    this.send({ type: "answer", moment, line });
    return true;
  }

  #calm(): void {
    clearTimeout(this.#slowTimer);
    this.slow = false;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }
}
