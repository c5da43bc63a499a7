import { expect, test } from "vitest";
import { deeds, foremost } from "../src/lib/deeds.ts";
import type { Happening } from "../src/lib/wire.ts";
import { line, on, token } from "./battle.ts";

const log = (...told: Happening[]) => told.map((happening, number) => line(number, { happening }));
const figures = new Map([0, 1, 2, 3].map((figure) => [figure, token(figure, figure < 2 ? 0 : 1, on("B2"))]));

test("whoever struck last has felled, and whoever rises has not fallen", () => {
  const { fallen, done } = deeds(
    log(
      { act: "hit", figure: 2, by: 0 },
      { act: "critical", figure: 2, by: 1 },
      { act: "out", figure: 2 },
      { act: "out", figure: 3, by: 0 },
      { act: "rise", figure: 3 },
    ),
  );
  expect(fallen).toEqual([2]);
  expect(done).toEqual([
    { figure: 0, hits: 1, felled: 1 },
    { figure: 1, hits: 1, felled: 1 },
  ]);
});

test("the figure of the battle felled most, then hit most; nobody where nobody was hit", () => {
  const { done } = deeds(
    log({ act: "hit", figure: 2, by: 1 }, { act: "hit", figure: 3, by: 1 }, { act: "hit", figure: 3, by: 0 }),
  );
  expect(foremost(done, figures)).toEqual({ figure: 1, hits: 2, felled: 0 });
  expect(foremost([], figures)).toBeNull();
});

test("a fall by nobody's hand is nobody's deed", () => {
  expect(deeds(log({ act: "out", figure: 0 })).done).toEqual([]);
});
