import { expect, it } from "vitest";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { testDescribedService } from "../described-service.fixture.ts";
import { JIRA } from "./jira.ts";

const chosen = (value: string) => ({ __rl: true, mode: "list", value, cachedResultName: "x" });

it("attaches a file to an issue", async () => {
  const { gateway, requests } = createScriptedService([{ body: [{ id: "1", filename: "a.txt" }] }]);
  const { outputs } = await runNode({
    type: JIRA,
    version: 1,
    parameters: { resource: "issueAttachment", issueKey: "TEA-1" },
    items: [
      { json: {}, binary: { data: { bytes: Buffer.from("ab"), mimeType: "text/plain", fileName: "a.txt" } } },
    ],
    services: { gateway },
  });
  expect(outputs[0]).toEqual([{ id: "1", filename: "a.txt" }]);
  expect(requests[0]?.path).toBe("/rest/api/2/issue/TEA-1/attachments");
  expect(requests[0]?.bytes.toString()).toContain('name="file"; filename="a.txt"');
});

testDescribedService("Jira", JIRA, "jira", {
  cases: [
    {
      name: "creates an issue with additional fields",
      version: 1,
      parameters: {
        project: chosen("10000"),
        issueType: chosen("10003"),
        summary: "=Buy {{ $json.what }}",
        additionalFields: {
          description: "Soon",
          assignee: { __rl: true, mode: "id", value: "712020:a" },
          labels: ["tea", "now"],
          parentIssueKey: "TEA-1",
          customFieldsUi: {
            customFieldsValues: [
              { fieldId: chosen("customfield_10001"), fieldValue: "x" },
              { fieldId: "customfield_10002", fieldValue: 5 },
            ],
          },
        },
      },
      items: [{ what: "tea" }],
      replies: [{ status: 201, body: { id: "1", key: "TEA-2" } }],
      asks: [
        [
          "POST /rest/api/2/issue",
          {
            fields: {
              project: { id: "10000" },
              issuetype: { id: "10003" },
              summary: "Buy tea",
              description: "Soon",
              assignee: { id: "712020:a" },
              labels: ["tea", "now"],
              parent: { key: "TEA-1" },
              customfield_10001: "x",
              customfield_10002: 5,
            },
          },
        ],
      ],
      gives: [{ id: "1", key: "TEA-2" }],
    },
    {
      name: "returns all issues of a search, page by page",
      version: 1,
      parameters: {
        operation: "getAll",
        returnAll: true,
        options: { jql: "project = TEA", fields: "summary, status", expand: ["names"] },
      },
      replies: [
        { body: { issues: [{ key: "TEA-1" }], nextPageToken: "n", isLast: false } },
        { body: { issues: [{ key: "TEA-2" }], isLast: true } },
      ],
      asks: [1, 2].map((page) => [
        "POST /rest/api/2/search/jql",
        {
          jql: "project = TEA",
          fields: ["summary", "status"],
          expand: "names",
          maxResults: 100,
          ...(page === 2 && { nextPageToken: "n" }),
        },
      ]),
      gives: [{ key: "TEA-1" }, { key: "TEA-2" }],
    },
    {
      name: "updates an issue and moves it to another status",
      version: 1,
      parameters: {
        operation: "update",
        issueKey: "TEA-1",
        updateFields: { summary: "New", statusId: chosen("31"), priority: chosen("2") },
      },
      replies: [{ status: 204 }, { status: 204 }],
      asks: [
        ["PUT /rest/api/2/issue/TEA-1", { fields: { summary: "New", priority: { id: "2" } } }],
        ["POST /rest/api/2/issue/TEA-1/transitions", { transition: { id: "31" } }],
      ],
      gives: [{ success: true }],
    },
    {
      name: "comments on an issue",
      version: 1,
      parameters: { resource: "issueComment", issueKey: "TEA-1", comment: "Hi", options: {} },
      replies: [{ status: 201, body: { id: "5", body: "Hi" } }],
      asks: [["POST /rest/api/2/issue/TEA-1/comment", { body: "Hi" }]],
      gives: [{ id: "5", body: "Hi" }],
    },
    {
      name: "deletes an issue",
      version: 1,
      parameters: { operation: "delete", issueKey: "TEA-1", deleteSubtasks: true },
      replies: [{ status: 204 }],
      asks: [["DELETE /rest/api/2/issue/TEA-1", { deleteSubtasks: "true" }]],
      gives: [{ success: true }],
    },
    {
      name: "notifies people about an issue",
      version: 1,
      parameters: {
        operation: "notify",
        issueKey: "TEA-1",
        additionalFields: { subject: "Tea", textBody: "Look" },
        notificationRecipientsUi: { notificationRecipientsValues: { users: ["a"], reporter: true } },
      },
      replies: [{ status: 204 }],
      asks: [
        [
          "POST /rest/api/2/issue/TEA-1/notify",
          { subject: "Tea", textBody: "Look", to: { users: [{ accountId: "a" }], reporter: true } },
        ],
      ],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", issueKey: "TEA-404" },
    reply: { status: 404, body: { errorMessages: ["Issue does not exist"], errors: {} } },
    reason: "Issue does not exist",
  },
  unsupported: {
    version: 1,
    parameters: { operation: "get", issueKey: "TEA-1", simplifyOutput: true },
    reason: "the option 'Simplify' is not supported",
  },
});
