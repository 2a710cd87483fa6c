import { createDescribedNode } from "../create-described-node.ts";
import { byOffset } from "../paging-styles.ts";
import {
  type CollectionNames,
  collection,
  type FieldPart,
  fields,
  json,
  pairs,
  param,
  within,
} from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadValue } from "../service-description.ts";
import { getEntry, getPairs, joinList, toIsoDate, toList, toSnakeCase } from "../value-conversions.ts";

const BY_OFFSET = byOffset("offset", "count", 1_000);

const NAMES: CollectionNames = {
  groupsUi: ["interests", getPairs("groupsValues", "categoryFieldId", "categoryValue")],
  ipOptIn: "ip_opt",
  locationFieldsUi: ["location", getEntry("locationFieldsValues")],
  mergeFieldsUi: ["merge_fields", getPairs("mergeFieldsValues", "name", "value")],
  skipMergeValidation: null,
  tags: ["tags", toList],
  timestampOpt: ["timestamp_opt", toIsoDate],
  timestampSignup: ["timestamp_signup", toIsoDate],
};

/** Reads the parts of a member that are JSON or lists, as the node says. */
const MEMBER_PARTS: FieldPart = (context, itemIndex) =>
  (context.flag("jsonParameters", itemIndex)
    ? fields({
        merge_fields: json("mergeFieldsJson"),
        location: json("locationJson"),
        interests: json("groupJson"),
      })
    : fields(
        within("merge_fields", pairs("mergeFieldsUi.mergeFieldsValues", "name", "value")),
        within("location", collection("locationFieldsUi.locationFieldsValues")),
        within("interests", pairs("groupsUi.groupsValues", "categoryFieldId", "categoryValue")),
      ))(context, itemIndex);

const MEMBER = "/lists/{list}/members/{email}";
const QUERY: CollectionNames = {
  excludeFields: ["exclude_fields", joinList],
  fields: ["fields", joinList],
};

const readTags =
  (status: "active" | "inactive"): ReadValue =>
  (context, itemIndex) =>
    toList(context.parameter("tags", itemIndex) ?? "").map((name) => ({ name, status }));

const createTagging = (status: "active" | "inactive"): OperationDescription => ({
  method: "POST",
  path: `${MEMBER}/tags`,
  body: fields({ tags: readTags(status) }, collection("options", {}, toSnakeCase)),
  output: () => ({ success: true }),
});

const createAction = (action: string): OperationDescription => ({
  method: "POST",
  path: `/campaigns/{campaignId}/actions/${action}`,
});

const list = (path: string, at: string): OperationDescription => ({
  method: "GET",
  path,
  query: fields(collection("options", QUERY, toSnakeCase)),
  list: { at, paging: BY_OFFSET, limit: 500 },
});

const OPERATIONS: OperationTable = {
  "member.create": {
    method: "POST",
    path: "/lists/{list}/members",
    body: fields(
      { email_address: param("email"), status: param("status") },
      collection("options", NAMES, toSnakeCase),
      MEMBER_PARTS,
    ),
  },
  "member.update": {
    method: "PUT",
    path: MEMBER,
    query: fields({ skip_merge_validation: param("updateFields.skipMergeValidation") }),
    body: fields(
      { email_address: param("email") },
      collection("updateFields", NAMES, toSnakeCase),
      MEMBER_PARTS,
    ),
  },
  "member.get": { method: "GET", path: MEMBER, query: fields(collection("options", QUERY, toSnakeCase)) },
  "member.getAll": list("/lists/{list}/members", "members"),
  "member.delete": {
    method: "POST",
    path: `${MEMBER}/actions/delete-permanent`,
    output: () => ({ success: true }),
  },
  "memberTag.create": createTagging("active"),
  "memberTag.delete": createTagging("inactive"),
  "listGroup.getAll": list("/lists/{list}/interest-categories/{groupCategory}/interests", "interests"),
  "campaign.get": { method: "GET", path: "/campaigns/{campaignId}" },
  "campaign.getAll": list("/campaigns", "campaigns"),
  "campaign.delete": { method: "DELETE", path: "/campaigns/{campaignId}" },
  "campaign.replicate": createAction("replicate"),
  "campaign.resend": createAction("create-resend"),
  "campaign.send": { ...createAction("send"), output: () => ({ success: true }) },
};

/** Members and campaigns: https://mailchimp.com/developer/marketing/api/ */
export const MAILCHIMP = createDescribedNode({
  types: ["n8n-nodes-base.mailchimp"],
  versions: [1],
  service: "mailchimp",
  standard: {
    resource: "member",
    operations: { campaign: "getAll", listGroup: "getAll", member: "create", memberTag: "create" },
  },
  operations: OPERATIONS,
});
