import { expect, test } from "vitest";
import { disc, inches, on, request, scene, token } from "./battle.ts";
import { Stage } from "./board.ts";

test("figures stand on every square their base covers, several on one", () => {
  const figures = [token(0, 0, on("B2", 2)), token(1, 1, on("C3")), token(2, 1, { kind: "away", where: "waiting" })];
  const { surface } = new Stage({ scene: scene({ figures }) });
  expect(["B2", "C2", "B3", "C3", "D4"].map((name) => surface.at(name))).toEqual([[0], [0], [0], [0, 1], []]);
});

test("a place of the screen is a place of the drawing, whatever the camera shows", () => {
  const stage = new Stage({});
  stage.surface.camera.zoomAt(1.7, 300, 300);
  const [x, y] = stage.surface.place(...stage.pixel(275, 140));
  expect(x).toBeCloseTo(275);
  expect(y).toBeCloseTo(140);
});

test("a layer is for who is under the cursor, who acts, or the first of ours that stands", () => {
  const away = token(0, 0, { kind: "away", where: "dead" });
  const figures = [away, token(2, 1, on("B5")), token(1, 0, on("C2"))];
  const stage = new Stage({ scene: scene({ figures }), request: request({ actor: 0 }) });
  expect(stage.surface.subject()).toBe(1);
  stage.tell({ scene: scene({ figures }), request: request({ actor: 2 }) });
  expect(stage.surface.subject()).toBe(2);
  stage.surface.cursor = "C2";
  expect(stage.surface.subject()).toBe(1);
  stage.tell({ scene: scene({ figures: [away] }) });
  expect(stage.surface.subject()).toBeNull();
});

test("floors are looked at one by one, and beyond the last all of them", () => {
  const { surface } = new Stage({ scene: inches([token(0, 0, disc(0, 0)), token(1, 0, disc(0, 0, 3000))]) });
  const walk = (by: 1 | -1, times: number) => Array.from({ length: times }, () => (surface.level(by), surface.floor));
  expect(walk(1, 4)).toEqual([0, 3000, null, 0]);
  expect(walk(-1, 3)).toEqual([null, 3000, 0]);
  const flat = new Stage({}).surface;
  flat.level(1);
  expect(flat.floor).toBeNull();
});
