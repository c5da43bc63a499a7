import { beforeEach, expect, test, vi } from "vitest";
import { Link } from "../src/lib/link.svelte.ts";
import type { ServerMessage } from "../src/lib/wire.ts";
import { hello, state } from "./battle.ts";
import { browser, Socket, socket } from "./browser.ts";

let heard: string[];
const link = () => new Link("seat-1", (message: ServerMessage) => heard.push(message.type));
const greet = () => socket().say({ type: "hello", ...hello() });

beforeEach(() => {
  browser();
  heard = [];
});

test("the line opens with the greeting, and everything heard is passed on", () => {
  const one = link();
  expect(socket().url).toBe("ws://fray.test/ws/seat-1");
  expect(one.line).toBe("opening");
  greet();
  socket().say({ type: "state", ...state(1) });
  expect(one.line).toBe("open");
  expect(heard).toEqual(["hello", "state"]);
});

test("a line that is cut is opened again, after longer waits each time", () => {
  const one = link();
  greet();
  socket().cut();
  expect(one.line).toBe("lost");
  vi.advanceTimersByTime(249);
  expect(Socket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
  socket().cut();
  vi.advanceTimersByTime(499);
  expect(Socket.all).toHaveLength(2);
  vi.advanceTimersByTime(1);
  greet();
  expect(one.line).toBe("open");
  // The greeting forgets the tries before it.
  socket().cut();
  vi.advanceTimersByTime(250);
  expect(Socket.all).toHaveLength(4);
});

test("a seat that does not exist is gone when the server says so, and is not asked for again", () => {
  const refused = link();
  socket().cut(4404);
  expect(refused.line).toBe("gone");
  const tries = Socket.all.length;
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(tries);
});

test("a page that is opened while the server is away says so, and goes on when it is back", () => {
  const one = link();
  for (const wait of [250, 500, 1000, 2000, 4000, 4000, 4000]) {
    socket().cut();
    expect(one.line).toBe("lost");
    const tries = Socket.all.length;
    vi.advanceTimersByTime(wait - 1);
    expect(Socket.all).toHaveLength(tries);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(tries + 1);
  }
  greet();
  expect(one.line).toBe("open");
});

test("a server that begins anew is knocked at again after a quarter of a second", () => {
  link();
  greet();
  socket().cut(1012);
  vi.advanceTimersByTime(250);
  expect(Socket.all).toHaveLength(2);
});

test("one answer at a time is sent, with the moment it was made for", () => {
  const one = link();
  expect(one.answer(3, "pass")).toBe(false);
  greet();
  expect(one.answer(3, "pass")).toBe(true);
  expect(one.answer(3, "pass")).toBe(false);
  expect(socket().sent).toEqual([{ type: "answer", moment: 3, line: "pass" }]);
});

test("an answer without an echo is slow until something is heard", () => {
  const one = link();
  greet();
  one.answer(1, "pass");
  vi.advanceTimersByTime(2999);
  expect(one.slow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(one.slow).toBe(true);
  socket().say({ type: "state", ...state(2) });
  expect(one.slow).toBe(false);
});

test("an answer under way is lost with the line, and a closed line stays closed", () => {
  const one = link();
  greet();
  one.answer(1, "pass");
  socket().cut();
  expect(one.sending).toBe(false);
  one.send({ type: "undo" });
  expect(socket().sent).toHaveLength(1);
  one.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});
