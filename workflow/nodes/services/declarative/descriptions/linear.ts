import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { createDescribedNode } from "../create-described-node.ts";
import type { PagingStyle } from "../paging-styles.ts";
import { collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, ReadFields } from "../service-description.ts";
import { getAtPath } from "../value-at-path.ts";
import { toNumber } from "../value-conversions.ts";

const ISSUE =
  "id identifier url title priority description dueDate createdAt archivedAt " +
  "assignee { id displayName } state { id name } creator { id displayName } cycle { id name }";

/** Creates an operation of Linear's GraphQL API. */
const ask = (query: string, variables: ReadFields, output: string): OperationDescription => ({
  method: "POST",
  path: "/graphql",
  body: (context, itemIndex) => ({ query, variables: variables(context, itemIndex) }),
  output: `data.${output}`,
});

const PAGE = 50;

/** The variables of the next request contain the cursor of the page. */
const BY_VARIABLES: PagingStyle = {
  first: (call, limit) => withVariables(call.body, { first: Math.min(limit, PAGE) }, call),
  next: ({ answer }, call) => {
    const page = getAtPath(answer, "data.issues.pageInfo");
    if (!isObject(page) || page.hasNextPage !== true) return undefined;
    return withVariables(call.body, { after: page.endCursor ?? null }, call);
  },
};

function withVariables<Call>(body: JsonValue | undefined, more: JsonObject, call: Call): Call {
  const before = isObject(body) && isObject(body.variables) ? body.variables : {};
  return { ...call, body: { ...(isObject(body) ? body : {}), variables: { ...before, ...more } } };
}

const NAMES = { priorityId: ["priority", toNumber] } as const;

/** Returns the message of the first error; errors of Linear's API have the status 200 or 400. */
function findError({ errors }: JsonObject): string | undefined {
  const first = Array.isArray(errors) ? errors[0] : undefined;
  if (!isObject(first)) return undefined;
  const shown = getAtPath(first, "extensions.userPresentableMessage");
  const { message } = first;
  return typeof shown === "string" ? shown : typeof message === "string" ? message : "unknown error";
}

/** Issues and comments: https://linear.app/developers/graphql */
export const LINEAR = createDescribedNode({
  types: ["n8n-nodes-base.linear"],
  versions: [1, 1.1],
  service: "linear",
  standard: { resource: "issue", operations: { comment: "addComment", issue: "create" } },
  findError,
  operations: {
    "issue.create": ask(
      `mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`,
      fields({
        input: fields(
          { teamId: param("teamId"), title: param("title") },
          collection("additionalFields", NAMES),
        ),
      }),
      "issueCreate.issue",
    ),
    "issue.update": ask(
      `mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`,
      fields({ id: param("issueId"), input: fields(collection("updateFields", NAMES)) }),
      "issueUpdate.issue",
    ),
    "issue.get": ask(
      `query ($id: String!) { issue(id: $id) { ${ISSUE} } }`,
      fields({ id: param("issueId") }),
      "issue",
    ),
    "issue.getAll": {
      ...ask(
        `query ($first: Int, $after: String) { issues(first: $first, after: $after) { nodes { ${ISSUE} } pageInfo { hasNextPage endCursor } } }`,
        fields({}),
        "issues",
      ),
      list: { at: "data.issues.nodes", paging: BY_VARIABLES },
    },
    "issue.delete": ask(
      "mutation ($id: String!) { issueDelete(id: $id) { success } }",
      fields({ id: param("issueId") }),
      "issueDelete",
    ),
    "issue.addLink": ask(
      "mutation ($issueId: String!, $url: String!) { attachmentLinkURL(issueId: $issueId, url: $url) { success } }",
      fields({ issueId: param("issueId"), url: param("link") }),
      "attachmentLinkURL",
    ),
    "comment.addComment": ask(
      "mutation ($input: CommentCreateInput!) { commentCreate(input: $input) { success comment { id } } }",
      fields({
        input: fields(
          { issueId: param("issueId"), body: param("comment") },
          collection("additionalFields", { parentId: "parentId" }),
        ),
      }),
      "commentCreate",
    ),
  },
});
