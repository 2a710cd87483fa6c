import type { EnvironmentName } from "./environment.ts";

/** httpcore is what httpx sends with; it loads it at the first request. */
const COMMON = ["pydantic", "httpx", "httpcore", "openai"] as const;

/**
 * What the documentation of each framework imports at the head of its examples; the first call of each is warmed apart
 * from this. A parent is to stay below 150 MiB: Anthropic's client takes 39 of them and 0.7 s, so it is left out where
 * a framework is rarely used with it; numpy takes 11 and 0.05 s, so it is left to the runs that compute.
 */
export const WARM_IMPORTS: Readonly<Record<EnvironmentName, readonly string[]>> = {
  base: [...COMMON, "anthropic"],
  langchain: [
    ...COMMON,
    "langchain",
    "langchain.agents",
    "langchain.chat_models",
    "langchain.tools",
    "langchain_classic.chains",
    "langchain_core.documents",
    "langchain_core.embeddings",
    "langchain_core.messages",
    "langchain_core.output_parsers",
    "langchain_core.prompts",
    "langchain_core.retrievers",
    "langchain_core.runnables",
    "langchain_core.tools",
    "langchain_anthropic",
    "langchain_openai",
    "openai.resources.embeddings",
    "langchain_text_splitters",
    "langgraph.checkpoint.memory",
    "langgraph.graph",
    "langgraph.prebuilt",
  ],
  autogen: [
    ...COMMON,
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
