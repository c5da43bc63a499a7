import { expect, test } from "vitest";
import { acts, grouped, stem, twoAnswers, yesNo } from "../src/lib/answers.ts";
import type { Request } from "../src/lib/wire.ts";
import { offer, request, way } from "./battle.ts";

const own = (figure: number) => figure < 2;
const sorted = (more: Partial<Request>) => acts(request(more), own);

test("an act is a line without figures, squares, places, numbers and ways", () => {
  expect(stem("attack sword b.imp")).toBe("attack sword");
  expect(stem("move B3")).toBe("move");
  expect(stem("avoid 10")).toBe("avoid");
  expect(stem("lose -2 vigor")).toBe("lose vigor");
  expect(stem("move @1.000,2.000,0.000>@3.000,2.000,0.000")).toBe("move");
  expect(stem("cast fire-ball b.black-knight-2 AA10")).toBe("cast fire-ball");
});

test("answers, ways and what is barred meet in one act, the open ones first", () => {
  const list = sorted({
    actor: 0,
    options: [offer("attack bow b.imp", [2]), offer("attack bow b.bat", [3]), offer("charge B5 b.imp", [2])],
    ways: [way("charge B4", "B4")],
    barred: [
      { line: "shout", label: "Shout", act: "Shout", reason: "Nobody hears.", rule: "X-1" },
      { line: "charge C9", label: "Charge", act: "Charge", reason: "Too far.", rule: "X-2" },
    ],
  });
  expect(list.map(({ key }) => key)).toEqual(["attack bow", "charge", "shout"]);
  expect(list[1]).toMatchObject({ ways: [{ to: "B4" }], barred: [{ line: "charge C9" }] });
});

test("an act says how many targets, squares or units it is about", () => {
  const list = sorted({
    options: [
      offer("attack bow b.imp", [0, 2]),
      offer("attack bow b.imp close", [1, 2]),
      offer("attack sword b.imp", [2]),
      offer("attack sword b.bat", [3]),
      offer("activate a.orc", [0]),
      offer("activate a.elf", [1]),
      offer("rally a.elf", [1]),
      offer("dig B3", [], { squares: ["B3"] }),
      offer("dig B4", [], { squares: ["B4"] }),
    ],
    ways: [way("move B3", "B3"), way("move B3 slowly", "B3")],
  });
  const note = (key: string) => list.find((one) => one.key === key)?.note;
  // Who acts stands first and is no target.
  expect(note("attack bow")).toBe("1 target");
  expect(note("attack sword")).toBe("2 targets");
  expect(note("activate")).toBe("2 units");
  expect(note("rally")).toBe("");
  expect(note("dig")).toBe("2 squares");
  expect(note("move")).toBe("1 square");
});

test("a price that all answers of an act have is said with the act", () => {
  const price = "1 act lost";
  const list = sorted({
    options: [
      offer("hit b.imp", [2], { price }),
      offer("hit b.bat", [3], { price }),
      offer("sing", [], { price }),
      offer("run b.imp", [2], { price }),
      offer("run b.bat", [3]),
    ],
  });
  expect(list.map(({ note }) => note)).toEqual(["2 targets, 1 act lost", "1 act lost", "2 targets"]);
});

test("an answer that stands alone has its label as title, others what they do", () => {
  const list = sorted({
    options: [
      offer("rest", [], { label: "Take a breath", act: "Rest" }),
      offer("brew red_potion b.imp", [2], { act: "Brew: Red Potion" }),
    ],
    ways: [way("gallop B3", "B3")],
    barred: [{ line: "hide", label: "Hide", act: "Hide", reason: "Seen.", rule: "X-1" }],
  });
  expect(list.map(({ title }) => title)).toEqual(["Take a breath", "Brew: Red Potion", "gallop", "Hide"]);
});

test("acts are grouped where there are several and one of them has several answers", () => {
  const [one, two, other] = [offer("hit b.imp", [2]), offer("hit b.bat", [3]), offer("rest")];
  expect(grouped(sorted({ options: [one, two, other] }))).toBe(true);
  expect(grouped(sorted({ options: [one, other] }))).toBe(false);
  expect(grouped(sorted({ options: [one, two] }))).toBe(false);
});

test("a yes or no has two plain answers, one of them about nobody", () => {
  const [yes, no] = [offer("reply a.orc", [0]), offer("pass")];
  expect(yesNo(request({ options: [yes, no] }))).toBe(true);
  expect(yesNo(request({ options: [yes, no, offer("wait")] }))).toBe(false);
  expect(yesNo(request({ options: [yes, offer("reply a.elf", [1])] }))).toBe(false);
  expect(yesNo(request({ options: [yes, no], ways: [way("move B3", "B3")] }))).toBe(false);
  expect(yesNo(request({ options: [offer("go B3", [], { squares: ["B3"] }), no] }))).toBe(false);
  // Giving up is no answer that stands first on a large button.
  expect(yesNo(request({ options: [offer("lay-down-arms", [], { gives_up: true }), no] }))).toBe(false);
});

test("the answer that lets things be stands second, and letters stand for a yes and a no", () => {
  const [yes, no] = [
    offer("reply a.orc", [0], { kind: "reply" }),
    offer("pass", [], { kind: "no-reply", declines: true }),
  ];
  expect(twoAnswers(request({ options: [no, yes] }))).toEqual({ options: [yes, no], letters: true });
  const [left, right] = [offer("left"), offer("right")];
  expect(twoAnswers(request({ options: [left, right] }))).toEqual({ options: [left, right], letters: false });
});
