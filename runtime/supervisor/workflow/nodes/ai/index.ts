import type { NodeType } from "../../model/node-type.ts";
import { agent } from "./agents/agent.ts";
import { agentTool } from "./agents/agent-tool.ts";
import { chainLlm } from "./chains/chain-llm.ts";
import { CHAT_MEMORIES } from "./memory/chat-memories.ts";
import { memoryManager } from "./memory/memory-manager.ts";
import { CHAT_MODELS } from "./models/chat-models.ts";
import {
  outputParserAutofixing,
  outputParserItemList,
  outputParserStructured,
} from "./parsers/output-parsers.ts";

export { asTool } from "./tools/node-as-tool.ts";

/** Models, what asks them, and what they are given to do it with. */
export const AI_NODES: readonly NodeType[] = [
  ...CHAT_MODELS,
  agent,
  agentTool,
  chainLlm,
  outputParserStructured,
  outputParserAutofixing,
  outputParserItemList,
  ...CHAT_MEMORIES,
  memoryManager,
];
