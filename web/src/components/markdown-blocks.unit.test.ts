import { describe, expect, it } from "vitest";
import { splitMarkdownBlocks } from "./markdown-blocks.ts";

describe("splitting streamed Markdown into blocks", () => {
  it("splits at blank lines", () => {
    expect(splitMarkdownBlocks("# A\n\ntext\nmore\n\nend")).toEqual(["# A\n", "text\nmore\n", "end"]);
  });

  it("keeps a fence whole, including its blank lines", () => {
    expect(splitMarkdownBlocks("```js\na\n\nb\n```\n\nafter")).toEqual(["```js\na\n\nb\n```\n", "after"]);
  });

  it("keeps a list with its paragraphs", () => {
    expect(splitMarkdownBlocks("- a\n\n  more\n\n- b\n\nafter")).toEqual(["- a\n\n  more\n\n- b\n", "after"]);
  });

  it("keeps every word while the text grows", () => {
    const text = "# T\n\none two\n\n```\ncode\n\nmore\n```\n\n1. x\n2. y\n\nlast";
    for (let end = 0; end <= text.length; end += 1) {
      const now = text.slice(0, end);
      expect(splitMarkdownBlocks(now).join("\n").replace(/\s+/g, " ").trim()).toBe(
        now.replace(/\s+/g, " ").trim(),
      );
    }
  });
});
