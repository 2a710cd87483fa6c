import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import {
  getResponseProperty,
  getUserId,
  slackApiGet,
  slackApiPost,
  slackApiRequestAllItems,
} from "./slack-api.ts";

const createReadOperation = (method: string, part?: string): ServiceOperation => ({
  methods: ["POST"],
  paths: [`/${method}`],
  each: async (context, itemIndex) => {
    const answer = await slackApiGet(context, itemIndex, method, { user: getUserId(context, itemIndex) });
    return [{ json: part === undefined ? answer : getResponseProperty(answer, part) }];
  },
});

const getAll: ServiceOperation = {
  methods: ["POST"],
  paths: ["/users.list"],
  each: async (context, itemIndex) => {
    const members = await slackApiRequestAllItems(context, itemIndex, {
      method: "users.list",
      list: "members",
    });
    return members.map((json) => ({ json }));
  },
};

const getFirst = (value: JsonValue | undefined): JsonObject => {
  const entry = Array.isArray(value) ? value[0] : value;
  return isObject(entry) ? entry : {};
};

/** Converts a number or a date to the Unix time in seconds at which a status expires. 0 means that it never expires. */
function toExpiration(value: JsonValue | undefined): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value === "") return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.floor(Date.parse(value) / 1000);
  return Number.isNaN(seconds) ? 0 : seconds;
}

/** Returns a user's profile from the form. */
function toProfile(fields: JsonObject): JsonObject {
  const { status, customFieldUi, user: _, ...plain } = fields;
  const profile: JsonObject = { ...plain };
  if (isObject(status)) {
    const { status_expiration: until, ...set } = getFirst(status.set_status);
    Object.assign(profile, set, { status_expiration: toExpiration(until) });
  }
  if (isObject(customFieldUi) && Array.isArray(customFieldUi.customFieldValues)) {
    const values = customFieldUi.customFieldValues.filter(isObject);
    profile.fields = Object.fromEntries(
      values.map(({ id, value = "", alt = "" }) => [toText(id), { value, alt }]),
    );
  }
  return profile;
}

const createUpdateOperation = (path: string): ServiceOperation => ({
  methods: ["POST"],
  paths: ["/users.profile.set"],
  each: async (context, itemIndex) => {
    const fields = context.object(path, itemIndex);
    const answer = await slackApiPost(context, itemIndex, "users.profile.set", {
      profile: toProfile(fields),
      ...(typeof fields.user === "string" && fields.user !== "" && { user: fields.user }),
    });
    return [{ json: getResponseProperty(answer, "profile") }];
  },
});

/** The operations on profiles, which are a separate resource in version 1. */
const legacyProfile: ServiceOperation = {
  methods: ["POST"],
  paths: ["/users.profile.get"],
  each: async (context: NodeContext, itemIndex: number) => {
    const { includeLabels, user } = context.object("additionalFields", itemIndex);
    const answer = await slackApiGet(context, itemIndex, "users.profile.get", {
      ...(includeLabels !== undefined && { include_labels: includeLabels === true }),
      ...(typeof user === "string" && user !== "" && { user }),
    });
    return [{ json: getResponseProperty(answer, "profile") }];
  },
};

const BOTH: ServiceOperations = {
  "user.info": createReadOperation("users.info", "user"),
  "user.getPresence": createReadOperation("users.getPresence"),
};

/** Operations on users, in version 2. */
export const USERS: ServiceOperations = {
  ...BOTH,
  "user.getAll": getAll,
  "user.getProfile": createReadOperation("users.profile.get", "profile"),
  "user.updateProfile": createUpdateOperation("options"),
};

/** Operations on users, in version 1. */
export const USERS_V1: ServiceOperations = {
  ...BOTH,
  "userProfile.get": legacyProfile,
  "userProfile.update": createUpdateOperation("additionalFields"),
};
