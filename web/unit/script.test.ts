import { beforeEach, expect, test } from "vitest";
import { march, members, pairs, volley } from "../src/lib/script.ts";
import { Table } from "../src/lib/table.svelte.ts";
import type { Offer, Request, State, Token } from "../src/lib/wire.ts";
import { hello, offer, on, request, scene, state, token, way } from "./battle.ts";
import { browser, socket } from "./browser.ts";

let table: Table;
let moment: number;
let figures: Token[];
const tell = (more: Partial<Request>, rest: Partial<State> = {}) =>
  socket().say({ type: "state", ...state(++moment, { scene: scene({ figures }), request: request(more), ...rest }) });
const given = () =>
  socket().sent.flatMap((one) => (one.type === "answer" ? [one.line] : one.type === "undo" ? ["undo"] : []));
const activate = (name: string, figure: number) => offer(`activate ${name}`, [figure]);

beforeEach(() => {
  browser();
  moment = 0;
  figures = [token(0, 0, on("B2")), token(1, 0, on("C2")), token(2, 1, on("B6")), token(3, 1, on("F6"))];
  table = new Table("seat-1", false);
  socket().say({ type: "hello", ...hello() });
});

test("figures go the same way one after the other, the foremost first", () => {
  const both = [activate("a.orc", 0), activate("a.elf", 1)];
  tell({ together: true, options: both });
  table.choice.picked = [0, 1];
  table.run(march(table, [0, 1], 2, 1, false));
  // To the east: the elf stands in front.
  expect(given()).toEqual(["activate a.elf"]);
  tell({ actor: 1, ways: [way("move D2", "D2"), way("move E3", "E3"), way("run E3", "E3")] });
  expect(given().at(-1)).toBe("move E3");
  expect(table.choice.picked).toEqual([0]);
  tell({ together: true, options: both });
  tell({ actor: 0, ways: [way("move B3", "B3"), way("move C3", "C3"), way("run D3", "D3")] });
  // Nobody gets there at a walk: as near as may be, for farther ways were not asked for.
  expect(given()).toEqual(["activate a.elf", "move E3", "activate a.orc", "move C3"]);
  tell({ together: true, options: [offer("done")] });
  expect([table.script, table.choice.picked]).toEqual([null, []]);
});

test("with the farther ways too they go as far as it takes", () => {
  tell({ together: true, options: [activate("a.orc", 0), activate("a.elf", 1)] });
  table.run(march(table, [0], 2, 1, true));
  tell({ actor: 0, ways: [way("move C3", "C3"), way("run D3", "D3")] });
  expect(given()).toEqual(["activate a.orc", "run D3"]);
});

test("whoever can get no nearer stays where he is", () => {
  tell({ together: true, options: [activate("a.orc", 0), activate("a.elf", 1)] });
  table.run(march(table, [0], 2, 0, false));
  tell({ actor: 0, ways: [way("move A2", "A2"), way("move B1", "B1")] });
  expect(given()).toEqual(["activate a.orc", "undo"]);
});

test("whatever else is asked on the way is for the player", () => {
  tell({ together: true, options: [activate("a.orc", 0), activate("a.elf", 1)] });
  table.run(march(table, [0, 1], 1, 0, false));
  tell({ actor: 2, options: [offer("attack a.elf", [1]), offer("pass")] });
  expect([given(), table.script]).toEqual([["activate a.elf"], null]);
});

test("everybody shoots at one target, each of them once", () => {
  const shots = [
    offer("shoot bow a.orc b.imp", [0, 2]),
    offer("shoot bow a.orc b.bat", [0, 3]),
    offer("shoot bow a.elf b.bat", [1, 3]),
    offer("kick a.elf b.bat", [1, 3]),
  ];
  tell({ options: [...shots, offer("done")] });
  table.run(volley("shoot", 3));
  // The orc may shoot again with another bow, but has done so once.
  for (let n = 0; n < 2; n++) tell({ options: [...shots, offer("done")] });
  expect(given()).toEqual(["shoot bow a.orc b.bat", "shoot bow a.elf b.bat"]);
  expect(table.script).toBeNull();
});

test("everybody shoots at whoever stands nearest", () => {
  const shots: Offer[] = [0, 1].flatMap((by) => [3, 2].map((at) => offer(`shoot ${by} ${at}`, [by, at])));
  figures = [token(0, 0, on("B2")), token(1, 0, on("F2")), token(2, 1, on("B6")), token(3, 1, on("F6"))];
  tell({ options: shots });
  table.run(volley("shoot", null));
  tell({ options: shots });
  expect(given()).toEqual(["shoot 0 2", "shoot 1 3"]);
});

test("who may go together: ours alone, by one kind of answer, where nobody is asked yet", () => {
  const own = (figure: number) => figure < 2;
  const both = [activate("a.orc", 0), activate("a.elf", 1)];
  const found = (more: Partial<Request>) => members(request({ together: true, ...more }), own).map(({ line }) => line);
  expect(found({ options: [...both, offer("done")] })).toEqual(["activate a.orc", "activate a.elf"]);
  expect(found({ options: both, together: false })).toEqual([]);
  expect(found({ options: both, actor: 0 })).toEqual([]);
  expect(found({ options: [both[0]!, activate("b.imp", 2)] })).toEqual([]);
  expect(found({ options: [both[0]!, offer("rally a.elf", [1])] })).toEqual([]);
  expect(pairs(request({ options: [...both, offer("shoot a.orc b.imp", [0, 2])] }))).toHaveLength(1);
  expect(pairs(request({ actor: 0, options: [offer("shoot a.orc b.imp", [0, 2])] }))).toEqual([]);
});
