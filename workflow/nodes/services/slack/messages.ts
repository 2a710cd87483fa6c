import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { createSendAndWait } from "../send-and-wait.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  getEphemeralUser,
  readMessageContent,
  readMessageContentV1,
  toMessageOptions,
} from "./message-content.ts";
import { getChannelId, getUserId, joinIds, slackApiGet, slackApiPost } from "./slack-api.ts";

/**
 * Returns the recipient. If a file does not choose between a channel and a user, it sets only one of the two
 * parameters.
 */
function getRecipient(context: NodeContext, itemIndex: number): string {
  const { channelId, channel, user } = context.node.parameters;
  const select = context.text("select", itemIndex);
  if (select === "user" || (select === "" && channelId === undefined && user !== undefined))
    return getUserId(context, itemIndex);
  if (channelId === undefined && channel !== undefined) return getChannelId(context, itemIndex, "channel");
  return getChannelId(context, itemIndex);
}

const createSendOperation = (
  post: (context: NodeContext, itemIndex: number) => Promise<JsonObject>,
): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/chat.postMessage", "/chat.postEphemeral"],
  each: async (context, itemIndex) => [{ json: await post(context, itemIndex) }],
});

const post = createSendOperation((context, itemIndex) => {
  const options = context.object("otherOptions", itemIndex);
  const user = getEphemeralUser(options);
  return slackApiPost(context, itemIndex, user === undefined ? "chat.postMessage" : "chat.postEphemeral", {
    channel: getRecipient(context, itemIndex),
    ...readMessageContent(context, itemIndex),
    ...toMessageOptions(options),
    ...(user !== undefined && { user }),
  });
});

const legacyPost = createSendOperation((context, itemIndex) =>
  slackApiPost(context, itemIndex, "chat.postMessage", {
    channel: getChannelId(context, itemIndex, "channel"),
    ...readMessageContentV1(context, itemIndex),
    ...toMessageOptions(context.object("otherOptions", itemIndex)),
    ...(context.raw("as_user") !== undefined && { as_user: context.flag("as_user", itemIndex) }),
  }),
);

const legacyPostEphemeral = createSendOperation((context, itemIndex) =>
  slackApiPost(context, itemIndex, "chat.postEphemeral", {
    channel: getChannelId(context, itemIndex, "channel"),
    user: getUserId(context, itemIndex),
    ...readMessageContentV1(context, itemIndex),
    ...toMessageOptions(context.object("otherOptions", itemIndex)),
  }),
);

/** Slack allows at most 75 characters in a button and 3,000 in a text section. */
const MAX_LABEL = 75;
const MAX_SECTION = 3_000;

const asks = createSendAndWait({
  methods: ["POST"],
  paths: ["/chat.postMessage"],
  send: (context, { message, links }) =>
    slackApiPost(context, 0, "chat.postMessage", {
      channel: getRecipient(context, 0),
      text: message,
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: message.slice(0, MAX_SECTION) } },
        {
          type: "actions",
          elements: links.map(({ label, url }) => ({
            type: "button",
            text: { type: "plain_text", text: label.slice(0, MAX_LABEL) },
            url,
          })),
        },
      ],
    }),
});

const createUpdateOperation = (
  content: (context: NodeContext, itemIndex: number) => JsonObject,
): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/chat.update"],
  each: async (context, itemIndex) => [
    {
      json: await slackApiPost(context, itemIndex, "chat.update", {
        channel: getChannelId(context, itemIndex),
        ts: context.text("ts", itemIndex),
        ...content(context, itemIndex),
        ...toMessageOptions({
          ...context.object("otherOptions", itemIndex),
          ...context.object("updateFields", itemIndex),
        }),
      }),
    },
  ],
});

const remove: ServiceOperation = {
  methods: ["POST"],
  paths: ["/chat.delete"],
  each: async (context, itemIndex) => [
    {
      json: await slackApiPost(context, itemIndex, "chat.delete", {
        channel: getRecipient(context, itemIndex),
        ts: context.text("timestamp", itemIndex),
      }),
    },
  ],
};

const permalink: ServiceOperation = {
  methods: ["POST"],
  paths: ["/chat.getPermalink"],
  each: async (context, itemIndex) => [
    {
      json: await slackApiGet(context, itemIndex, "chat.getPermalink", {
        channel: getChannelId(context, itemIndex),
        message_ts: context.text("timestamp", itemIndex),
      }),
    },
  ],
};

/** Slack's maximum number of results per page of a search. */
const FOUND_PER_PAGE = 100;
/** Slack's last page number. */
const SEARCH_PAGES = 100;

async function searchMessages(context: NodeContext, itemIndex: number): Promise<JsonObject[]> {
  const sort = context.text("sort", itemIndex, "desc");
  const where = joinIds(context.parameter("options.searchChannel", itemIndex))
    .split(",")
    .filter((name) => name !== "")
    .map((name) => ` in:${name}`);
  const wanted = context.flag("returnAll", itemIndex)
    ? Number.POSITIVE_INFINITY
    : context.number("limit", itemIndex, 25);
  const matches: JsonObject[] = [];
  for (let page = 1; page <= SEARCH_PAGES && matches.length < wanted; page += 1) {
    const { messages } = await slackApiGet(context, itemIndex, "search.messages", {
      query: context.text("query", itemIndex) + where.join(""),
      sort: sort === "relevance" ? "score" : "timestamp",
      sort_dir: sort === "asc" ? "asc" : "desc",
      count: Math.min(wanted, FOUND_PER_PAGE),
      page,
    });
    const { matches: some, paging } = isObject(messages) ? messages : ({} as JsonObject);
    if (!Array.isArray(some) || some.length === 0) break;
    matches.push(...some.filter(isObject));
    const pages = isObject(paging) ? paging.pages : undefined;
    if (typeof pages !== "number" || page >= pages) break;
  }
  return matches.slice(0, wanted);
}

const search: ServiceOperation = {
  methods: ["POST"],
  paths: ["/search.messages"],
  each: async (context, itemIndex) => (await searchMessages(context, itemIndex)).map((json) => ({ json })),
};

/** Operations on messages, in version 2. */
export const MESSAGES: ServiceOperations = {
  "message.post": post,
  "message.sendAndWait": asks,
  "message.update": createUpdateOperation(readMessageContent),
  "message.delete": remove,
  "message.getPermalink": permalink,
  "message.search": search,
};

/** Operations on messages, in version 1. */
export const MESSAGES_V1: ServiceOperations = {
  "message.post": legacyPost,
  "message.postEphemeral": legacyPostEphemeral,
  "message.update": createUpdateOperation(readMessageContentV1),
  "message.delete": remove,
  "message.getPermalink": permalink,
};
