import type { EnvironmentName } from "./environment.ts";

const BASE = ["pydantic", "httpx", "openai", "anthropic"] as const;

/** What the documentation of each framework imports at the head of its examples; rarer modules cost their first user. */
export const WARM_IMPORTS: Readonly<Record<EnvironmentName, readonly string[]>> = {
  base: BASE,
  langchain: [
    ...BASE,
    "langchain",
    "langchain.agents",
    "langchain.chat_models",
    "langchain.tools",
    "langchain_core.messages",
    "langchain_core.output_parsers",
    "langchain_core.prompts",
    "langchain_core.runnables",
    "langchain_core.tools",
    "langchain_core.vectorstores",
    "langchain_openai",
    "langchain_anthropic",
    "langchain_text_splitters",
    "langgraph.checkpoint.memory",
    "langgraph.graph",
    "langgraph.prebuilt",
  ],
  autogen: [
    ...BASE,
    "autogen_agentchat.agents",
    "autogen_agentchat.conditions",
    "autogen_agentchat.messages",
    "autogen_agentchat.teams",
    "autogen_agentchat.ui",
    "autogen_core.models",
    "autogen_core.tools",
    "autogen_ext.models.openai",
  ],
};
