import type { NodeType } from "../../../model/node-type.ts";
import { aiType } from "../versions.ts";

const STANDARD_COUNT = 4;

export const retrieverVectorStore: NodeType = {
  types: [aiType("retrieverVectorStore")],
  versions: [1],
  supplies: {
    async ai_retriever(context, itemIndex) {
      const [store] = await context.getSubNodes("ai_vectorStore", itemIndex);
      if (!store)
        throw context.failure("A vector store must be connected", { field: "ai_vectorStore", itemIndex });
      const count = context.number("topK", itemIndex, STANDARD_COUNT);
      return { retrieve: (query) => store.search(query, count) };
    },
  },
};
