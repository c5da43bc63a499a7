/** A page of Markdown as far as our own pages use it: headings, paragraphs, lists, tables and code. */
export type Block =
  | { kind: "h1" | "h2" | "h3" | "text" | "code"; text: string }
  | { kind: "list"; lines: string[] }
  | { kind: "table"; rows: string[][] };

export function blocks(page: string): Block[] {
  const found: Block[] = [];
  const parts = page.split(/^```.*$/m);
  parts.forEach((part, n) => {
    if (n % 2 === 1) found.push({ kind: "code", text: part.trim() });
    else for (const block of part.split(/\n\s*\n/)) if (block.trim()) found.push(read(block.trim()));
  });
  return found;
}

function read(block: string): Block {
  const heading = block.match(/^(#{1,3}) (.*)$/);
  if (heading) return { kind: `h${heading[1]!.length}` as "h1" | "h2" | "h3", text: heading[2]! };
  const lines = block.split("\n");
  if (block.startsWith("- ")) return { kind: "list", lines: block.slice(2).split(/\n- /).map(joined) };
  if (block.startsWith("|")) {
    const rows = lines.filter((line) => !/^\|[-| ]+\|$/.test(line));
    return {
      kind: "table",
      rows: rows.map((row) =>
        row
          .slice(1, -1)
          .split(" | ")
          .map((cell) => cell.trim()),
      ),
    };
  }
  return { kind: "text", text: joined(block) };
}

const joined = (text: string) => text.replace(/\s*\n\s*/g, " ");

/** A line with what stands between backticks told apart. */
export function spans(line: string): { text: string; code: boolean }[] {
  const plain = line.replace(/\*\*/g, "").replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return plain.split("`").map((text, n) => ({ text, code: n % 2 === 1 }));
}
