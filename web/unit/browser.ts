/** The few things of a browser that the pieces lean on: a socket that can be spoken through, storage, timers. */
import { vi } from "vitest";
import type { ClientMessage, ServerMessage } from "../src/lib/wire.ts";

export class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.OPEN;
  sent: ClientMessage[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something. */
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The line is cut. */
  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export const socket = (): Socket => Socket.all.at(-1)!;

export interface Setup {
  /** The player wants nothing to move. */
  still?: boolean;
}

/** Puts the pieces of a browser in place, with timers that go on when the test says so. */
export function browser({ still = true }: Setup = {}): Map<string, string> {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  Socket.all = [];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "fray.test" });
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  return stored;
}
