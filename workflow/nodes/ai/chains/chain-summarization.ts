import { answerQuestion, fillPromptTemplate, getConnectedModel } from "../../../ai/ask-model.ts";

import { splitRecursively } from "../../../ai/split-text.ts";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { toAiTypeNames } from "../ai-node-type.ts";
import { collectTexts, readFileTexts } from "../retrieval/document-loader.ts";

const STANDARD_PROMPT = 'Write a concise summary of the following:\n\n"{text}"\n\nCONCISE SUMMARY:';
const STANDARD_REFINEMENT =
  'There is a summary up to a certain point: "{existing_answer}"\n\nRefine it with this further text, where that is of use:\n\n"{text}"\n\nREFINED SUMMARY:';
const STANDARD_CHUNK = 1_000;
const STANDARD_OVERLAP = 200;

async function readFiles(context: NodeContext, itemIndex: number): Promise<string[]> {
  const item = context.items[itemIndex] ?? { json: {} };
  const name = context.text("options.binaryDataKey", itemIndex, "data");
  return readFileTexts(getBinaryFile(context, item, itemIndex, name));
}

/** Returns the chunks to summarize. */
async function readPieces(context: NodeContext, itemIndex: number): Promise<string[]> {
  const mode =
    context.node.version < 2 ? "documentLoader" : context.text("operationMode", itemIndex, "nodeInputJson");
  if (mode === "documentLoader") {
    const [loader] = await context.getSubNodes("ai_document", itemIndex);
    if (!loader)
      throw context.failure("A document loader must be connected", { field: "ai_document", itemIndex });
    return (await loader.load(itemIndex)).map(({ text }) => text);
  }
  const texts =
    mode === "nodeInputBinary"
      ? await readFiles(context, itemIndex)
      : collectTexts(context.items[itemIndex]?.json ?? {});
  const [splitter] =
    context.text("chunkingMode", itemIndex, "simple") === "advanced"
      ? await context.getSubNodes("ai_textSplitter", itemIndex)
      : [];
  if (splitter) return (await Promise.all(texts.map((text) => splitter.split(text)))).flat();
  const size = Math.max(1, context.number("chunkSize", itemIndex, STANDARD_CHUNK));
  const overlap = Math.min(size - 1, context.number("chunkOverlap", itemIndex, STANDARD_OVERLAP));
  return texts.flatMap((text) => splitRecursively(text, { size, overlap }));
}

function getOptions(context: NodeContext, itemIndex: number): JsonObject {
  if (context.node.version < 2)
    return {
      ...context.object("options", itemIndex),
      summarizationMethod: context.text("type", itemIndex, "map_reduce"),
    };
  const values = context.parameter("options.summarizationMethodAndPrompts.values", itemIndex);
  return isObject(values) ? values : {};
}

async function summarizeItem(context: NodeContext, itemIndex: number): Promise<string> {
  const model = await getConnectedModel(context, itemIndex);
  const pieces = await readPieces(context, itemIndex);
  const options = getOptions(context, itemIndex);
  const method = toText(options.summarizationMethod ?? "map_reduce");
  const prompt = toText(options.prompt ?? STANDARD_PROMPT);
  const summarize = (template: string, values: Record<string, string>) =>
    answerQuestion(context, model, { user: fillPromptTemplate(template, values) });
  if (method === "stuff") return summarize(prompt, { text: pieces.join("\n\n") });
  if (method === "refine") {
    let summary = await summarize(toText(options.refineQuestionPrompt ?? STANDARD_PROMPT), {
      text: pieces[0] ?? "",
    });
    for (const text of pieces.slice(1))
      summary = await summarize(toText(options.refinePrompt ?? STANDARD_REFINEMENT), {
        existing_answer: summary,
        text,
      });
    return summary;
  }
  const each: string[] = [];
  for (const text of pieces)
    each.push(await summarize(toText(options.combineMapPrompt ?? STANDARD_PROMPT), { text }));
  return summarize(prompt, { text: each.join("\n\n") });
}

/** Summarizes text that is split into chunks: first each chunk, then the summaries. */
export const chainSummarization: NodeType = {
  types: [toAiTypeNames("chainSummarization")],
  versions: [1, 2, 2.1],
  execute: async (context) => [
    await context.each(async (_, index) => {
      const text = (await summarizeItem(context, index)).trim();
      return [{ json: context.node.version >= 2.1 ? { output: { text } } : { response: { text } } }];
    }),
  ],
};
