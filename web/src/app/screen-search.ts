import type { AgentSort, Category, FrameworkName } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import type { Period } from "@stoa/contract/values";
import { oneOf, type RawSearch, textOf, wholeNumberOf } from "./search-params.ts";

const CATEGORIES = [
  "general",
  "research",
  "analysis",
  "analytics",
  "customer-service",
  "content",
  "automation",
  "finance",
  "healthcare",
  "education",
] as const satisfies readonly Category[];
const FRAMEWORKS = ["langchain", "autogen", "n8n", "stoa"] as const satisfies readonly FrameworkName[];
const SORTS = [
  "most_run",
  "best_rated",
  "newest",
  "cheapest",
  "fastest",
] as const satisfies readonly AgentSort[];
const PERIODS = ["24h", "7d", "30d", "90d"] as const satisfies readonly Period[];
const TABS = ["overview", "usage", "tryit"] as const;

/** Sign-in: the path to return to. */
export function readReturnSearch(raw: RawSearch): { return?: string | undefined } {
  return { return: textOf(raw.return, 2000) };
}

/** The marketplace: filters, and the open agent with its tab. */
export function readMarketSearch(raw: RawSearch) {
  return {
    search: textOf(raw.search, LIMITS.searchMaxLength),
    category: oneOf(raw.category, CATEGORIES),
    framework: oneOf(raw.framework, FRAMEWORKS),
    pricing: oneOf(raw.pricing, ["free", "paid"] as const),
    sort: oneOf(raw.sort, SORTS),
    agent: wholeNumberOf(raw.agent),
    tab: oneOf(raw.tab, TABS),
  };
}

/** An agent's page: its tab. */
export function readAgentSearch(raw: RawSearch) {
  return { tab: oneOf(raw.tab, TABS) };
}

/** The usage logs: period, search, agent, and the cursors of the pages gone through. */
export function readLogsSearch(raw: RawSearch) {
  return {
    period: oneOf(raw.period, PERIODS),
    search: textOf(raw.search, LIMITS.searchMaxLength),
    agent: textOf(raw.agent, LIMITS.searchMaxLength),
    agent_id: wholeNumberOf(raw.agent_id),
    agent_name: textOf(raw.agent_name, LIMITS.agentNameMaxLength),
    page: wholeNumberOf(raw.page),
  };
}
