import { type SplitOptions, splitBySeparator, splitRecursively } from "../../../ai/split-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames } from "../ai-node-type.ts";

/** Characters per split. More would be a library and take minutes. */
const MAX_CHARS = 20_000_000;

function wishOf(context: NodeContext, itemIndex: number, size: number): SplitOptions {
  const wish = {
    size: Math.max(1, context.number("chunkSize", itemIndex, size)),
    overlap: Math.max(0, context.number("chunkOverlap", itemIndex, 0)),
  };
  if (wish.overlap >= wish.size)
    throw context.failure("Cannot have chunkOverlap >= chunkSize", { field: "chunkOverlap", itemIndex });
  return wish;
}

function splitter(
  type: string,
  size: number,
  split: (
    text: string,
    wish: SplitOptions,
    context: NodeContext,
    itemIndex: number,
  ) => string[] | Promise<string[]>,
): NodeType {
  return {
    types: [toAiTypeNames(type)],
    versions: [1],
    supplies: {
      ai_textSplitter(context, itemIndex) {
        const wish = wishOf(context, itemIndex, size);
        return {
          async split(text) {
            if (text.length > MAX_CHARS)
              throw context.failure(`A text of more than ${MAX_CHARS} characters cannot be split`, {
                itemIndex,
              });
            return split(text, wish, context, itemIndex);
          },
        };
      },
    },
  };
}

export const TEXT_SPLITTERS: readonly NodeType[] = [
  splitter("textSplitterRecursiveCharacterTextSplitter", 1_000, (text, wish) => splitRecursively(text, wish)),
  splitter("textSplitterCharacterTextSplitter", 1_000, (text, wish, context, itemIndex) =>
    splitBySeparator(text, context.text("separator", itemIndex) || "\n\n", wish),
  ),
  splitter("textSplitterTokenSplitter", 1_000, async (text, wish) => {
    const { encode } = await import("gpt-tokenizer/encoding/cl100k_base");
    return splitRecursively(text, { ...wish, length: (piece) => encode(piece).length });
  }),
];
