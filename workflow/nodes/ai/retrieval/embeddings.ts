import { embedded } from "../../../ai/ask-embeddings.ts";
import { modelToAsk, namedModel } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";

/** Nodes that make vectors, with the parameter that names their model. */
const NODES: readonly [type: string, upTo: number, field: string][] = [
  ["embeddingsOpenAi", 1.2, "model"],
  ["embeddingsAzureOpenAi", 1, "model"],
  ["embeddingsGoogleGemini", 1, "modelName"],
  ["embeddingsGoogleVertex", 1, "modelName"],
  ["embeddingsHuggingFaceInference", 1, "modelName"],
  ["embeddingsCohere", 1, "modelName"],
  ["embeddingsOllama", 1, "model"],
  ["embeddingsMistralCloud", 1, "model"],
  ["embeddingsAwsBedrock", 1, "model"],
];

export const EMBEDDINGS: readonly NodeType[] = NODES.map(([type, upTo, field]) => ({
  types: [aiType(type)],
  versions: versions(1, upTo),
  supplies: {
    ai_embedding(context, itemIndex) {
      const model = modelToAsk(context.parameter(field, itemIndex));
      return { embed: (texts) => embedded(context, model, texts) };
    },
  },
  needs: ({ parameters }) => ({ models: [namedModel(parameters[field])] }),
}));
