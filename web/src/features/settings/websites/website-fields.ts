import type { CreatePublishableKeyRequest, PublishableKey } from "@stoa/contract/publishable-keys";
import { WIDGET_LIMITS } from "@stoa/contract/widget-limits";

/** A publishable key as form values. */
export interface WebsiteFields {
  readonly name: string;
  /** The number of the agent, or the address of its page. */
  readonly agent: string;
  /** Origins, one per line. */
  readonly origins: string;
  readonly perDay: string;
  readonly perMessage: string;
  readonly visitorMessages: string;
}

export const emptyWebsite: WebsiteFields = {
  name: "",
  agent: "",
  origins: "",
  perDay: "1",
  perMessage: String(WIDGET_LIMITS.perMessageUsd),
  visitorMessages: String(WIDGET_LIMITS.visitorMessages),
};

/** Returns the form values of a key. */
export function toWebsiteFields(key: PublishableKey): WebsiteFields {
  return {
    name: key.name,
    agent: String(key.agent_id),
    origins: key.origins.join("\n"),
    perDay: String(key.limit_per_day),
    perMessage: String(key.limit_per_message),
    visitorMessages: String(key.visitor_messages),
  };
}

/** Returns the number of an agent from a text: its number, or the address of its page. 0 if there is none. */
export function readAgentNumber(text: string): number {
  const [, number = "0"] = /(?:^|\/agent\/)(\d{1,9})(?:[/?#]|$)/.exec(text.trim()) ?? [];
  return Number(number);
}

/** Returns the origins in a text. A pasted address of a page counts as its origin. */
export function readOrigins(text: string): string[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== "");
  return lines.map((line) => {
    const url = URL.parse(/^https?:\/\//.test(line) ? line : `https://${line}`);
    return url === null || url.origin === "null" ? line : url.origin;
  });
}

export type WebsiteProblems = Partial<Record<keyof WebsiteFields, string>>;

/** Returns what is wrong with the form, by field. The server checks the same, and more. */
export function findWebsiteProblems(fields: WebsiteFields): WebsiteProblems {
  const problems: { -readonly [Name in keyof WebsiteFields]?: string } = {};
  const origins = readOrigins(fields.origins);
  if (fields.name.trim() === "") problems.name = "A name is required";
  if (readAgentNumber(fields.agent) === 0) problems.agent = "Enter the number of an agent, such as 12";
  if (origins.length === 0) problems.origins = "At least one website is required";
  if (origins.length > WIDGET_LIMITS.origins)
    problems.origins = `A key can have at most ${WIDGET_LIMITS.origins} websites`;
  if (!isAmount(fields.perDay, 0))
    problems.perDay = `Enter an amount from 0 to ${WIDGET_LIMITS.maxPerDayUsd} USD`;
  if (!isAmount(fields.perMessage, Number.MIN_VALUE)) problems.perMessage = "Enter an amount above 0 USD";
  const messages = Number(fields.visitorMessages);
  if (!Number.isInteger(messages) || messages < 1 || messages > WIDGET_LIMITS.visitorMessagesMax)
    problems.visitorMessages = `Enter a number from 1 to ${WIDGET_LIMITS.visitorMessagesMax}`;
  return problems;
}

function isAmount(text: string, least: number): boolean {
  const usd = text.trim() === "" ? Number.NaN : Number(text);
  return usd >= least && usd <= WIDGET_LIMITS.maxPerDayUsd;
}

/** Returns the form as a request. Check first that it has no problems. */
export function toKeyRequest(fields: WebsiteFields): CreatePublishableKeyRequest {
  return {
    name: fields.name.trim(),
    agent_id: readAgentNumber(fields.agent),
    origins: readOrigins(fields.origins),
    limit_per_day: Number(fields.perDay),
    limit_per_message: Number(fields.perMessage),
    visitor_messages: Number(fields.visitorMessages),
  };
}

/** Returns the script tag that embeds an agent. */
export function createScriptTag(
  store: string,
  { agent_id, publishable_key }: Pick<PublishableKey, "agent_id" | "publishable_key">,
): string {
  return `<script src="${store}/widget.js" data-agent="${agent_id}"\n  data-key="${publishable_key}" async></script>`;
}
