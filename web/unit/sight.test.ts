import { expect, test } from "vitest";
import { matters } from "../src/board/sight.ts";
import { disc, inches, offer, on, pen, request, scene, token, way } from "./battle.ts";
import { Stage } from "./board.ts";
import { element, pointer } from "./elements.ts";

const PHONE = { w: 360, h: 400 };
const wide = { board: { kind: "grid", width: 40, height: 40 } } as const;
/** The squares that boxes lie on. */
const squares = (stage: Stage) =>
  matters(stage.surface).map(({ x, y }) => String.fromCharCode(65 + x / 50) + (y / 50 + 1));

test("whoever acts and whom it is about matter, then what is chosen", () => {
  const stage = new Stage({
    request: request({
      actor: 0,
      about: 2,
      options: [offer("attack b.bat", [3])],
      ways: [way("move C4", "C4", ["B3", "C4"])],
    }),
  });
  expect(squares(stage)).toEqual(["B2", "B5"]);
  stage.table.choice.chosen = "attack b.bat";
  expect(squares(stage)).toEqual(["B2", "B5", "F5"]);
  stage.table.choice.chosen = "move C4";
  expect(squares(stage)).toEqual(["B2", "B5", "B3", "C4"]);
});

test("who may interrupt somebody else is shown beside him, unless they are a crowd", () => {
  const few = [offer("reply a.orc", [0]), offer("reply a.elf", [1]), offer("pass")];
  const stage = new Stage({ request: request({ actor: 2, options: few }) });
  expect(squares(stage)).toEqual(["B5", "B2", "C2"]);
  const crowd = Array.from({ length: 6 }, (_, n) => token(10 + n, 0, on(`H${n + 1}`)));
  const figures = [...scene().figures, ...crowd];
  const many = crowd.map(({ figure }) => offer(`reply ${figure}`, [figure]));
  stage.tell({ scene: scene({ figures }), request: request({ actor: 2, options: [...many, offer("pass")] }) });
  expect(squares(stage)).toEqual(["B5"]);
});

test("an opened act shows all its targets", () => {
  const options = [offer("attack b.imp", [2]), offer("attack b.bat", [3]), offer("rest")];
  const stage = new Stage({ request: request({ actor: 0, options }) });
  expect(squares(stage)).toEqual(["B2"]);
  stage.table.openAct("attack");
  expect(squares(stage)).toEqual(["B2", "B5", "F5"]);
});

test("places that no path leads to show the enemies on them, or themselves where nobody stands", () => {
  const ways = [way("cast B5", "B5", []), way("cast C5", "C5", []), way("cast D5", "D5", [])];
  const acting = new Stage({ request: request({ actor: 0, ways }) });
  expect(squares(acting)).toEqual(["B2", "B5"]);
  const empty = { scene: scene({ figures: [] }), request: request({ ways }) };
  expect(squares(new Stage(empty))).toEqual(["B5", "C5", "D5"]);
  expect(squares(new Stage(empty, PHONE))).toEqual(["C5"]);
});

test("a small frame turns to a new decision, and back only where what matters has left it", () => {
  const figures = [token(0, 0, on("B2")), token(3, 1, on("Z30"))];
  const asked = (actor: number) => ({ scene: scene({ ...wide, figures }), request: request({ actor }) });
  const stage = new Stage(asked(3), { w: 900, h: 700 });
  const { camera } = stage.surface;
  const seen = () => ["Z30", "B2"].filter((name) => camera.sees([stage.surface.box(name)]));
  expect(camera.small).toBe(true);
  stage.sight.look();
  expect(seen()).toEqual(["Z30"]);
  // The player looks at the whole of it: that is enough for the same decision.
  camera.fit();
  stage.sight.look();
  expect(camera.zoom).toBe(1);
  camera.show([stage.surface.box("B2")]);
  stage.sight.look();
  expect(seen()).toEqual(["Z30"]);
  stage.tell(asked(0));
  stage.sight.look();
  expect(seen()).toEqual(["B2"]);
});

test("a frame that shows everything large enough is left alone", () => {
  const stage = new Stage({ request: request({ actor: 0 }) });
  expect(stage.surface.camera.small).toBe(false);
  stage.surface.camera.zoomBy(2);
  const view = { ...stage.surface.camera.view };
  stage.sight.again();
  expect(stage.surface.camera.view).toEqual(view);
});

test("while a figure is pulled nothing slips from under the pointer; the region of a way matters too", () => {
  const far = inches([token(0, 0, disc(2000, 2000))]);
  const stage = new Stage({ scene: far, request: request({ options: [offer("activate a.orc", [0])] }) }, PHONE);
  stage.pointer.down(pointer(0, 0, { target: element({ figure: 0 }) }));
  const view = { ...stage.surface.camera.view };
  stage.sight.again();
  expect(stage.surface.camera.view).toEqual(view);
  stage.pull.drop();
  stage.sight.again();
  expect(stage.surface.camera.view).not.toEqual(view);
  const area: [number, number, number][][] = [
    [
      [1000, 1000, 0],
      [9000, 9000, 0],
    ],
  ];
  stage.tell({ scene: far, request: request({ pens: [pen({ area })] }) });
  expect(matters(stage.surface)).toHaveLength(2);
});
