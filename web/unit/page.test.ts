import { expect, test } from "vitest";
import { blocks, spans } from "../src/rulebook/page.ts";

test("a page falls into headings, paragraphs, lists, tables and code", () => {
  const code = "```toml\nx = 1\n\ny = 2\n```\n";
  const table = "| a | b |\n|---|---|\n| c | d |";
  const page = `# Cases\n\nOne line\nand another.\n\n- first\n  goes on\n- second\n\n${table}\n\n${code}`;
  expect(blocks(page)).toEqual([
    { kind: "h1", text: "Cases" },
    { kind: "text", text: "One line and another." },
    { kind: "list", lines: ["first goes on", "second"] },
    {
      kind: "table",
      rows: [
        ["a", "b"],
        ["c", "d"],
      ],
    },
    { kind: "code", text: "x = 1\n\ny = 2" },
  ]);
});

test("what stands between backticks is code, and links are said by their words", () => {
  expect(spans("use `never` and [the page](x.md)")).toEqual([
    { text: "use ", code: false },
    { text: "never", code: true },
    { text: " and the page", code: false },
  ]);
});
