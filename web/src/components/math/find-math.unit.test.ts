import { describe, expect, it } from "vitest";
import { findMath } from "./find-math.ts";

const find = (text: string) =>
  findMath(text, 100).map(({ tex, isBlock }) => (isBlock ? { block: tex } : tex));

describe("formulas in Markdown", () => {
  it.each([
    ["between dollars", "Let $x^2$ be.", ["x^2"]],
    ["with digits at its ends", "so $2x + 3$, ($4$)", ["2x + 3", "4"]],
    ["with an escaped dollar", "$\\$5 \\cdot x$", ["\\$5 \\cdot x"]],
    ["in parentheses", "Let \\(a_1 * b\\) be.", ["a_1 * b"]],
    ["in parentheses on two lines", "\\(a\n+ b\\)", ["a\n+ b"]],
    ["between double dollars", "$$ x = 1 $$", [{ block: "x = 1" }]],
    ["on several lines", "We get\n$$\na\n- b\n$$", [{ block: "a\n- b" }]],
    ["in brackets", "\\[\nx = 1\n\\].", [{ block: "x = 1" }]],
    ["in brackets that end the line", "It is: \\[ x = 1 \\]", [{ block: "x = 1" }]],
    ["in a quote", "> $$\n> a\n> > b\n> $$", [{ block: "a\nb" }]],
    ["in cells of a table", "| $|x|$ | $y$ |", ["|x|", "y"]],
    ["next to punctuation", "($x$, $y$).", ["x", "y"]],
  ])("are found %s", (_, text, expected) => {
    expect(find(text)).toEqual(expected);
  });

  it.each([
    ["prices", "It costs $5 and $10."],
    ["prices in a range", "$5-$10, US$5/US$10, 5$ or 6$"],
    ["prices in bold", "**$5** and **$10** a month"],
    ["prices in a table", "|$5|$6|\n|-|-|\n| $7 | $8 |"],
    ["variables of a shell", "$HOME/bin:$PATH and $USER"],
    ["signs of a price class", "$$ - $$$ and $$$$"],
    ["escaped dollars", "\\$x\\$ and \\\\(x\\\\)"],
    ["code spans", "`$x$` and ``a ` $y$`` and `\\(z\\)`"],
    ["fences", "text\n```sh\necho $x$ $$y$$\n```\nmore"],
    ["an open fence", "~~~\n$x$"],
    ["an open formula", "so $x + 1\nand $$ y\nand \\[ z"],
    ["dollars on two lines", "$a\nb$"],
    ["an empty formula", "$$ $$ and \\(\\)"],
    ["paragraphs", "$$\na\n\nb\n$$"],
    ["escaped brackets of a text", "\\[optional\\] name"],
    ["a formula that is too long", `$${"x".repeat(2001)}$`],
  ])("are not found in %s", (_, text) => {
    expect(find(text)).toEqual([]);
  });

  it("are found after code, and up to a limit", () => {
    expect(find("```\n$a$\n```\n`$b$` $c$ ` $d$")).toEqual(["c", "d"]);
    expect(findMath("$a$ $b$ $c$", 2)).toHaveLength(2);
  });

  it.each(["$", "$$", "\\(", "\\[", "`", "$x ", "``$", "\n```", "\n> $$", "$\\$", "\\(\\\\"])(
    "are searched quickly in a block of %j",
    (part) => {
      const before = process.cpuUsage();
      findMath(part.repeat(10_000 / part.length), 100);
      // The time of the processor, because others may use the machine.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
    },
  );
});
