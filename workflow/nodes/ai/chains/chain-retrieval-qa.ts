import { attachedModel } from "../../../ai/ask-model.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { promptOf } from "../agents/agent-prompt.ts";
import { aiType, versions } from "../versions.ts";
import { answerFrom } from "./answer-from-documents.ts";

const CHOOSES_PROMPT_SINCE = 1.2;
/** Since this version the answer stands by itself. */
const PLAIN_SINCE = 1.5;

async function answered(context: NodeContext, itemIndex: number): Promise<string> {
  const [retriever] = await context.getSubNodes("ai_retriever", itemIndex);
  if (!retriever)
    throw context.failure("A retriever must be connected", { field: "ai_retriever", itemIndex });
  const model = await attachedModel(context, itemIndex);
  const chooses = context.node.version >= CHOOSES_PROMPT_SINCE;
  const question = promptOf(context, itemIndex, {
    choosesSince: CHOOSES_PROMPT_SINCE,
    field: chooses ? "text" : "query",
  });
  const documents = await retriever.retrieve(question);
  const template = context.text("options.systemPromptTemplate", itemIndex);
  return answerFrom(context, model, question, documents, template);
}

/** Answers by what a retriever finds. */
export const chainRetrievalQa: NodeType = {
  types: [aiType("chainRetrievalQa")],
  versions: versions(1, 1.7),
  execute: async (context) => [
    await context.each(async (_, index) => {
      const text = await answered(context, index);
      return [{ json: { response: context.node.version >= PLAIN_SINCE ? text : { text } } }];
    }),
  ],
};
