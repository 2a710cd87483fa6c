import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  getChannelId,
  getResponseProperty,
  getUserId,
  joinIds,
  slackApiGet,
  slackApiPost,
  slackApiRequestAllItems,
  toSlackTimestamp,
} from "./slack-api.ts";

type Body = (context: NodeContext, itemIndex: number) => JsonObject;

/** Creates an operation that changes a channel. The operation returns the response, or the channel in the response. */
const createChangeOperation = (method: string, more: Body = () => ({}), part?: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => {
    const answer = await slackApiPost(context, itemIndex, method, {
      channel: getChannelId(context, itemIndex),
      ...more(context, itemIndex),
    });
    return [{ json: part === undefined ? answer : getResponseProperty(answer, part) }];
  },
});

/** Creates a channel. The parameter `channelId` contains its name. */
const create: ServiceOperation = {
  methods: ["POST"],
  paths: ["/conversations.create"],
  each: async (context, itemIndex) => {
    const { isPrivate, users } = context.object("additionalFields", itemIndex);
    const answer = await slackApiPost(context, itemIndex, "conversations.create", {
      name: getChannelId(context, itemIndex).replace(/^#/, ""),
      is_private: context.text("channelVisibility", itemIndex, "public") === "private" || isPrivate === true,
      ...(users !== undefined && { users: joinIds(users) }),
    });
    return [{ json: getResponseProperty(answer, "channel") }];
  },
};

const get: ServiceOperation = {
  methods: ["POST"],
  paths: ["/conversations.info"],
  each: async (context, itemIndex) => {
    const { includeNumMembers } = context.object("options", itemIndex);
    const answer = await slackApiGet(context, itemIndex, "conversations.info", {
      channel: getChannelId(context, itemIndex),
      ...(includeNumMembers === true && { include_num_members: true }),
    });
    return [{ json: getResponseProperty(answer, "channel") }];
  },
};

const getAll: ServiceOperation = {
  methods: ["POST"],
  paths: ["/conversations.list"],
  each: async (context, itemIndex) => {
    const { types, excludeArchived } = context.object("filters", itemIndex);
    const channels = await slackApiRequestAllItems(context, itemIndex, {
      method: "conversations.list",
      list: "channels",
      query: {
        ...(types !== undefined && { types: joinIds(types) }),
        ...(excludeArchived !== undefined && { exclude_archived: excludeArchived === true }),
      },
    });
    return channels.map((json) => ({ json }));
  },
};

/** Creates an operation that lists messages of a channel, or replies to a message. */
const messages = (method: string, more: (context: NodeContext, itemIndex: number) => { ts?: string }) =>
  ({
    methods: ["POST"],
    paths: [`/${method}`],
    each: async (context, itemIndex) => {
      const { inclusive, latest, oldest } = context.object("filters", itemIndex);
      const found = await slackApiRequestAllItems(context, itemIndex, {
        method,
        list: "messages",
        query: {
          channel: getChannelId(context, itemIndex),
          ...more(context, itemIndex),
          ...(inclusive !== undefined && { inclusive: inclusive === true }),
          latest: toSlackTimestamp(latest),
          oldest: toSlackTimestamp(oldest),
        },
      });
      return found.map((json) => ({ json }));
    },
  }) satisfies ServiceOperation;

/** Lists the members of a channel, as IDs or as users. */
const member: ServiceOperation = {
  methods: ["POST"],
  paths: ["/conversations.members", "/users.info"],
  each: async (context, itemIndex) => {
    const members = await slackApiRequestAllItems(context, itemIndex, {
      method: "conversations.members",
      list: "members",
      query: { channel: getChannelId(context, itemIndex) },
      limit: 100,
    });
    if (!context.flag("resolveData", itemIndex)) return members.map((json) => ({ json }));
    const people: JsonObject[] = [];
    for (const { member: user } of members)
      people.push(
        getResponseProperty(
          await slackApiGet(context, itemIndex, "users.info", { user: toText(user) }),
          "user",
        ),
      );
    return people.map((json) => ({ json }));
  },
};

/** Opens a conversation with one or more users. */
const open: ServiceOperation = {
  methods: ["POST"],
  paths: ["/conversations.open"],
  each: async (context, itemIndex) => {
    const { channelId, returnIm, users } = context.object("options", itemIndex);
    const answer = await slackApiPost(context, itemIndex, "conversations.open", {
      ...(channelId !== undefined && { channel: getChannelId(context, itemIndex, "options.channelId") }),
      ...(returnIm !== undefined && { return_im: returnIm === true }),
      ...(users !== undefined && { users: joinIds(users) }),
    });
    return [{ json: getResponseProperty(answer, "channel") }];
  },
};

const getText =
  (path: string, name = path): Body =>
  (context, itemIndex) => ({ [name]: context.text(path, itemIndex) });

/** Operations on channels, in all versions. */
export const CHANNELS: ServiceOperations = {
  "channel.archive": createChangeOperation("conversations.archive"),
  "channel.close": createChangeOperation("conversations.close"),
  "channel.create": create,
  "channel.get": get,
  "channel.getAll": getAll,
  "channel.history": messages("conversations.history", () => ({})),
  "channel.invite": createChangeOperation(
    "conversations.invite",
    (context, itemIndex) => ({ users: joinIds(context.parameter("userIds", itemIndex)) }),
    "channel",
  ),
  "channel.join": createChangeOperation("conversations.join", undefined, "channel"),
  "channel.kick": createChangeOperation("conversations.kick", (context, itemIndex) => ({
    user: getUserId(context, itemIndex, "userId"),
  })),
  "channel.leave": createChangeOperation("conversations.leave"),
  "channel.member": member,
  "channel.open": open,
  "channel.rename": createChangeOperation("conversations.rename", getText("name"), "channel"),
  "channel.replies": messages("conversations.replies", (context, itemIndex) => ({
    ts: context.text("ts", itemIndex),
  })),
  "channel.setPurpose": createChangeOperation("conversations.setPurpose", getText("purpose")),
  "channel.setTopic": createChangeOperation("conversations.setTopic", getText("topic")),
  "channel.unarchive": createChangeOperation("conversations.unarchive"),
};
