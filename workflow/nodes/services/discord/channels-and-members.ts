import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { parseFieldNames } from "../../core/fields/field-path.ts";
import { getLocatorId, readResourceLocator } from "../resource-locator.ts";
import { encodePathPart } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  DONE,
  discordApiRequest,
  discordApiRequestAllItems,
  discordApiRequestItem,
  getChannelId,
  getGuildId,
} from "./discord-api.ts";

/** Returns the channel's options, keyed by their names in Discord's API. */
function getChannelOptions(context: NodeContext, itemIndex: number): JsonObject {
  const { categoryId, ...options } = context.object("options", itemIndex);
  const { value: category } = readResourceLocator(context, "options.categoryId", itemIndex);
  return { ...options, ...(categoryId !== undefined && category !== "" && { parent_id: category }) };
}

const CHANNEL = ["/channels/*"];

const createChannelOperation = (
  method: "GET" | "DELETE" | "PATCH",
  buildBody?: (context: NodeContext, itemIndex: number) => JsonObject,
): ServiceOperation => ({
  methods: [method],
  paths: CHANNEL,
  each: async (context, itemIndex) => [
    {
      json: await discordApiRequestItem(context, itemIndex, {
        method,
        path: `/channels/${getChannelId(context, itemIndex)}`,
        ...(buildBody && { body: buildBody(context, itemIndex) }),
      }),
    },
  ],
});

const createChannel: ServiceOperation = {
  methods: ["POST"],
  paths: ["/guilds/*/channels"],
  each: async (context, itemIndex) => [
    {
      json: await discordApiRequestItem(context, itemIndex, {
        method: "POST",
        path: `/guilds/${getGuildId(context, itemIndex)}/channels`,
        body: {
          name: context.text("name", itemIndex),
          type: context.number("type", itemIndex, 0),
          ...getChannelOptions(context, itemIndex),
        },
      }),
    },
  ],
};

/** Returns all channels at once, because Discord does not paginate them. */
const getChannels: ServiceOperation = {
  methods: ["GET"],
  paths: ["/guilds/*/channels"],
  each: async (context, itemIndex) => {
    const path = `/guilds/${getGuildId(context, itemIndex)}/channels`;
    const answer = await discordApiRequest(context, itemIndex, { method: "GET", path });
    const types = parseFieldNames(context.parameter("options.filter", itemIndex));
    const found = (Array.isArray(answer) ? answer.filter(isObject) : []).filter(
      ({ type }) => types.length === 0 || types.includes(toText(type)),
    );
    const limit = context.flag("returnAll", itemIndex)
      ? found.length
      : context.number("limit", itemIndex, 100);
    return found.slice(0, limit).map((json) => ({ json }));
  },
};

const getUser = ({ user }: JsonObject): JsonObject => (isObject(user) ? user : {});

const getMembers: ServiceOperation = {
  methods: ["GET"],
  paths: ["/guilds/*/members"],
  each: async (context, itemIndex) => {
    const members = await discordApiRequestAllItems(context, itemIndex, {
      path: `/guilds/${getGuildId(context, itemIndex)}/members`,
      page: 100,
      after: (last) => ({ after: toText(getUser(last).id) }),
    });
    const isSimple = context.flag("options.simplify", itemIndex);
    return members.map((member) => ({
      json: isSimple ? { user: member.user ?? null, roles: member.roles ?? [] } : member,
    }));
  },
};

const createRoleOperation = (method: "PUT" | "DELETE"): ServiceOperation => ({
  methods: [method],
  paths: ["/guilds/*/members/*/roles/*"],
  each: async (context, itemIndex) => {
    const user = encodePathPart(getLocatorId(context, "userId", itemIndex));
    const member = `/guilds/${getGuildId(context, itemIndex)}/members/${user}`;
    for (const role of parseFieldNames(context.parameter("role", itemIndex)))
      await discordApiRequest(context, itemIndex, {
        method,
        path: `${member}/roles/${encodePathPart(role)}`,
      });
    return [DONE];
  },
});

/** Channels and members of servers. */
export const CHANNELS_AND_MEMBERS: ServiceOperations = {
  "channel.create": createChannel,
  "channel.delete": createChannelOperation("DELETE"),
  "channel.get": createChannelOperation("GET"),
  "channel.getAll": getChannels,
  "channel.update": createChannelOperation("PATCH", (context, itemIndex) => {
    const name = context.text("name", itemIndex);
    return { ...(name !== "" && { name }), ...getChannelOptions(context, itemIndex) };
  }),
  "member.getAll": getMembers,
  "member.roleAdd": createRoleOperation("PUT"),
  "member.roleRemove": createRoleOperation("DELETE"),
};
