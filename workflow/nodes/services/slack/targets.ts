import type { JsonValue } from "@stoa/runtime/protocol";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { located, locatedId } from "../resource-locator.ts";

/** `https://app.slack.com/client/T0123/C0123`, or an archive's address. */
const CHANNEL_ADDRESS = /slack\.com\/(?:client\/[^/]+|archives)\/([a-zA-Z0-9]{2,})/;

/** A channel as Slack's methods take it: an id, or a name after `#`. */
export function channelOf(context: NodeContext, itemIndex: number, path = "channelId"): string {
  const { mode, value } = located(context, path, itemIndex);
  if (mode === "name" && value !== "") return value.startsWith("#") ? value : `#${value}`;
  return locatedId(context, path, itemIndex, CHANNEL_ADDRESS);
}

/** A person as Slack's methods take them: an id, or a name after `@`. */
export function userOf(context: NodeContext, itemIndex: number, path = "user"): string {
  const { mode, value } = located(context, path, itemIndex);
  if (mode === "username" && value !== "") return value.startsWith("@") ? value : `@${value}`;
  return locatedId(context, path, itemIndex);
}

/** Several ids as Slack takes them, from a list or from a text that has them already. */
export const joined = (value: JsonValue | undefined): string =>
  Array.isArray(value) ? value.map(toText).join(",") : typeof value === "string" ? value : "";

/** Slack counts time in seconds; n8n's fields hold dates, or what Slack gave. */
export function slackTime(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return value;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? value : String(ms / 1000);
}
