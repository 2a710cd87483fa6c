import { findLiteralModelName, getModelName } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import { readModelOptions } from "./model-options.ts";

interface ModelNode {
  type: string;
  upTo: number;
  /** The parameter that names the model. */
  field: string;
}

/** The chat model nodes. All of them call the model through Stoa's gateway, whichever vendor offers it. */
const NODES: readonly ModelNode[] = [
  { type: "lmChatOpenAi", upTo: 1.3, field: "model" },
  { type: "lmOpenAi", upTo: 1, field: "model" },
  { type: "lmChatAnthropic", upTo: 1.4, field: "model" },
  { type: "lmChatGoogleGemini", upTo: 1.1, field: "modelName" },
  { type: "lmChatGoogleVertex", upTo: 1, field: "modelName" },
  { type: "lmChatOpenRouter", upTo: 1, field: "model" },
  { type: "lmChatAzureOpenAi", upTo: 1, field: "model" },
  { type: "lmChatDeepSeek", upTo: 1, field: "model" },
  { type: "lmChatGroq", upTo: 1, field: "model" },
  { type: "lmChatMistralCloud", upTo: 1, field: "model" },
  { type: "lmChatOllama", upTo: 1, field: "model" },
  { type: "lmOllama", upTo: 1, field: "model" },
  { type: "lmChatXAiGrok", upTo: 1, field: "model" },
  { type: "lmChatAwsBedrock", upTo: 1.1, field: "model" },
  { type: "lmChatCohere", upTo: 1, field: "model" },
  { type: "lmCohere", upTo: 1, field: "model" },
  { type: "lmChatVercelAiGateway", upTo: 1, field: "model" },
  { type: "lmOpenHuggingFaceInference", upTo: 1, field: "model" },
];

function createModelNode({ type, upTo, field }: ModelNode): NodeType {
  return {
    types: [toAiTypeNames(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_languageModel: (context, itemIndex) => ({
        model: getModelName(context.parameter(field, itemIndex)),
        ...readModelOptions(context, itemIndex),
      }),
    },
    needs: ({ parameters }) => ({ models: [findLiteralModelName(parameters[field])] }),
  };
}

export const CHAT_MODELS: readonly NodeType[] = NODES.map(createModelNode);
