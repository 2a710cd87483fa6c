import type { EnvironmentName } from "./environment.ts";

/** httpcore is what httpx sends with; it loads it at the first request. */
const BASE = ["pydantic", "httpx", "httpcore", "openai"] as const;

/**
 * What the documentation of each framework imports at the head of its examples; the first call of each is warmed apart
 * from this. Anthropic's clients are left out: they take 39 MiB and 0.7 s, and runs have no way to Anthropic's
 * protocol.
 */
export const WARM_IMPORTS: Readonly<Record<EnvironmentName, readonly string[]>> = {
  base: BASE,
  langchain: [
    ...BASE,
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
    // Loads numpy, 11 MiB.
    "langchain_core.vectorstores.in_memory",
    "langchain_openai",
    "openai.resources.embeddings",
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
