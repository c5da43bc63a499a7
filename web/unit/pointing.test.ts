import { expect, test } from "vitest";
import { deedAt, meant, pointed, press, shift } from "../src/board/pointing.ts";
import type { Mark, Shape } from "../src/lib/wire.ts";
import { offer, request, scene, way } from "./battle.ts";
import { Stage } from "./board.ts";

const deed = (shape: Shape, by: number): Mark => ({ kind: "declared", shape, figures: [by], text: "" });

test("a square stands for the ways that end there and the answers about it or about who stands on it", () => {
  const options = [offer("attack b.imp", [2]), offer("dig B5", [], { squares: ["B5"] }), offer("rest")];
  const { table } = new Stage({
    request: request({ actor: 0, options, ways: [way("move B5", "B5"), way("move B3", "B3")] }),
  });
  const found = pointed(table, "B5", [2]);
  expect(found.ways.map(({ line }) => line)).toEqual(["move B5"]);
  expect(found.options.map(({ line }) => line)).toEqual(["attack b.imp", "dig B5"]);
  // A figure before a way before a square, unless something of it is chosen already.
  expect(meant(table, found)).toBe("attack b.imp");
  expect(meant(table, { ...found, options: found.options.slice(1) })).toBe("move B5");
  table.choice.chosen = "dig B5";
  expect(meant(table, found)).toBe("dig B5");
  expect(meant(table, pointed(table, "H8", []))).toBeNull();
});

test("what is declared is found at who does it, on its squares, and along its arrow", () => {
  const marks = [
    deed({ kind: "squares", squares: ["H8"] }, 3),
    deed({ kind: "line", from: [1500, 1500], to: [1500, 4500] }, 0),
  ];
  const { table } = new Stage({ scene: scene({ marks }) });
  expect(deedAt(table, "F5", [3])).toBe(0);
  expect(deedAt(table, "H8", [])).toBe(0);
  expect(deedAt(table, "B4", [])).toBe(1);
  expect(deedAt(table, "D4", [])).toBeNull();
});

test("those picked go by as much as the first of them", () => {
  const { table } = new Stage({});
  expect(shift(table, "D4")).toBeNull();
  table.choice.picked = [1, 0];
  expect(shift(table, "D4")).toEqual({ x: 1, y: 2 });
});

test("a click beside those picked sends them off", () => {
  const options = [offer("activate a.orc", [0]), offer("activate a.elf", [1])];
  const stage = new Stage({ request: request({ together: true, options }) });
  press(stage.table, "B2", [0], true, true);
  press(stage.table, "D3", [], true);
  expect(stage.answers).toEqual(["activate a.orc"]);
  // While they go, clicks do nothing else.
  expect(press(stage.table, "F5", [3], true)).toBe(true);
  expect(stage.table.choice.at).toBeNull();
});

test("where many may be declared a click looks at what one may do, or at who may do it to one", () => {
  const options = [
    offer("shoot a.orc b.imp", [0, 2]),
    offer("shoot a.elf b.imp", [1, 2]),
    offer("shoot a.orc b.bat", [0, 3]),
    offer("done"),
  ];
  const { table } = new Stage({ request: request({ options }) });
  press(table, "B5", [2], true);
  expect([table.choice.by, table.choice.at]).toEqual([null, 2]);
  press(table, "B2", [0], true);
  expect([table.choice.by, table.choice.at]).toEqual([0, null]);
  // Now a click on an enemy chooses the shot.
  press(table, "F5", [3], true);
  expect(table.choice.chosen).toBe("shoot a.orc b.bat");
});
