import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { DISCORD_NODES } from "./index.ts";

const [discord] = DISCORD_NODES;
if (!discord) throw new Error("there is no node for Discord");

const IN = {
  guildId: { __rl: true, mode: "id", value: "1" },
  channelId: { __rl: true, mode: "list", value: "2", cachedResultName: "news" },
};
const message = {
  id: "9",
  channel_id: "2",
  content: "Hi",
  author: { id: "5" },
  type: 0,
  timestamp: "t",
  pinned: false,
};
const simple = { id: "9", channel_id: "2", author: { id: "5" }, content: "Hi", timestamp: "t", type: 0 };

const CASES: ServiceCase[] = [
  {
    name: "sends a message to a channel, as a reply",
    version: 2,
    parameters: {
      ...IN,
      resource: "message",
      content: "=Hi {{ $json.who }}",
      options: { message_reference: "8", tts: true, flags: ["SUPPRESS_EMBEDS", "SUPPRESS_NOTIFICATIONS"] },
    },
    items: [{ who: "Ada" }],
    replies: [{ body: message }],
    asks: [
      [
        "POST /channels/2/messages",
        { content: "Hi Ada", tts: true, flags: 4100, message_reference: { message_id: "8" } },
      ],
    ],
    gives: [message],
  },
  {
    name: "sends a message to a person, with embeds of both kinds",
    version: 2,
    parameters: {
      resource: "message",
      sendTo: "user",
      userId: { __rl: true, mode: "id", value: "5" },
      content: "Hi",
      embeds: {
        values: [
          {
            title: "T",
            color: "#0000ff",
            author: "Ada",
            image: "https://example.com/a.png",
            description: "",
          },
          { inputMethod: "json", json: '{"title": "J"}' },
        ],
      },
    },
    replies: [{ body: { id: "77" } }, { body: message }],
    asks: [
      ["POST /users/@me/channels", { recipient_id: "5" }],
      [
        "POST /channels/77/messages",
        {
          content: "Hi",
          embeds: [
            { title: "T", author: { name: "Ada" }, color: 255, image: { url: "https://example.com/a.png" } },
            { title: "J" },
          ],
        },
      ],
    ],
    gives: [message],
  },
  {
    name: "reads a message by its id and simplifies it",
    version: 2,
    parameters: { ...IN, resource: "message", operation: "get", messageId: "9", options: { simplify: true } },
    replies: [{ body: message }],
    asks: [["GET /channels/2/messages/9"]],
    gives: [simple],
  },
  {
    name: "lists all messages of a channel selected by URL",
    version: 2,
    parameters: {
      resource: "message",
      operation: "getAll",
      channelId: { __rl: true, mode: "url", value: "https://discord.com/channels/1/2" },
      limit: 3,
    },
    replies: [{ body: [message, message, message] }],
    asks: [["GET /channels/2/messages", { limit: "3" }]],
    gives: [message, message, message],
  },
  {
    name: "adds a reaction",
    version: 2,
    parameters: { ...IN, resource: "message", operation: "react", messageId: "9", emoji: "👍" },
    replies: [{ status: 204 }],
    asks: [["PUT /channels/2/messages/9/reactions/%F0%9F%91%8D/@me"]],
    gives: [{ success: true }],
  },
  {
    name: "creates a channel by default",
    version: 2,
    parameters: {
      guildId: IN.guildId,
      name: "new",
      options: { topic: "Tea", categoryId: { __rl: true, mode: "id", value: "3" } },
    },
    replies: [{ body: { id: "4" } }],
    asks: [["POST /guilds/1/channels", { name: "new", type: 0, topic: "Tea", parent_id: "3" }]],
    gives: [{ id: "4" }],
  },
  {
    name: "lists channels of one kind",
    version: 2,
    parameters: { ...IN, resource: "channel", operation: "getAll", options: { filter: [2] } },
    replies: [
      {
        body: [
          { id: "1", type: 0 },
          { id: "2", type: 2 },
        ],
      },
    ],
    asks: [["GET /guilds/1/channels"]],
    gives: [{ id: "2", type: 2 }],
  },
  {
    name: "gives roles to a member",
    version: 2,
    parameters: { ...IN, resource: "member", operation: "roleAdd", userId: "5", role: ["r1", "r2"] },
    replies: [{ status: 204 }, { status: 204 }],
    asks: [["PUT /guilds/1/members/5/roles/r1"], ["PUT /guilds/1/members/5/roles/r2"]],
    gives: [{ success: true }],
  },
];

describe("Discord", () => {
  it.each(CASES)("$name", (one) => expectCase(discord, "discord", one));

  it("sends files with a message", async () => {
    const { gateway, requests } = createScriptedService([{ body: message }]);
    const { outputs } = await runNode({
      type: discord,
      version: 2,
      parameters: {
        ...IN,
        resource: "message",
        content: "Hi",
        files: { values: [{ inputFieldName: "data" }] },
      },
      items: [
        {
          json: {},
          binary: { data: { bytes: Buffer.from("ab"), mimeType: "text/plain", fileName: "a.txt" } },
        },
      ],
      services: { gateway },
    });
    expect(outputs[0]).toEqual([message]);
    const type = requests[0]?.headers["content-type"] ?? "";
    // oxlint-disable-next-line no-deprecated -- the body is our own
    const form = await new Response(requests[0]?.bytes, { headers: { "content-type": type } }).formData();
    const file = form.get("files[0]");
    expect(form.get("payload_json")).toBe('{"content":"Hi"}');
    expect(file instanceof File && [file.name, await file.text()]).toEqual(["a.txt", "ab"]);
  });

  it("refuses a webhook before the run, because its URL is not in the file", async () => {
    const { error } = await runNode({
      type: discord,
      version: 2,
      parameters: { authentication: "webhook", content: "Hi" },
      services: { gateway: createScriptedService([]).gateway },
    });
    expect(error?.message).toContain("Discord webhook");
  });
});
