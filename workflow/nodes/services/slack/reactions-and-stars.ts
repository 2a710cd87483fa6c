import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { getChannelId, slackApiGet, slackApiPost, slackApiRequestAllItems } from "./slack-api.ts";

const message = (context: NodeContext, itemIndex: number) => ({
  channel: getChannelId(context, itemIndex),
  timestamp: context.text("timestamp", itemIndex),
});

const reacts = (method: string): ServiceOperation => ({
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

/** The starred object: version 1 has it in its options, later versions as parameters. */
function starred(context: NodeContext, itemIndex: number): JsonObject {
  const options = context.object("options", itemIndex);
  const fields: Record<string, string> = {
    channelId: "channel",
    fileId: "file",
    fileComment: "file_comment",
    timestamp: "timestamp",
  };
  const made: JsonObject = {};
  for (const [field, name] of Object.entries(fields)) {
    const path = context.raw(field) === undefined ? `options.${field}` : field;
    if (path === field || options[field] !== undefined)
      made[name] =
        field === "channelId" ? getChannelId(context, itemIndex, path) : context.text(path, itemIndex);
  }
  return made;
}

const stars = (method: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => [
    { json: await slackApiPost(context, itemIndex, method, starred(context, itemIndex)) },
  ],
});

/** Operations on reactions and stars, in all versions. */
export const REACTIONS_AND_STARS: ServiceOperations = {
  "reaction.add": reacts("reactions.add"),
  "reaction.remove": reacts("reactions.remove"),
  "reaction.get": {
    methods: ["POST"],
    paths: ["/reactions.get"],
    each: async (context, itemIndex) => [
      { json: await slackApiGet(context, itemIndex, "reactions.get", message(context, itemIndex)) },
    ],
  },
  "star.add": stars("stars.add"),
  "star.delete": stars("stars.remove"),
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
