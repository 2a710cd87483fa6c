import { describe, expect, it } from "vitest";
import { markdownBlocks } from "./markdown-blocks.ts";

describe("blocks of streamed markdown", () => {
  it("split at blank lines", () => {
    expect(markdownBlocks("# A\n\ntext\nmore\n\nend")).toEqual(["# A\n", "text\nmore\n", "end"]);
  });

  it("keep a fence whole, including its blank lines", () => {
    expect(markdownBlocks("```js\na\n\nb\n```\n\nafter")).toEqual(["```js\na\n\nb\n```\n", "after"]);
  });

  it("keep a list with its paragraphs", () => {
    expect(markdownBlocks("- a\n\n  more\n\n- b\n\nafter")).toEqual(["- a\n\n  more\n\n- b\n", "after"]);
  });

  it("lose no word while the text grows", () => {
    const text = "# T\n\none two\n\n```\ncode\n\nmore\n```\n\n1. x\n2. y\n\nlast";
    for (let end = 0; end <= text.length; end += 1) {
      const now = text.slice(0, end);
      expect(markdownBlocks(now).join("\n").replace(/\s+/g, " ").trim()).toBe(
        now.replace(/\s+/g, " ").trim(),
      );
    }
  });
});
