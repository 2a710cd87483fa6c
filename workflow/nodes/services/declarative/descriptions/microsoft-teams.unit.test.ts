import { expect, it } from "vitest";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { testDescribedService } from "../described-service.fixture.ts";
import { MICROSOFT_TEAMS } from "./microsoft-teams.ts";

const rl = (value: string, mode = "list") => ({ __rl: true, mode, value });
const IN = { teamId: rl("t1"), channelId: rl("19:abc@thread.tacv2") };
const CHANNEL = "/v1.0/teams/t1/channels/19:abc%40thread.tacv2";

it("changes the version of a task that it has read", async () => {
  const { gateway, requests } = createScriptedService([
    { body: { "@odata.etag": 'W/"1"' } },
    { status: 204 },
  ]);
  const { outputs } = await runNode({
    type: MICROSOFT_TEAMS,
    version: 2,
    parameters: {
      resource: "task",
      operation: "update",
      taskId: "k1",
      updateFields: { percentComplete: "100" },
    },
    services: { gateway },
  });
  expect(requests[1]).toMatchObject({ method: "PATCH", body: { percentComplete: 100 } });
  expect(requests[1]?.headers["if-match"]).toBe('W/"1"');
  expect(outputs[0]).toEqual([{ success: true }]);
});

testDescribedService("Microsoft Teams", MICROSOFT_TEAMS, "microsoft", {
  cases: [
    {
      name: "sends a message to a channel",
      version: 2,
      parameters: {
        ...IN,
        resource: "channelMessage",
        contentType: "html",
        message: "<b>Hi</b>",
        options: {},
      },
      replies: [{ status: 201, body: { id: "1" } }],
      asks: [[`POST ${CHANNEL}/messages`, { body: { contentType: "html", content: "<b>Hi</b>" } }]],
      gives: [{ id: "1" }],
    },
    {
      name: "replies to a message, in version 1",
      version: 1.1,
      parameters: {
        resource: "channelMessage",
        teamId: "t1",
        channelId: "19:abc@thread.tacv2",
        messageType: "text",
        message: "Hi",
        options: { makeReply: "5" },
      },
      replies: [{ status: 201, body: { id: "6" } }],
      asks: [[`POST ${CHANNEL}/messages/5/replies`, { body: { contentType: "text", content: "Hi" } }]],
      gives: [{ id: "6" }],
    },
    {
      name: "returns all messages of a chat, page by page",
      version: 2,
      parameters: { resource: "chatMessage", operation: "getAll", chatId: rl("c1"), returnAll: true },
      replies: [
        {
          body: {
            value: [{ id: "1" }],
            "@odata.nextLink": "https://graph.microsoft.com/v1.0/chats/c1/messages?$top=50&$skiptoken=s",
          },
        },
        { body: { value: [{ id: "2" }] } },
      ],
      asks: [
        ["GET /v1.0/chats/c1/messages", { $top: "50" }],
        ["GET /v1.0/chats/c1/messages", { $top: "50", $skiptoken: "s" }],
      ],
      gives: [{ id: "1" }, { id: "2" }],
    },
    {
      name: "creates a channel in a team selected by URL, with options",
      version: 2,
      parameters: {
        operation: "create",
        teamId: rl(
          "https://teams.microsoft.com/l/team/x/conversations?groupId=01234567-89ab-cdef-0123-456789abcdef&tenantId=1",
          "url",
        ),
        name: "Tea",
        options: { description: "All of it", type: "private" },
      },
      replies: [{ status: 201, body: { id: "c" } }],
      asks: [
        [
          "POST /v1.0/teams/01234567-89ab-cdef-0123-456789abcdef/channels",
          { displayName: "Tea", description: "All of it", membershipType: "private" },
        ],
      ],
      gives: [{ id: "c" }],
    },
    {
      name: "creates a task for a person",
      version: 2,
      parameters: {
        resource: "task",
        groupId: rl("g1"),
        planId: rl("p1"),
        bucketId: rl("b1"),
        title: "Tea",
        options: { assignedTo: rl("u1"), dueDateTime: "2026-12-01T00:00:00Z" },
      },
      replies: [{ status: 201, body: { id: "k1" } }],
      asks: [
        [
          "POST /v1.0/planner/tasks",
          {
            planId: "p1",
            bucketId: "b1",
            title: "Tea",
            assignments: {
              u1: { "@odata.type": "microsoft.graph.plannerAssignment", orderHint: " !" },
            },
            dueDateTime: "2026-12-01T00:00:00.000Z",
          },
        ],
      ],
      gives: [{ id: "k1" }],
    },
  ],
  refused: {
    version: 2,
    parameters: { operation: "get", ...IN },
    reply: { status: 403, body: { error: { code: "Forbidden", message: "No access to the team." } } },
    reason: "No access to the team.",
  },
  unsupported: {
    version: 2,
    parameters: { resource: "onlineMeeting", operation: "create" },
    reason: "the operation 'create' of the resource 'onlineMeeting' is not supported",
  },
});
