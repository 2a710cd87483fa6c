import { chosenText, namedModel } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";
import { modelSettings } from "./model-settings.ts";

interface ModelNode {
  type: string;
  upTo: number;
  /** The parameter that names the model. */
  field: string;
  /** What the node takes where its file names none. */
  standard: string;
}

/** Nodes that choose a model. Whoever makes it, it is asked of Stoa's gateway. */
const NODES: readonly ModelNode[] = [
  { type: "lmChatOpenAi", upTo: 1.3, field: "model", standard: "gpt-4o-mini" },
  { type: "lmOpenAi", upTo: 1, field: "model", standard: "gpt-3.5-turbo-instruct" },
  { type: "lmChatAnthropic", upTo: 1.4, field: "model", standard: "claude-sonnet-4-5" },
  { type: "lmChatGoogleGemini", upTo: 1.1, field: "modelName", standard: "gemini-2.5-flash" },
  { type: "lmChatGoogleVertex", upTo: 1, field: "modelName", standard: "gemini-2.5-flash" },
  { type: "lmChatOpenRouter", upTo: 1, field: "model", standard: "openai/gpt-4.1-mini" },
  { type: "lmChatAzureOpenAi", upTo: 1, field: "model", standard: "default" },
  { type: "lmChatDeepSeek", upTo: 1, field: "model", standard: "deepseek-chat" },
  { type: "lmChatGroq", upTo: 1, field: "model", standard: "llama3-8b-8192" },
  { type: "lmChatMistralCloud", upTo: 1, field: "model", standard: "mistral-small" },
  { type: "lmChatOllama", upTo: 1, field: "model", standard: "llama3.2" },
  { type: "lmOllama", upTo: 1, field: "model", standard: "llama3.2" },
  { type: "lmChatXAiGrok", upTo: 1, field: "model", standard: "grok-2-vision-1212" },
  { type: "lmChatAwsBedrock", upTo: 1.1, field: "model", standard: "default" },
  { type: "lmChatCohere", upTo: 1, field: "model", standard: "command-a-03-2025" },
  { type: "lmCohere", upTo: 1, field: "model", standard: "default" },
  { type: "lmChatVercelAiGateway", upTo: 1, field: "model", standard: "openai/gpt-4o" },
  { type: "lmOpenHuggingFaceInference", upTo: 1, field: "model", standard: "default" },
];

function modelNode({ type, upTo, field, standard }: ModelNode): NodeType {
  return {
    types: [aiType(type)],
    versions: versions(1, upTo),
    supplies: {
      ai_languageModel: (context, itemIndex) => ({
        model: chosenText(context.parameter(field, itemIndex)).trim() || standard,
        ...modelSettings(context, itemIndex),
      }),
    },
    needs: ({ parameters }) => ({ models: [namedModel(parameters[field], standard)] }),
  };
}

export const CHAT_MODELS: readonly NodeType[] = NODES.map(modelNode);
