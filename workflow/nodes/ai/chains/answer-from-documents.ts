import { answerTo } from "../../../ai/ask-model.ts";
import { filledPrompt } from "../../../ai/prompt-template.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Document, LanguageModel } from "../../../model/sub-nodes.ts";

const STANDARD_INSTRUCTIONS =
  "Answer the question by these pieces of text. If they do not hold the answer, say that you don't know.\n----------------\n{context}";

/** What a model answers to a question by what was found for it. */
export function answerFrom(
  context: NodeContext,
  model: LanguageModel,
  question: string,
  documents: readonly Document[],
  template = "",
): Promise<string> {
  const found = documents.map(({ text }) => text).join("\n\n");
  const words = { context: found, question, query: question };
  return answerTo(context, model, {
    system: filledPrompt(template || STANDARD_INSTRUCTIONS, words),
    user: question,
  });
}
