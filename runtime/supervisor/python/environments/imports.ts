import type { EnvironmentName } from "./environment.ts";

/** Modules that the parents of all environments import. httpx loads httpcore only at the first request. */
const COMMON = ["pydantic", "httpx", "httpcore", "openai"] as const;

/**
 * The imports in the examples of each framework's documentation. The first call of each library is warmed up
 * separately. A parent should stay below 150 MiB. Anthropic's client takes 39 MiB and 0.7 s, so parents of frameworks
 * that rarely use it do not import it. Many agents fetch pages, for which requests and Beautiful Soup take 14 MiB and
 * 0.07 s. Runs that need other packages import them themselves: numpy takes 11 MiB and 0.08 s, pandas 45 MiB and 0.3 s,
 * matplotlib 43 MiB and 0.6 s.
 */
export const WARM_IMPORTS: Readonly<Record<EnvironmentName, readonly string[]>> = {
  base: [...COMMON, "anthropic", "requests", "bs4"],
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
