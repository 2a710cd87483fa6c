import { expect } from "vitest";
import { testDescribedService } from "../described-service.fixture.ts";
import { LINEAR } from "./linear.ts";

const query = (part: string) => expect.stringContaining(part);
const GRAPHQL = "POST /graphql";

testDescribedService("Linear", LINEAR, "linear", {
  cases: [
    {
      name: "creates an issue with additional fields",
      version: 1.1,
      parameters: {
        teamId: "t1",
        title: "Fix tea",
        additionalFields: { description: "It is cold", priorityId: "2", stateId: "s1" },
      },
      replies: [
        { body: { data: { issueCreate: { success: true, issue: { id: "i1", title: "Fix tea" } } } } },
      ],
      asks: [
        [
          GRAPHQL,
          {
            query: query("issueCreate(input: $input)"),
            variables: {
              input: {
                teamId: "t1",
                title: "Fix tea",
                description: "It is cold",
                priority: 2,
                stateId: "s1",
              },
            },
          },
        ],
      ],
      gives: [{ id: "i1", title: "Fix tea" }],
    },
    {
      name: "returns all issues, page by page",
      version: 1,
      parameters: { operation: "getAll", returnAll: true },
      replies: [
        {
          body: {
            data: { issues: { nodes: [{ id: "i1" }], pageInfo: { hasNextPage: true, endCursor: "c" } } },
          },
        },
        { body: { data: { issues: { nodes: [{ id: "i2" }], pageInfo: { hasNextPage: false } } } } },
      ],
      asks: [
        [GRAPHQL, { query: query("issues(first"), variables: { first: 50 } }],
        [GRAPHQL, { query: query("issues(first"), variables: { first: 50, after: "c" } }],
      ],
      gives: [{ id: "i1" }, { id: "i2" }],
    },
    {
      name: "updates an issue",
      version: 1,
      parameters: { operation: "update", issueId: "i1", updateFields: { title: "New" } },
      replies: [{ body: { data: { issueUpdate: { success: true, issue: { id: "i1" } } } } }],
      asks: [[GRAPHQL, { query: query("issueUpdate"), variables: { id: "i1", input: { title: "New" } } }]],
      gives: [{ id: "i1" }],
    },
    {
      name: "adds a comment",
      version: 1.1,
      parameters: { resource: "comment", issueId: "i1", comment: "Done", additionalFields: {} },
      replies: [{ body: { data: { commentCreate: { success: true, comment: { id: "c1" } } } } }],
      asks: [
        [GRAPHQL, { query: query("commentCreate"), variables: { input: { issueId: "i1", body: "Done" } } }],
      ],
      gives: [{ success: true, comment: { id: "c1" } }],
    },
  ],
  refused: {
    version: 1.1,
    parameters: { operation: "get", issueId: "nobody" },
    reply: {
      body: {
        errors: [
          {
            message: "Entity not found",
            extensions: { userPresentableMessage: "Could not find referenced Issue." },
          },
        ],
      },
    },
    reason: "Could not find referenced Issue.",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "project", operation: "get" },
    reason: "the operation 'get' of the resource 'project' is not supported",
  },
});
