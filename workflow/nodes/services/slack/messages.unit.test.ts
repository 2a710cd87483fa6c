import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { CHANNEL, createSample, posted, slack } from "./slack-samples.fixture.ts";

const CASES: ServiceCase[] = [
  {
    name: "sends text to a channel, and returns the timestamp under n8n's name",
    version: 2.3,
    parameters: { select: "channel", channelId: CHANNEL, text: "=Hi {{ $json.who }}", otherOptions: {} },
    items: [{ who: "Ada" }],
    replies: [{ body: posted }],
    asks: [["POST /chat.postMessage", { channel: "C1", text: "Hi Ada" }]],
    gives: [createSample],
  },
  {
    name: "sends to a channel by its name",
    version: 2.2,
    parameters: { select: "channel", channelId: { __rl: true, mode: "name", value: "news" }, text: "Hi" },
    replies: [{ body: posted }],
    asks: [["POST /chat.postMessage", { channel: "#news", text: "Hi" }]],
    gives: [createSample],
  },
  {
    name: "sends to a channel by its URL",
    version: 2.3,
    parameters: {
      select: "channel",
      channelId: { __rl: true, mode: "url", value: "https://app.slack.com/client/T012/C034" },
      text: "Hi",
    },
    replies: [{ body: posted }],
    asks: [["POST /chat.postMessage", { channel: "C034", text: "Hi" }]],
    gives: [createSample],
  },
  {
    name: "sends to a person by name, with all options",
    version: 2.1,
    parameters: {
      select: "user",
      user: { __rl: true, mode: "username", value: "ada" },
      text: "Hi",
      otherOptions: {
        includeLinkToWorkflow: false,
        botProfile: { imageValues: { profilePhotoType: "emoji", icon_emoji: ":robot_face:" } },
        link_names: true,
        thread_ts: { replyValues: { thread_ts: 17.25, reply_broadcast: true } },
        mrkdwn: false,
        unfurl_links: true,
        sendAsUser: "Bot",
      },
    },
    replies: [{ body: posted }],
    asks: [
      [
        "POST /chat.postMessage",
        {
          channel: "@ada",
          text: "Hi",
          link_names: true,
          mrkdwn: false,
          unfurl_links: true,
          icon_emoji: ":robot_face:",
          username: "Bot",
          thread_ts: "17.25",
          reply_broadcast: true,
        },
      ],
    ],
    gives: [createSample],
  },
  {
    name: "sends a message that only one person sees",
    version: 2.2,
    parameters: {
      select: "channel",
      channelId: CHANNEL,
      text: "Hi",
      otherOptions: { ephemeral: { ephemeralValues: { user: "U1", ephemeral: true } } },
    },
    replies: [{ body: { ok: true, message_ts: "17.5" } }],
    asks: [["POST /chat.postEphemeral", { channel: "C1", text: "Hi", user: "U1" }]],
    gives: [{ ok: true, message_ts: "17.5" }],
  },
  {
    name: "sends blocks in the format of Slack's Block Kit Builder",
    version: 2.3,
    parameters: {
      select: "channel",
      channelId: CHANNEL,
      messageType: "block",
      blocksUi: '{"blocks": [{"type": "divider"}]}',
      text: "fallback",
    },
    replies: [{ body: posted }],
    asks: [["POST /chat.postMessage", { channel: "C1", blocks: [{ type: "divider" }], text: "fallback" }]],
    gives: [createSample],
  },
  {
    name: "version 1 sends an attachment with its fields",
    version: 1,
    parameters: {
      channel: "C1",
      text: "Hi",
      as_user: true,
      attachments: [{ title: "Logo", fields: { item: [{ title: "Due", value: "now", short: true }] } }],
      otherOptions: {},
    },
    replies: [{ body: posted }],
    asks: [
      [
        "POST /chat.postMessage",
        {
          channel: "C1",
          text: "Hi",
          attachments: [{ title: "Logo", fields: [{ title: "Due", value: "now", short: true }] }],
          as_user: true,
        },
      ],
    ],
    gives: [createSample],
  },
  {
    name: "returns the results of a search",
    version: 2.3,
    parameters: { operation: "search", query: "order", limit: 5, options: { searchChannel: ["news"] } },
    replies: [{ body: { ok: true, messages: { matches: [{ iid: "1" }], paging: { pages: 1 } } } }],
    asks: [
      [
        "GET /search.messages",
        { query: "order in:news", sort: "timestamp", sort_dir: "desc", count: "5", page: "1" },
      ],
    ],
    gives: [{ iid: "1" }],
  },
  {
    name: "updates a message, and also deletes it in version 1",
    version: 1,
    parameters: { operation: "delete", channelId: "C1", timestamp: "17.5" },
    replies: [{ body: { ok: true, channel: "C1", ts: "17.5" } }],
    asks: [["POST /chat.delete", { channel: "C1", ts: "17.5" }]],
    gives: [{ ok: true, channel: "C1", message_timestamp: "17.5" }],
  },
];

describe("Slack messages", () => {
  it.each(CASES)("$name", (one) => expectCase(slack, "slack", one));

  it("stops with n8n's message if Slack refuses a call, or returns an error item", async () => {
    const parameters = {
      type: slack,
      version: 2.2,
      parameters: { select: "channel", channelId: CHANNEL, text: "Hi" },
    };
    const refused = () => ({
      gateway: createScriptedService([{ body: { ok: false, error: "channel_not_found" } }]).gateway,
    });
    const stopped = await runNode({ ...parameters, services: refused() });
    expect(stopped.error).toMatchObject({
      node: "Node",
      message: 'Slack error response: "channel_not_found"',
    });
    const gone = await runNode({
      ...parameters,
      services: refused(),
      node: { onError: "continueRegularOutput" },
    });
    expect(gone.outputs[0]).toEqual([{ error: 'Slack error response: "channel_not_found"' }]);
  });
});
