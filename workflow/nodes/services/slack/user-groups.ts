import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { getResponseProperty, joinIds, slackApiGet, slackApiPost } from "./slack-api.ts";

/** Returns the optional fields, whose names differ between the versions. */
function getOptions(context: NodeContext, itemIndex: number): JsonObject {
  const forms = ["additionalFields", "options", "Options", "option", "updateFields"];
  const merged: JsonObject = {};
  for (const form of forms) Object.assign(merged, context.object(form, itemIndex));
  const { channelIds, channels = channelIds, ...others } = merged;
  return { ...others, ...(channels !== undefined && { channels: joinIds(channels) }) };
}

const createChangeOperation = (
  method: string,
  fields: (context: NodeContext, itemIndex: number) => JsonObject,
): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => {
    const answer = await slackApiPost(context, itemIndex, method, {
      ...fields(context, itemIndex),
      ...getOptions(context, itemIndex),
    });
    return [{ json: getResponseProperty(answer, "usergroup") }];
  },
});

const group = (context: NodeContext, itemIndex: number): JsonObject => ({
  usergroup: context.text("userGroupId", itemIndex),
});

const getAll: ServiceOperation = {
  methods: ["POST"],
  paths: ["/usergroups.list"],
  each: async (context, itemIndex) => {
    const flags = Object.entries(getOptions(context, itemIndex)).map(
      ([name, value]) => [name, value === true] as const,
    );
    const { usergroups } = await slackApiGet(
      context,
      itemIndex,
      "usergroups.list",
      Object.fromEntries(flags),
    );
    const all = Array.isArray(usergroups) ? (usergroups as JsonObject[]) : [];
    const limit = context.flag("returnAll", itemIndex) ? all.length : context.number("limit", itemIndex, 100);
    return all.slice(0, limit).map((json) => ({ json }));
  },
};

/** Operations on user groups, in all versions. */
export const USER_GROUPS: ServiceOperations = {
  "userGroup.create": createChangeOperation("usergroups.create", (context, itemIndex) => ({
    name: context.text("name", itemIndex),
  })),
  "userGroup.enable": createChangeOperation("usergroups.enable", group),
  "userGroup.disable": createChangeOperation("usergroups.disable", group),
  "userGroup.update": createChangeOperation("usergroups.update", group),
  "userGroup.getAll": getAll,
};
