import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getLocatorId, readResourceLocator } from "../resource-locator.ts";
import { type ServiceQuery, serviceApiRequest } from "../service-call.ts";
import { requestAllItems } from "../service-pagination.ts";

/** Matches `https://app.slack.com/client/T0123/C0123`, or an archive URL. */
const CHANNEL_ADDRESS = /slack\.com\/(?:client\/[^/]+|archives)\/([a-zA-Z0-9]{2,})/;

/** Returns a channel for Slack: an ID, or a name after `#`. */
export function getChannelId(context: NodeContext, itemIndex: number, path = "channelId"): string {
  const { mode, value } = readResourceLocator(context, path, itemIndex);
  if (mode === "name" && value !== "") return value.startsWith("#") ? value : `#${value}`;
  return getLocatorId(context, path, itemIndex, CHANNEL_ADDRESS);
}

/** Returns a user for Slack: an ID, or a name after `@`. */
export function getUserId(context: NodeContext, itemIndex: number, path = "user"): string {
  const { mode, value } = readResourceLocator(context, path, itemIndex);
  if (mode === "username" && value !== "") return value.startsWith("@") ? value : `@${value}`;
  return getLocatorId(context, path, itemIndex);
}

/** Returns comma-separated IDs from a list or a string. */
export const joinIds = (value: JsonValue | undefined): string =>
  Array.isArray(value) ? value.map(toText).join(",") : typeof value === "string" ? value : "";

/**
 * Converts a date, or one of Slack's own timestamps, to Slack's time in seconds. Returns undefined if the value is not
 * set, and text that is not a date unchanged.
 */
export function toSlackTimestamp(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return value;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? value : String(ms / 1000);
}

/** Returns n8n's message for a Slack error. */
function getErrorMessage(context: NodeContext, itemIndex: number, code: string): string {
  if (code === "paid_teams_only")
    return `Your current Slack plan does not include the resource '${context.text("resource", itemIndex, "message")}'`;
  if (code === "missing_scope") return "Your Slack credential is missing required Oauth Scopes";
  if (code === "not_admin") return "Need higher Role Level for this Operation (e.g. Owner or Admin Rights)";
  return `Slack error response: ${JSON.stringify(code)}`;
}

/**
 * Returns the response if the call succeeded.
 * @throws NodeError with n8n's message if the response's body reports an error
 */
function requireOk(context: NodeContext, itemIndex: number, answer: JsonObject): JsonObject {
  if (answer.ok !== false) return answer;
  const code = typeof answer.error === "string" ? answer.error : "unknown_error";
  if (code === "missing_scope" && typeof answer.needed === "string")
    context.log("error", `Slack requires the scope ${answer.needed}`);
  throw context.failure(getErrorMessage(context, itemIndex, code), { itemIndex });
}

/** Renames a message's timestamp, which has another name in n8n. */
function renameTimestamp({ ts, ...others }: JsonObject): JsonObject {
  return ts === undefined ? others : { ...others, message_timestamp: ts };
}

/** Calls a Slack method by GET. @throws NodeError if the call is refused */
export async function slackApiGet(
  context: NodeContext,
  itemIndex: number,
  method: string,
  query: ServiceQuery = {},
): Promise<JsonObject> {
  const answer = await serviceApiRequest(context, itemIndex, {
    service: "slack",
    method: "GET",
    path: `/${method}`,
    query,
  });
  return renameTimestamp(requireOk(context, itemIndex, isObject(answer) ? answer : {}));
}

/** Calls a Slack method by POST. @throws NodeError if the call is refused */
export async function slackApiPost(
  context: NodeContext,
  itemIndex: number,
  method: string,
  body: JsonObject,
): Promise<JsonObject> {
  const answer = await serviceApiRequest(context, itemIndex, {
    service: "slack",
    method: "POST",
    path: `/${method}`,
    body,
  });
  return renameTimestamp(requireOk(context, itemIndex, isObject(answer) ? answer : {}));
}

/** Slack's maximum number of entries per page. */
const PAGE = 200;

/** Returns a paginated list up to the node's limit. @throws NodeError if Slack refuses */
export function slackApiRequestAllItems(
  context: NodeContext,
  itemIndex: number,
  {
    method,
    list,
    query = {},
    limit = 50,
  }: { method: string; list: string; query?: ServiceQuery; limit?: number },
): Promise<JsonObject[]> {
  const maxEntries = context.flag("returnAll", itemIndex)
    ? Number.POSITIVE_INFINITY
    : context.number("limit", itemIndex, limit);
  return requestAllItems(
    context,
    itemIndex,
    {
      service: "slack",
      method: "GET",
      path: `/${method}`,
      query: { ...query, limit: Math.min(maxEntries, PAGE) },
    },
    {
      list: (answer) => {
        const entries = requireOk(context, itemIndex, answer)[list];
        return Array.isArray(entries)
          ? entries.map((entry) => (isObject(entry) ? entry : { member: entry }))
          : undefined;
      },
      next: ({ response_metadata: metadata }, call) => {
        const cursor = isObject(metadata) ? metadata.next_cursor : undefined;
        return typeof cursor === "string" && cursor !== ""
          ? { ...call, query: { ...call.query, cursor } }
          : undefined;
      },
    },
    maxEntries,
  );
}

/** Returns a response's property if it is an object, otherwise the complete response. */
export function getResponseProperty(answer: JsonObject, name: string): JsonObject {
  const part = answer[name];
  return isObject(part) ? part : answer;
}
