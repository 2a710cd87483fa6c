import { answerQuestion, fillPromptTemplate, getConnectedModel } from "../../../ai/ask-model.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { Document, LanguageModel } from "../../../model/sub-nodes.ts";
import { getPrompt } from "../agents/agent-prompt.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

const STANDARD_INSTRUCTIONS =
  "Answer the question using only these pieces of text. If they do not contain the answer, say that you don't know.\n----------------\n{context}";

/** Returns a model's answer to a question, based on the retrieved documents. */
export function answerFromDocuments(
  context: NodeContext,
  model: LanguageModel,
  question: string,
  documents: readonly Document[],
  template = "",
): Promise<string> {
  const found = documents.map(({ text }) => text).join("\n\n");
  const values = { context: found, question, query: question };
  return answerQuestion(context, model, {
    system: fillPromptTemplate(template || STANDARD_INSTRUCTIONS, values),
    user: question,
  });
}

const CHOOSES_PROMPT_SINCE = 1.2;
/** From this version on, the output has no field except the answer. */
const PLAIN_SINCE = 1.5;

async function answerItem(context: NodeContext, itemIndex: number): Promise<string> {
  const [retriever] = await context.getSubNodes("ai_retriever", itemIndex);
  if (!retriever)
    throw context.failure("A retriever must be connected", { field: "ai_retriever", itemIndex });
  const model = await getConnectedModel(context, itemIndex);
  const chooses = context.node.version >= CHOOSES_PROMPT_SINCE;
  const question = getPrompt(context, itemIndex, {
    choosesSince: CHOOSES_PROMPT_SINCE,
    field: chooses ? "text" : "query",
  });
  const documents = await retriever.retrieve(question);
  const template = context.text("options.systemPromptTemplate", itemIndex);
  return answerFromDocuments(context, model, question, documents, template);
}

/** Answers questions with the documents that a retriever returns. */
export const chainRetrievalQa: NodeType = {
  types: [toAiTypeNames("chainRetrievalQa")],
  versions: versions(1, 1.7),
  execute: async (context) => [
    await context.each(async (_, index) => {
      const text = await answerItem(context, index);
      return [{ json: { response: context.node.version >= PLAIN_SINCE ? text : { text } } }];
    }),
  ],
};
