import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { getChannelId, slackApiGet, slackApiPost, slackApiRequestAllItems } from "./slack-api.ts";

const message = (context: NodeContext, itemIndex: number) => ({
  channel: getChannelId(context, itemIndex),
  timestamp: context.text("timestamp", itemIndex),
});

const createReactionOperation = (method: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => [
    {
      json: await slackApiPost(context, itemIndex, method, {
        ...message(context, itemIndex),
        name: context.text("name", itemIndex).replaceAll(":", ""),
      }),
    },
  ],
});

/** Returns the starred object. Version 1 has it in its options, later versions have it as parameters. */
function getStarredMessage(context: NodeContext, itemIndex: number): JsonObject {
  const options = context.object("options", itemIndex);
  const fields: Record<string, string> = {
    channelId: "channel",
    fileId: "file",
    fileComment: "file_comment",
    timestamp: "timestamp",
  };
  const result: JsonObject = {};
  for (const [field, name] of Object.entries(fields)) {
    const path = context.raw(field) === undefined ? `options.${field}` : field;
    if (path === field || options[field] !== undefined)
      result[name] =
        field === "channelId" ? getChannelId(context, itemIndex, path) : context.text(path, itemIndex);
  }
  return result;
}

const createStarOperation = (method: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => [
    { json: await slackApiPost(context, itemIndex, method, getStarredMessage(context, itemIndex)) },
  ],
});

/** Operations on reactions and stars, in all versions. */
export const REACTIONS_AND_STARS: ServiceOperations = {
  "reaction.add": createReactionOperation("reactions.add"),
  "reaction.remove": createReactionOperation("reactions.remove"),
  "reaction.get": {
    methods: ["POST"],
    paths: ["/reactions.get"],
    each: async (context, itemIndex) => [
      { json: await slackApiGet(context, itemIndex, "reactions.get", message(context, itemIndex)) },
    ],
  },
  "star.add": createStarOperation("stars.add"),
  "star.delete": createStarOperation("stars.remove"),
  "star.getAll": {
    methods: ["POST"],
    paths: ["/stars.list"],
    each: async (context, itemIndex) => {
      const items = await slackApiRequestAllItems(context, itemIndex, {
        method: "stars.list",
        list: "items",
      });
      return items.map((json) => ({ json }));
    },
  },
};
