import { embedded } from "../../../ai/ask-embeddings.ts";
import { chosenText, namedModel } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";

/** Nodes that make vectors, with the parameter that names their model, and the model where it names none. */
const NODES: readonly [type: string, upTo: number, field: string, standard: string][] = [
  ["embeddingsOpenAi", 1.2, "model", "text-embedding-3-small"],
  ["embeddingsAzureOpenAi", 1, "model", "text-embedding-3-small"],
  ["embeddingsGoogleGemini", 1, "modelName", "text-embedding-004"],
  ["embeddingsGoogleVertex", 1, "modelName", "text-embedding-005"],
  ["embeddingsHuggingFaceInference", 1, "modelName", "sentence-transformers/distilbert-base-nli-mean-tokens"],
  ["embeddingsCohere", 1, "modelName", "embed-english-v2.0"],
  ["embeddingsOllama", 1, "model", "llama3.2"],
  ["embeddingsMistralCloud", 1, "model", "mistral-embed"],
  ["embeddingsAwsBedrock", 1, "model", "amazon.titan-embed-text-v1"],
];

export const EMBEDDINGS: readonly NodeType[] = NODES.map(([type, upTo, field, standard]) => ({
  types: [aiType(type)],
  versions: versions(1, upTo),
  supplies: {
    ai_embedding(context, itemIndex) {
      const model = chosenText(context.parameter(field, itemIndex)).trim() || standard;
      return { embed: (texts) => embedded(context, model, texts) };
    },
  },
  needs: ({ parameters }) => ({ models: [namedModel(parameters[field], standard)] }),
}));
