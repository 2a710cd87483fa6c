import type { NodeType } from "../../model/node-type.ts";
import { agent, agentTool } from "./agents/agent.ts";

import { chatAnswer } from "./agents/chat.ts";
import { chainLlm } from "./chains/chain-llm.ts";
import { chainRetrievalQa } from "./chains/chain-retrieval-qa.ts";
import { chainSummarization } from "./chains/chain-summarization.ts";
import { informationExtractor } from "./chains/information-extractor.ts";
import { sentimentAnalysis } from "./chains/sentiment-analysis.ts";
import { textClassifier } from "./chains/text-classifier.ts";
import { CHAT_MEMORIES } from "./memory/chat-memories.ts";
import { memoryManager } from "./memory/memory-manager.ts";
import { CHAT_MODELS } from "./models/chat-models.ts";
import {
  outputParserAutofixing,
  outputParserItemList,
  outputParserStructured,
} from "./parsers/output-parsers.ts";
import { documentDefaultDataLoader } from "./retrieval/document-loader.ts";
import { EMBEDDINGS } from "./retrieval/embeddings.ts";
import { TEXT_SPLITTERS } from "./retrieval/text-splitters.ts";
import { VECTOR_SERVICES } from "./retrieval/vector-services.ts";
import { VECTOR_STORE_IN_MEMORY } from "./retrieval/vector-store-in-memory.ts";
import { retrieverVectorStore } from "./retrieval/vector-store-node.ts";

import { mcpClient, mcpClientTool } from "./tools/mcp-client.ts";

import { TEXT_TOOLS } from "./tools/text-tools.ts";
import { toolHttpRequest } from "./tools/tool-http-request.ts";
import { toolVectorStore } from "./tools/tool-vector-store.ts";
import { toolWorkflow } from "./tools/tool-workflow.ts";
import { anthropic } from "./vendors/anthropic.ts";
import { googleGemini } from "./vendors/google-gemini.ts";
import { openAi } from "./vendors/openai.ts";
import { openAiBase } from "./vendors/openai-base.ts";

export { convertNodeToTool } from "./tools/node-as-tool.ts";

/** AI nodes: models, agents, chains, tools, memory and retrieval. */
export const AI_NODES: readonly NodeType[] = [
  ...CHAT_MODELS,
  agent,
  agentTool,
  chatAnswer,
  chainLlm,
  chainRetrievalQa,
  chainSummarization,
  informationExtractor,
  sentimentAnalysis,
  textClassifier,
  outputParserStructured,
  outputParserAutofixing,
  outputParserItemList,
  ...CHAT_MEMORIES,
  memoryManager,
  ...TEXT_TOOLS,
  toolHttpRequest,
  toolWorkflow,
  toolVectorStore,
  mcpClient,
  mcpClientTool,
  documentDefaultDataLoader,
  ...TEXT_SPLITTERS,
  ...EMBEDDINGS,
  ...VECTOR_STORE_IN_MEMORY,
  ...VECTOR_SERVICES,
  retrieverVectorStore,
  anthropic,
  googleGemini,
  openAi,
  openAiBase,
];
