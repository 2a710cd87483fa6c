import { isObject } from "../../../../model/is-object.ts";
import { getLocatorId, readResourceLocator } from "../../resource-locator.ts";
import { encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode, done } from "../create-described-node.ts";
import { byCursor, byOffset } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, json, locator, param, within } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { joinList, toList } from "../value-conversions.ts";
import { API, JIRA_ATTACHMENTS_AND_USERS } from "./jira-attachments-and-users.ts";

const ISSUE = `${API}/issue/{issueKey}`;

const ISSUE_FIELDS: CollectionNames = {
  assignee: "assignee.id",
  componentIds: ["components", (value) => toList(value).map((id) => ({ id }))],
  customFieldsUi: null,
  issueType: "issuetype.id",
  labels: ["labels", toList],
  parentIssueKey: "parent.key",
  priority: "priority.id",
  reporter: "reporter.id",
  serverLabels: ["labels", toList],
  statusId: null,
  updateHistory: null,
};

/** Custom fields are selected in a locator since n8n 1.0. */
const readCustomFields =
  (path: string): ReadFields =>
  (context, itemIndex) =>
    Object.fromEntries(
      context
        .list(`${path}.customFieldsUi.customFieldsValues`, itemIndex)
        .filter(isObject)
        .flatMap(({ fieldId, fieldValue = "" }) => {
          const id = isObject(fieldId) ? fieldId.value : fieldId;
          return typeof id === "string" && id !== "" ? [[id, fieldValue]] : [];
        }),
    );

const readIssue = (path: string) => fields(collection(path, ISSUE_FIELDS), readCustomFields(path));

/** Changes an issue, then moves it to another status. */
const updateIssue: ServiceOperation = {
  methods: ["PUT", "POST"],
  paths: [`${API}/issue/*`, `${API}/issue/*/transitions`],
  each: async (context, itemIndex) => {
    const path = `${API}/issue/${encodePathPart(getLocatorId(context, "issueKey", itemIndex))}`;
    const changed = readIssue("updateFields")(context, itemIndex);
    await serviceApiRequest(context, itemIndex, {
      service: "jira",
      method: "PUT",
      path,
      body: { fields: changed },
    });
    const { value: id } = readResourceLocator(context, "updateFields.statusId", itemIndex);
    if (id !== "")
      await serviceApiRequest(context, itemIndex, {
        service: "jira",
        method: "POST",
        path: `${path}/transitions`,
        body: { transition: { id } },
      });
    return [{ json: { success: true } }];
  },
};

const ISSUE_QUERY = fields(
  collection("additionalFields", {
    expand: ["expand", joinList],
    fieldsByKey: "fieldsByKeys",
    properties: "properties",
  }),
);

/** Jira refuses searches of all issues, so a node without JQL finds all issues since the epoch. */
const ALL_ISSUES = 'created >= "1970-01-01"';

const readRecipients =
  (path: string): ReadFields =>
  (context, itemIndex) => {
    const { users, groups, reporter, assignee, watchers, voters } = context.object(path, itemIndex);
    return {
      ...(users !== undefined && { users: toList(users).map((accountId) => ({ accountId })) }),
      ...(groups !== undefined && { groups: toList(groups).map((name) => ({ name })) }),
      ...Object.fromEntries(
        Object.entries({ reporter, assignee, watchers, voters }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
    };
  };

const ISSUES: OperationTable = {
  "issue.create": {
    method: "POST",
    path: `${API}/issue`,
    body: fields({
      fields: fields(
        {
          "project.id": locator("project"),
          "issuetype.id": locator("issueType"),
          summary: param("summary"),
        },
        readIssue("additionalFields"),
      ),
    }),
  },
  "issue.update": updateIssue,
  "issue.get": {
    method: "GET",
    path: ISSUE,
    query: fields(ISSUE_QUERY, { updateHistory: param("additionalFields.updateHistory") }),
    unsupported: ({ parameters }) =>
      parameters.simplifyOutput === true ? "the option 'Simplify' is not supported. Turn it off" : undefined,
  },
  "issue.getAll": {
    method: "POST",
    path: `${API}/search/jql`,
    body: fields({
      jql: param("options.jql", undefined, ALL_ISSUES),
      fields: param("options.fields", toList, "*navigable"),
      expand: param("options.expand", joinList),
      fieldsByKeys: param("options.fieldsByKey"),
    }),
    list: {
      at: "issues",
      paging: byCursor({
        cursor: "nextPageToken",
        at: "nextPageToken",
        size: "maxResults",
        max: 100,
        inBody: true,
      }),
    },
  },
  "issue.delete": {
    method: "DELETE",
    path: ISSUE,
    query: fields({ deleteSubtasks: param("deleteSubtasks", undefined, false) }),
  },
  "issue.changelog": {
    method: "GET",
    path: `${ISSUE}/changelog`,
    list: { at: "values", paging: byOffset("startAt", "maxResults", 100) },
  },
  "issue.transitions": {
    method: "GET",
    path: `${ISSUE}/transitions`,
    query: fields(collection("additionalFields", { skipRemoteOnlyCondition: "skipRemoteOnlyCondition" })),
    output: "transitions",
  },
  "issue.notify": {
    method: "POST",
    path: `${ISSUE}/notify`,
    body: fields(collection("additionalFields"), {
      to: (context, itemIndex) =>
        context.flag("jsonParameters", itemIndex)
          ? json("notificationRecipientsJson")(context, itemIndex)
          : readRecipients("notificationRecipientsUi.notificationRecipientsValues")(context, itemIndex),
      restrict: json("notificationRecipientsRestrictionsJson"),
    }),
    output: done,
  },
};

const COMMENT: OperationDescription = {
  method: "POST",
  path: `${ISSUE}/comment`,
  query: fields(collection("options", { wikiMarkup: null })),
  body: fields(
    { body: (context, itemIndex) => context.text("comment", itemIndex) },
    within("visibility", collection("options.visibility")),
  ),
  unsupported: ({ parameters }) =>
    parameters.jsonParameters === true
      ? "comments as JSON documents are not supported. Write the comment as text"
      : undefined,
};

const COMMENTS: OperationTable = {
  "issueComment.add": COMMENT,
  "issueComment.update": { ...COMMENT, method: "PUT", path: `${ISSUE}/comment/{commentId}` },
  "issueComment.get": {
    method: "GET",
    path: `${ISSUE}/comment/{commentId}`,
    query: fields(collection("options")),
  },
  "issueComment.getAll": {
    method: "GET",
    path: `${ISSUE}/comment`,
    query: fields(collection("options")),
    list: { at: "comments", paging: byOffset("startAt", "maxResults", 100) },
  },
  "issueComment.remove": { method: "DELETE", path: `${ISSUE}/comment/{commentId}` },
};

/** Issues, comments and users: https://developer.atlassian.com/cloud/jira/platform/rest/v2/ */
export const JIRA = createDescribedNode({
  types: ["n8n-nodes-base.jira"],
  versions: [1],
  service: "jira",
  standard: {
    resource: "issue",
    operations: { issue: "create", issueAttachment: "add", issueComment: "add", user: "create" },
  },
  operations: { ...ISSUES, ...COMMENTS, ...JIRA_ATTACHMENTS_AND_USERS },
});
