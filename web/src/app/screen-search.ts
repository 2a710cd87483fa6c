import { LIMITS } from "@stoa/contract/limits";
import { AGENT_TABS } from "../features/agent/agent-tab-names.ts";
import { TOPICS } from "../features/notifications/notification-topics.ts";
import { oneOf, type RawSearch, textOf, wholeNumberOf } from "./search-params.ts";

/** No filter value is longer. The screens check the values against the contract. */
const CHOICE_MAX_LENGTH = 40;
/** The maximum length of a host name, plus a port. */
const HOST_MAX_LENGTH = 259;

/** Reads the search parameters of sign-in: the path to return to. */
export function readReturnSearch(raw: RawSearch): { return?: string | undefined } {
  return { return: textOf(raw.return, 2000) };
}

/**
 * Returns the path to return to. Only a path on this server is accepted, so that a forged link cannot send users
 * elsewhere.
 */
export function safeReturn(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : "/dashboard";
}

/** Reads the search parameters of the redirect from Google and GitHub; the contract validates them again. */
export function readProviderSearch(raw: RawSearch) {
  return {
    state: textOf(raw.state, 200),
    code: textOf(raw.code, 2048),
    iss: textOf(raw.iss, 200),
    error: textOf(raw.error, 200),
  };
}

/** Reads the search parameters of the redirect from a service; its state is sealed and therefore longer. */
export function readConsentSearch(raw: RawSearch) {
  return { ...readProviderSearch(raw), state: textOf(raw.state, 1000) };
}

/** Reads the search parameters of the marketplace: filters, and the open agent with its tab. */
export function readMarketSearch(raw: RawSearch) {
  return {
    search: textOf(raw.search, LIMITS.searchMaxLength),
    category: textOf(raw.category, CHOICE_MAX_LENGTH),
    framework: textOf(raw.framework, CHOICE_MAX_LENGTH),
    model: textOf(raw.model, LIMITS.modelNameMaxLength),
    pricing: textOf(raw.pricing, CHOICE_MAX_LENGTH),
    sort: textOf(raw.sort, CHOICE_MAX_LENGTH),
    favourites: oneOf(raw.favourites, ["true"]),
    need: textOf(raw.need, LIMITS.recommendationQueryMaxLength),
    max_price: textOf(raw.max_price, CHOICE_MAX_LENGTH),
    compare: textOf(raw.compare, CHOICE_MAX_LENGTH),
    agent: wholeNumberOf(raw.agent),
    tab: oneOf(raw.tab, AGENT_TABS),
  };
}

/** Reads the two agents that run on one message. */
export function readSideBySideSearch(raw: RawSearch) {
  const [left, right] = [wholeNumberOf(raw.left), wholeNumberOf(raw.right)];
  return { left, right: right === left ? undefined : right };
}

/** Reads the ids of the compared agents, separated by commas. */
export function readCompareSearch(raw: RawSearch) {
  return { agents: textOf(raw.agents, CHOICE_MAX_LENGTH) };
}

/** Reads the search parameters of a developer's page: the order of their agents, and the open agent with its tab. */
export function readDeveloperSearch(raw: RawSearch) {
  return {
    sort: textOf(raw.sort, CHOICE_MAX_LENGTH),
    agent: wholeNumberOf(raw.agent),
    tab: oneOf(raw.tab, AGENT_TABS),
  };
}

/** Reads the search parameters of an agent's page: its tab, and the run that is open in Try It. */
export function readAgentSearch(raw: RawSearch) {
  return { tab: oneOf(raw.tab, AGENT_TABS), run: textOf(raw.run, CHOICE_MAX_LENGTH) };
}

/** Reads the search parameters of the notifications page: the topic, and whether only unread ones show. */
export function readNotificationSearch(raw: RawSearch) {
  return { topic: oneOf(raw.topic, TOPICS), unread: oneOf(raw.unread, ["true"]) };
}

/**
 * Reads the search parameters of all Settings tabs. Usage logs: period, search, agent, outcome, page and open run.
 * Billing: filters and open receipt. Connectors: the service to add. API: the section, and the open webhook or
 * schedule.
 */
export function readSettingsSearch(raw: RawSearch) {
  return {
    period: textOf(raw.period, CHOICE_MAX_LENGTH),
    search: textOf(raw.search, LIMITS.searchMaxLength),
    agent: textOf(raw.agent, LIMITS.searchMaxLength),
    agent_id: wholeNumberOf(raw.agent_id),
    agent_name: textOf(raw.agent_name, LIMITS.agentNameMaxLength),
    status: oneOf(raw.status, ["success", "error"]),
    page: wholeNumberOf(raw.page),
    kind: textOf(raw.kind, CHOICE_MAX_LENGTH),
    month: textOf(raw.month, CHOICE_MAX_LENGTH),
    entry: textOf(raw.entry, CHOICE_MAX_LENGTH),
    part: textOf(raw.part, CHOICE_MAX_LENGTH),
    webhook: textOf(raw.webhook, CHOICE_MAX_LENGTH),
    schedule: textOf(raw.schedule, CHOICE_MAX_LENGTH),
    run: textOf(raw.run, CHOICE_MAX_LENGTH),
    connect: textOf(raw.connect, HOST_MAX_LENGTH),
    plan: oneOf(raw.plan, ["free", "creator", "business"]),
  };
}
