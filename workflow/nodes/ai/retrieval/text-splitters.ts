import { type SplitOptions, splitBySeparator, splitRecursively } from "../../../ai/split-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames } from "../ai-node-type.ts";

/** The maximum number of characters to split. Longer text would take minutes. */
const MAX_CHARS = 20_000_000;

function getOptions(context: NodeContext, itemIndex: number, size: number): SplitOptions {
  const options = {
    size: Math.max(1, context.number("chunkSize", itemIndex, size)),
    overlap: Math.max(0, context.number("chunkOverlap", itemIndex, 0)),
  };
  if (options.overlap >= options.size)
    throw context.failure("Cannot have chunkOverlap >= chunkSize", { field: "chunkOverlap", itemIndex });
  return options;
}

function createSplitter(
  type: string,
  size: number,
  split: (
    text: string,
    options: SplitOptions,
    context: NodeContext,
    itemIndex: number,
  ) => string[] | Promise<string[]>,
): NodeType {
  return {
    types: [toAiTypeNames(type)],
    versions: [1],
    supplies: {
      ai_textSplitter(context, itemIndex) {
        const options = getOptions(context, itemIndex, size);
        return {
          async split(text) {
            if (text.length > MAX_CHARS)
              throw context.failure(
                `Text of more than ${MAX_CHARS} characters cannot be split. Load smaller files`,
                {
                  itemIndex,
                },
              );
            return split(text, options, context, itemIndex);
          },
        };
      },
    },
  };
}

export const TEXT_SPLITTERS: readonly NodeType[] = [
  createSplitter("textSplitterRecursiveCharacterTextSplitter", 1_000, (text, options) =>
    splitRecursively(text, options),
  ),
  createSplitter("textSplitterCharacterTextSplitter", 1_000, (text, options, context, itemIndex) =>
    splitBySeparator(text, context.text("separator", itemIndex) || "\n\n", options),
  ),
  createSplitter("textSplitterTokenSplitter", 1_000, async (text, options) => {
    const { encode } = await import("gpt-tokenizer/encoding/cl100k_base");
    return splitRecursively(text, { ...options, length: (piece) => encode(piece).length });
  }),
];
