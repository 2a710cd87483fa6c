import { getConnectedModel } from "../../../ai/ask-model.ts";
import { describeToolError, toToolName } from "../../../ai/tools.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { answerFromDocuments } from "../chains/chain-retrieval-qa.ts";

const STANDARD_COUNT = 4;
const NAMED_BY_NODE_SINCE = 1.1;

/** Answers questions with a vector store and a model. */
export const toolVectorStore: NodeType = {
  types: [toAiTypeNames("toolVectorStore")],
  versions: versions(1, 1.1),
  supplies: {
    async ai_tool(context, itemIndex) {
      const [store] = await context.getSubNodes("ai_vectorStore", itemIndex);
      if (!store)
        throw context.failure("A vector store must be connected", { field: "ai_vectorStore", itemIndex });
      const model = await getConnectedModel(context, itemIndex);
      const own = context.node.version >= NAMED_BY_NODE_SINCE ? "" : context.text("name", itemIndex);
      const name = toToolName(own || context.node.name);
      const about = context.text("description", itemIndex);
      return {
        name,
        description: `Answers questions about ${name}. It contains: ${about}. The input is a complete question.`,
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
        async call(args) {
          try {
            const question = toText(args.input ?? args.query);
            const found = await store.search(question, context.number("topK", itemIndex, STANDARD_COUNT));
            return await answerFromDocuments(context, model, question, found);
          } catch (error) {
            return describeToolError(context, error);
          }
        },
      };
    },
  },
};
