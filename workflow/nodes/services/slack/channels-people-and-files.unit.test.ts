import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedHttp } from "../../http/scripted-http.fixture.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { CHANNEL, slack } from "./slack-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "version 1 creates a channel and returns only the channel",
    version: 1,
    parameters: { resource: "channel", channelId: "docs", additionalFields: {} },
    replies: [{ body: { ok: true, channel: { id: "C9", name: "docs" } } }],
    asks: [["POST /conversations.create", { name: "docs", is_private: false }]],
    gives: [{ id: "C9", name: "docs" }],
  },
  {
    name: "invites people into a channel",
    version: 1,
    parameters: { resource: "channel", operation: "invite", channelId: "C9", userIds: ["U1", "U2"] },
    replies: [{ body: { ok: true, channel: { id: "C9" } } }],
    asks: [["POST /conversations.invite", { channel: "C9", users: "U1,U2" }]],
    gives: [{ id: "C9" }],
  },
  {
    name: "lists all channels, over two pages",
    version: 2.2,
    parameters: {
      resource: "channel",
      operation: "getAll",
      returnAll: true,
      filters: { types: ["public_channel", "private_channel"], excludeArchived: true },
    },
    replies: [
      { body: { ok: true, channels: [{ id: "C1" }], response_metadata: { next_cursor: "n" } } },
      { body: { ok: true, channels: [{ id: "C2" }], response_metadata: { next_cursor: "" } } },
    ],
    asks: [
      [
        "GET /conversations.list",
        { types: "public_channel,private_channel", exclude_archived: "true", limit: "200" },
      ],
      [
        "GET /conversations.list",
        { types: "public_channel,private_channel", exclude_archived: "true", limit: "200", cursor: "n" },
      ],
    ],
    gives: [{ id: "C1" }, { id: "C2" }],
  },
  {
    name: "lists a channel's messages since a date, up to the limit",
    version: 2,
    parameters: {
      resource: "channel",
      operation: "history",
      channelId: CHANNEL,
      limit: 1,
      filters: { oldest: "1970-01-01T00:01:00.000Z" },
    },
    replies: [{ body: { ok: true, messages: [{ ts: "61", text: "a" }, { ts: "62" }] } }],
    asks: [["GET /conversations.history", { channel: "C1", oldest: "60", limit: "1" }]],
    gives: [{ ts: "61", text: "a" }],
  },
  {
    name: "lists the members of a channel as ids",
    version: 2.2,
    parameters: { resource: "channel", operation: "member", channelId: CHANNEL },
    replies: [{ body: { ok: true, members: ["U1", "U2"] } }],
    asks: [["GET /conversations.members", { channel: "C1", limit: "100" }]],
    gives: [{ member: "U1" }, { member: "U2" }],
  },
  {
    name: "adds a reaction",
    version: 2.2,
    parameters: { resource: "reaction", channelId: CHANNEL, timestamp: "17.5", name: ":+1:" },
    replies: [{ body: { ok: true } }],
    asks: [["POST /reactions.add", { channel: "C1", timestamp: "17.5", name: "+1" }]],
    gives: [{ ok: true }],
  },
  {
    name: "reads a person by id",
    version: 2.2,
    parameters: { resource: "user", user: { __rl: true, mode: "id", value: "U1" } },
    replies: [{ body: { ok: true, user: { id: "U1", name: "ada" } } }],
    asks: [["GET /users.info", { user: "U1" }]],
    gives: [{ id: "U1", name: "ada" }],
  },
  {
    name: "sets the user's status in version 2",
    version: 2,
    parameters: {
      resource: "user",
      operation: "updateProfile",
      options: {
        status: { set_status: [{ status_emoji: ":tea:", status_expiration: "1970-01-01T00:01:00Z" }] },
      },
    },
    replies: [{ body: { ok: true, profile: { status_emoji: ":tea:" } } }],
    asks: [["POST /users.profile.set", { profile: { status_emoji: ":tea:", status_expiration: 60 } }]],
    gives: [{ status_emoji: ":tea:" }],
  },
];

describe("Slack channels, users and files", () => {
  it.each(CASES)("$name", (one) => expectCase(slack, "slack", one));

  it.each([
    [1, [{ id: "F1", name: "a.txt", shares: {} }]],
    [2.3, [{ id: "F1", title: "a.txt" }]],
  ])("uploads an item's file in version %s", async (version, expected) => {
    const { gateway, requests } = createScriptedService([
      { body: { ok: true, upload_url: "https://files.slack.com/upload/v1/x", file_id: "F1" } },
      { body: { ok: true, files: [{ id: "F1", title: "a.txt" }] } },
      { body: { ok: true, file: { id: "F1", name: "a.txt", shares: {} } } },
    ]);
    const http = createScriptedHttp([{ body: "OK - 2" }]);
    const { outputs, error } = await runNode({
      type: slack,
      version,
      parameters: { resource: "file", binaryData: true, options: { channelIds: ["C1"] } },
      items: [
        {
          json: {},
          binary: { data: { bytes: Buffer.from("ab"), mimeType: "text/plain", fileName: "a.txt" } },
        },
      ],
      services: { gateway, http },
    });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual(expected);
    expect(requests[0]?.query).toEqual({ filename: "a.txt", length: "2" });
    expect(requests[1]?.body).toEqual({ files: [{ id: "F1", title: "a.txt" }], channels: "C1" });
    expect(http.requests.map(({ method, url, body }) => [method, url, String(body)])).toEqual([
      ["POST", "https://files.slack.com/upload/v1/x", "ab"],
    ]);
  });

  it("refuses to upload a file to a URL that is not Slack's", async () => {
    const { gateway } = createScriptedService([
      { body: { ok: true, upload_url: "https://evil.example/x", file_id: "F1" } },
    ]);
    const { error } = await runNode({
      type: slack,
      version: 2,
      parameters: { resource: "file", fileContent: "text" },
      services: { gateway, http: createScriptedHttp([{}]) },
    });
    expect(error?.message).toBe("Slack returned an upload URL on another server. Try again");
  });
});
