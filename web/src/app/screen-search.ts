import { LIMITS } from "@stoa/contract/limits";
import { AGENT_TABS } from "../features/agent/agent-tab-names.ts";
import { TOPICS } from "../features/notifications/notification-topics.ts";
import { AGENT_PARTS, SHOWN_AGENTS, SPANS } from "../features/studio/studio-names.ts";
import { parseChoice, parseText, parseWholeNumber, type RawSearch } from "./search-params.ts";

/** The maximum number of characters of a filter value. The screens check the values against the contract. */
const CHOICE_MAX_LENGTH = 40;
/** The maximum length of a host name with a port. */
const HOST_MAX_LENGTH = 259;

/** Reads the search parameter of the sign-in pages: the path to return to. */
export function readReturnSearch(raw: RawSearch): { return?: string | undefined } {
  return { return: parseText(raw.return, 2000) };
}

/**
 * Returns the path to return to. Only a path on this server is accepted, so that a forged link cannot send users
 * elsewhere.
 */
export function parseReturnPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : "/dashboard";
}

/** Reads the search parameters of the redirect from Google and GitHub; the contract validates them again. */
export function readProviderSearch(raw: RawSearch) {
  return {
    state: parseText(raw.state, 200),
    code: parseText(raw.code, 2048),
    iss: parseText(raw.iss, 200),
    error: parseText(raw.error, 200),
  };
}

/** Reads the search parameters of the redirect from a service. Its state is encrypted and therefore longer. */
export function readConsentSearch(raw: RawSearch) {
  return { ...readProviderSearch(raw), state: parseText(raw.state, 1000) };
}

/** Reads the code of a program that waits for its login. */
export function readDeviceLoginSearch(raw: RawSearch) {
  return { code: parseText(raw.code, CHOICE_MAX_LENGTH) };
}

/** Reads the search parameters of the marketplace: filters, and the open agent with its tab. */
export function readMarketSearch(raw: RawSearch) {
  return {
    search: parseText(raw.search, LIMITS.searchMaxLength),
    category: parseText(raw.category, CHOICE_MAX_LENGTH),
    framework: parseText(raw.framework, CHOICE_MAX_LENGTH),
    model: parseText(raw.model, LIMITS.modelNameMaxLength),
    pricing: parseText(raw.pricing, CHOICE_MAX_LENGTH),
    sort: parseText(raw.sort, CHOICE_MAX_LENGTH),
    favourites: parseChoice(raw.favourites, ["true"]),
    need: parseText(raw.need, LIMITS.recommendationQueryMaxLength),
    max_price: parseText(raw.max_price, CHOICE_MAX_LENGTH),
    compare: parseText(raw.compare, CHOICE_MAX_LENGTH),
    agent: parseWholeNumber(raw.agent),
    tab: parseChoice(raw.tab, AGENT_TABS),
  };
}

/** Reads the ids of the two agents to run side by side. The second id is dropped if it equals the first. */
export function readSideBySideSearch(raw: RawSearch) {
  const [left, right] = [parseWholeNumber(raw.left), parseWholeNumber(raw.right)];
  return { left, right: right === left ? undefined : right };
}

/** Reads the ids of the compared agents, separated by commas. */
export function readCompareSearch(raw: RawSearch) {
  return { agents: parseText(raw.agents, CHOICE_MAX_LENGTH) };
}

/** Reads the search parameters of a developer's page: the order of their agents, and the open agent with its tab. */
export function readDeveloperSearch(raw: RawSearch) {
  return {
    sort: parseText(raw.sort, CHOICE_MAX_LENGTH),
    agent: parseWholeNumber(raw.agent),
    tab: parseChoice(raw.tab, AGENT_TABS),
  };
}

/** Reads the search parameters of an agent's page: its tab, the open chat, and the run that is open in Try It. */
export function readAgentSearch(raw: RawSearch) {
  return {
    tab: parseChoice(raw.tab, AGENT_TABS),
    chat: parseText(raw.chat, CHOICE_MAX_LENGTH),
    run: parseText(raw.run, CHOICE_MAX_LENGTH),
  };
}

/** Reads the search parameters of the list of chats: its search, and the agent. */
export function readChatsSearch(raw: RawSearch) {
  return { search: parseText(raw.search, LIMITS.searchMaxLength), agent: parseWholeNumber(raw.agent) };
}

/** Reads the search parameters of the notifications page: the topic, and whether to show only unread notifications. */
export function readNotificationSearch(raw: RawSearch) {
  return { topic: parseChoice(raw.topic, TOPICS), unread: parseChoice(raw.unread, ["true"]) };
}

/**
 * Reads the search parameters of all Settings tabs. Usage logs: period, search, agent, outcome, page and open run.
 * Billing: filters and open receipt. Connectors: the service to add. API: the section, and the open webhook or
 * schedule.
 */
export function readSettingsSearch(raw: RawSearch) {
  return {
    period: parseText(raw.period, CHOICE_MAX_LENGTH),
    search: parseText(raw.search, LIMITS.searchMaxLength),
    agent: parseText(raw.agent, LIMITS.searchMaxLength),
    agent_id: parseWholeNumber(raw.agent_id),
    agent_name: parseText(raw.agent_name, LIMITS.agentNameMaxLength),
    status: parseChoice(raw.status, ["success", "error"]),
    page: parseWholeNumber(raw.page),
    kind: parseText(raw.kind, CHOICE_MAX_LENGTH),
    month: parseText(raw.month, CHOICE_MAX_LENGTH),
    entry: parseText(raw.entry, CHOICE_MAX_LENGTH),
    part: parseText(raw.part, CHOICE_MAX_LENGTH),
    webhook: parseText(raw.webhook, CHOICE_MAX_LENGTH),
    schedule: parseText(raw.schedule, CHOICE_MAX_LENGTH),
    run: parseText(raw.run, CHOICE_MAX_LENGTH),
    connect: parseText(raw.connect, HOST_MAX_LENGTH),
    plan: parseChoice(raw.plan, ["free", "creator", "business"]),
  };
}

/**
 * Reads the search parameters of the studio: the list's filters, the expanded agent and its section, the period of
 * the figures, and the open dialog.
 */
export function readStudioSearch(raw: RawSearch) {
  return {
    search: parseText(raw.search, LIMITS.searchMaxLength),
    show: parseChoice(raw.show, SHOWN_AGENTS),
    agent: parseWholeNumber(raw.agent),
    part: parseChoice(raw.part, AGENT_PARTS),
    days: parseChoice(raw.days, SPANS),
    open: parseChoice(raw.open, ["upload", "playground"]),
    play: parseWholeNumber(raw.play),
  };
}
