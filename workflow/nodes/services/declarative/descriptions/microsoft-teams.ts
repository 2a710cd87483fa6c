import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { callService, encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byNextUrl } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, locator, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { toIsoDate, toList, toNumber } from "../value-conversions.ts";

const CHANNELS = "/v1.0/teams/{teamId}/channels";
const MESSAGES = `${CHANNELS}/{channelId}/messages`;
const CHAT = "/v1.0/chats/{chatId}/messages";
const BY_NEXT_LINK = byNextUrl("@odata.nextLink");
/** Lists of messages have pages of at most 50 entries. */
const BY_MESSAGE_LINK = byNextUrl("@odata.nextLink", "$top", 50);

/** Reads a message. Its type has another name since version 2. */
const readMessage: ReadFields = (context, itemIndex) => ({
  body: {
    contentType: context.text(context.node.version < 2 ? "messageType" : "contentType", itemIndex, "text"),
    content: context.text("message", itemIndex),
  },
});

const noMentions: OperationDescription["unsupported"] = ({ parameters: { mentions } }) =>
  isObject(mentions) && Array.isArray(mentions.mention) && mentions.mention.length > 0
    ? "mentions are not supported. Remove them from the message"
    : undefined;

const list = (path: string, paging = BY_NEXT_LINK): OperationDescription => ({
  method: "GET",
  path,
  list: { at: "value", paging, limit: 100 },
});

const CHANNELS_AND_MESSAGES: OperationTable = {
  "channel.create": {
    method: "POST",
    path: CHANNELS,
    body: fields({ displayName: param("name") }, collection("options", { type: "membershipType" })),
  },
  "channel.get": { method: "GET", path: `${CHANNELS}/{channelId}` },
  "channel.getAll": list(CHANNELS),
  "channel.update": {
    method: "PATCH",
    path: `${CHANNELS}/{channelId}`,
    body: fields(
      { displayName: param("name") },
      collection("options"),
      collection("updateFields", { name: "displayName" }),
    ),
    output: () => ({ success: true }),
  },
  "channel.delete": { method: "DELETE", path: `${CHANNELS}/{channelId}` },
  "channel.deleteChannel": { method: "DELETE", path: `${CHANNELS}/{channelId}` },
  "channelMessage.create": [
    {
      when: (context, itemIndex) => context.text("options.makeReply", itemIndex) !== "",
      method: "POST",
      path: `${MESSAGES}/{message}/replies`,
      pathValues: { message: param("options.makeReply") },
      body: readMessage,
      unsupported: noMentions,
    },
    { method: "POST", path: MESSAGES, body: readMessage },
  ],
  "channelMessage.get": { method: "GET", path: `${MESSAGES}/{messageId}` },
  "channelMessage.getAll": list(MESSAGES, BY_MESSAGE_LINK),
  "channelMessage.getAllReplies": list(`${MESSAGES}/{messageId}/replies`, BY_MESSAGE_LINK),
  "channelMessage.reply": { method: "POST", path: `${MESSAGES}/{messageId}/replies`, body: readMessage },
  "chatMessage.create": { method: "POST", path: CHAT, body: readMessage, unsupported: noMentions },
  "chatMessage.get": { method: "GET", path: `${CHAT}/{messageId}` },
  "chatMessage.getAll": list(CHAT, BY_MESSAGE_LINK),
};

const TASK: CollectionNames = {
  assignedTo: [
    "assignments",
    (user) => ({
      [toText(user)]: { "@odata.type": "microsoft.graph.plannerAssignment", orderHint: " !" },
    }),
  ],
  dueDateTime: ["dueDateTime", toIsoDate],
  groupId: null,
  labels: ["appliedCategories", (labels) => Object.fromEntries(toList(labels).map((label) => [label, true]))],
  percentComplete: ["percentComplete", toNumber],
};

/** Changes or deletes a task. Planner requires the version of the task that is changed. */
const changeTask = (method: "PATCH" | "DELETE"): ServiceOperation => ({
  methods: ["GET", method],
  paths: ["/v1.0/planner/tasks/*"],
  each: async (context, itemIndex) => {
    const path = `/v1.0/planner/tasks/${encodePathPart(getLocatorId(context, "taskId", itemIndex))}`;
    const call = { service: "microsoft", path } as const;
    const task = (await serviceApiRequest(context, itemIndex, { ...call, method: "GET" })) as JsonObject;
    await callService(context, itemIndex, {
      ...call,
      method,
      headers: { "if-match": toText(task["@odata.etag"]) },
      ...(method === "PATCH" && { body: fields(collection("updateFields", TASK))(context, itemIndex) }),
    });
    return [{ json: { success: true } }];
  },
});

const isForPlan: OperationDescription["when"] = (context, itemIndex) =>
  context.text("tasksFor", itemIndex, "member") === "plan";

const TASKS: OperationTable = {
  "task.create": {
    method: "POST",
    path: "/v1.0/planner/tasks",
    body: fields(
      { planId: locator("planId"), bucketId: locator("bucketId"), title: param("title") },
      collection("options", TASK),
      collection("additionalFields", TASK),
    ),
  },
  "task.get": { method: "GET", path: "/v1.0/planner/tasks/{taskId}" },
  "task.getAll": [
    { ...list("/v1.0/planner/plans/{planId}/tasks"), when: isForPlan },
    {
      ...list("/v1.0/users/{memberId}/planner/tasks"),
      when: (context, itemIndex) => locator("memberId")(context, itemIndex) !== undefined,
    },
    list("/v1.0/me/planner/tasks"),
  ],
  "task.update": changeTask("PATCH"),
  "task.delete": changeTask("DELETE"),
  "task.deleteTask": changeTask("DELETE"),
};

/** Channels, messages and tasks: https://learn.microsoft.com/en-us/graph/api/resources/teams-api-overview */
export const MICROSOFT_TEAMS = createDescribedNode({
  types: ["n8n-nodes-base.microsoftTeams"],
  versions: [1, 1.1, 2],
  service: "microsoft",
  standard: {
    resource: "channel",
    operations: { channel: "create", channelMessage: "create", chatMessage: "create", task: "create" },
  },
  addresses: { teamId: /[?&]groupId=([0-9a-f-]{36})/i, channelId: /\/l\/channel\/([^/?]+)/ },
  operations: { ...CHANNELS_AND_MESSAGES, ...TASKS },
  unsupported: ({ parameters: { authentication } }) =>
    authentication === "microsoftEntraServicePrincipalApi"
      ? "service principals are not supported. Use the account of the person who runs the agent"
      : undefined,
});
