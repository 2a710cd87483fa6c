import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import { createScriptedAnswers } from "../../testing/scripted-services.ts";
import { findNodeType } from "../node-table.ts";
import { createScriptedService } from "./scripted-service.fixture.ts";

const ADDRESS = "https://stoa.example/resume/1";

async function runService(
  type: string,
  version: number,
  parameters: JsonObject,
  scripted: ReturnType<typeof createScriptedAnswers>,
) {
  const nodeType = findNodeType(`n8n-nodes-base.${type}`);
  if (!nodeType) throw new Error(`there is no node ${type}`);
  const service = createScriptedService(() => ({ body: { ok: true, id: "1" } }));
  const result = await runNode({
    type: nodeType,
    version,
    items: [{ draft: "Hello" }, { draft: "Hi" }],
    parameters: { operation: "sendAndWait", ...parameters },
    services: { gateway: service.gateway, waits: scripted.answers },
  });
  return { ...result, requests: service.requests };
}

const TELEGRAM = { chatId: "7", message: "=Send {{ $json.draft }}?" };

describe("An approval", () => {
  const both = { approvalOptions: { values: { approvalType: "double", disapproveLabel: "Reject" } } };

  it.each([
    [{ approved: "true" }, true],
    [{ approved: "false" }, false],
    [{ approved: true }, true],
  ])("returns data.approved for %j: %s", async (body, approved) => {
    const { outputs, error, requests } = await runService(
      "telegram",
      1.2,
      { ...TELEGRAM, ...both },
      createScriptedAnswers({ body }),
    );
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ data: { approved } }]]);
    expect(requests).toHaveLength(1);
  });

  it("sends links to a page with both buttons", async () => {
    const scripted = createScriptedAnswers({ body: { approved: "true" } });
    const { requests } = await runService("telegram", 1.2, { ...TELEGRAM, ...both }, scripted);
    expect(requests[0]?.body).toMatchObject({
      chat_id: "7",
      text: "Send Hello?",
      reply_markup: {
        inline_keyboard: [
          [
            { text: "Approve", url: `${ADDRESS}?approved=true` },
            { text: "Reject", url: `${ADDRESS}?approved=false` },
          ],
        ],
      },
    });
    expect(scripted.requests[0]?.asks).toMatchObject({
      kind: "page",
      page: {
        text: "Send Hello?",
        fields: [],
        buttons: [
          { label: "Approve", name: "approved", value: "true" },
          { label: "Reject", name: "approved", value: "false" },
        ],
      },
    });
  });

  it("has one button unless the author enables a second one", async () => {
    const scripted = createScriptedAnswers({ body: { approved: "true" } });
    await runService("telegram", 1.2, TELEGRAM, scripted);
    expect(scripted.requests[0]?.asks).toMatchObject({ page: { buttons: [{ label: "Approve" }] } });
  });

  it("passes the items on if nobody answers within the wait limit", async () => {
    const options = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: "seconds" } } };
    const { outputs } = await runService(
      "telegram",
      1.2,
      { ...TELEGRAM, options },
      createScriptedAnswers(undefined),
    );
    expect(outputs).toEqual([[{ draft: "Hello" }, { draft: "Hi" }]]);
  });
});

it("returns free text in data.text", async () => {
  const scripted = createScriptedAnswers({ body: { text: "Make it blue" } });
  const { outputs, requests } = await runService(
    "telegram",
    1.2,
    { ...TELEGRAM, responseType: "freeText" },
    scripted,
  );
  expect(outputs).toEqual([[{ data: { text: "Make it blue" } }]]);
  expect(requests[0]?.body).toMatchObject({
    reply_markup: { inline_keyboard: [[{ text: "Respond", url: ADDRESS }]] },
  });
  expect(scripted.requests[0]?.asks).toMatchObject({
    page: { fields: [{ name: "text", kind: "textarea", required: true }] },
  });
});

it("returns a custom form's fields in data", async () => {
  const formFields = { values: [{ fieldLabel: "Amount", fieldType: "number" }] };
  const scripted = createScriptedAnswers({ body: { Amount: "12" } });
  const { outputs } = await runService(
    "telegram",
    1.2,
    { ...TELEGRAM, responseType: "customForm", formFields },
    scripted,
  );
  expect(outputs).toEqual([[{ data: { Amount: 12 } }]]);
});

describe("The message", () => {
  const yes = () => createScriptedAnswers({ body: { approved: "true" } });

  it("is sent with Gmail, with links in HTML and text", async () => {
    const parameters = { sendTo: "ada@example.com", subject: "Draft", message: "1 < 2\nSend?" };
    const { requests, outputs } = await runService(
      "gmail",
      2.2,
      { resource: "message", ...parameters },
      yes(),
    );
    expect(outputs).toEqual([[{ data: { approved: true } }]]);
    const mail = Buffer.from(Object(requests[0]?.body).raw, "base64url").toString();
    expect(mail).toContain("To: ada@example.com");
    expect(mail).toContain("Subject: Draft");
    expect(mail).toContain("1 &lt; 2<br>Send?");
    expect(mail.replace(/=\r\n/g, "").replaceAll("=3D", "=")).toContain(`href="${ADDRESS}?approved=true"`);
  });

  it("is sent by a mail server", async () => {
    const parameters = {
      fromEmail: "us@example.com",
      toEmail: "ada@example.com",
      subject: "Draft",
      message: "Send?",
    };
    const { requests } = await runService("emailSend", 2.1, parameters, yes());
    expect(requests[0]).toMatchObject({
      service: "smtp",
      path: "/messages",
      body: {
        from: "us@example.com",
        to: "ada@example.com",
        subject: "Draft",
        text: `Send?\n\nApprove: ${ADDRESS}?approved=true`,
      },
    });
  });

  it("is sent to Slack, with buttons", async () => {
    const channelId = { __rl: true, mode: "id", value: "C1" };
    const { requests } = await runService(
      "slack",
      2.3,
      { select: "channel", channelId, message: "Send?" },
      yes(),
    );
    expect(requests[0]).toMatchObject({
      path: "/chat.postMessage",
      body: {
        channel: "C1",
        text: "Send?",
        blocks: [{ type: "section" }, { type: "actions", elements: [{ url: `${ADDRESS}?approved=true` }] }],
      },
    });
  });

  it("is sent to Discord, with links", async () => {
    const channelId = { __rl: true, mode: "id", value: "42" };
    const guildId = { __rl: true, mode: "id", value: "1" };
    const { requests } = await runService(
      "discord",
      2,
      { resource: "message", guildId, channelId, message: "Send?" },
      yes(),
    );
    expect(requests.at(-1)?.body).toEqual({ content: `Send?\n\n[Approve](${ADDRESS}?approved=true)` });
  });
});
