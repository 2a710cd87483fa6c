import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { SMTP_NODES } from "./index.ts";

const [sendEmail] = SMTP_NODES;
if (!sendEmail) throw new Error("there is no node for mail");

const info = {
  accepted: ["ada@example.com"],
  rejected: [],
  envelopeTime: 12,
  messageTime: 30,
  messageSize: 321,
  response: "250 OK",
  envelope: { from: "me@example.com", to: ["ada@example.com"] },
  messageId: "<1@example.com>",
};

const CASES: ServiceCase[] = [
  {
    name: "version 1 sends text with Cc, Bcc and a file",
    version: 1,
    parameters: {
      fromEmail: "me@example.com",
      toEmail: "=ada@example.com",
      ccEmail: "ben@example.com",
      subject: "Report",
      text: "Here",
      attachments: "data, other",
      options: { allowUnauthorizedCerts: false, replyTo: "re@example.com" },
    },
    items: [
      {
        json: {},
        binary: {
          data: { bytes: Buffer.from("a"), mimeType: "text/plain", fileName: "a.txt" },
          other: { bytes: Buffer.from("b"), mimeType: "text/csv" },
        },
      },
    ],
    replies: [{ body: info }],
    asks: [
      [
        "POST /messages",
        {
          from: "me@example.com",
          to: "ada@example.com",
          cc: "ben@example.com",
          replyTo: "re@example.com",
          subject: "Report",
          text: "Here",
          attachments: [
            { filename: "a.txt", contentType: "text/plain", content: "YQ==" },
            { filename: "other", contentType: "text/csv", content: "Yg==" },
          ],
        },
      ],
    ],
    gives: [info],
  },
  {
    name: "version 2 sends both formats, without n8n's attribution",
    version: 2,
    parameters: {
      fromEmail: "me@example.com",
      toEmail: "ada@example.com",
      subject: "Hi",
      emailFormat: "both",
      text: "Hi",
      html: "<b>Hi</b>",
      options: { appendAttribution: true, bccEmail: "ben@example.com" },
    },
    replies: [{ body: info }],
    asks: [
      [
        "POST /messages",
        {
          from: "me@example.com",
          to: "ada@example.com",
          bcc: "ben@example.com",
          subject: "Hi",
          text: "Hi",
          html: "<b>Hi</b>",
        },
      ],
    ],
    gives: [info],
  },
  {
    name: "version 2.1 sends only text, for each item",
    version: 2.1,
    parameters: {
      fromEmail: "me@example.com",
      toEmail: "={{ $json.to }}",
      subject: "Hi",
      emailFormat: "text",
      text: "Hi",
      html: "not shown",
    },
    items: [{ to: "ada@example.com" }, { to: "ben@example.com" }],
    replies: [{ body: info }, { body: info }],
    asks: [
      ["POST /messages", { from: "me@example.com", to: "ada@example.com", subject: "Hi", text: "Hi" }],
      ["POST /messages", { from: "me@example.com", to: "ben@example.com", subject: "Hi", text: "Hi" }],
    ],
    gives: [info, info],
  },
  {
    name: "version 2.1 sends HTML by default",
    version: 2.1,
    parameters: { fromEmail: "me@example.com", toEmail: "a@example.com", subject: "Hi", html: "<i>Hi</i>" },
    replies: [{ body: info }],
    asks: [
      ["POST /messages", { from: "me@example.com", to: "a@example.com", subject: "Hi", html: "<i>Hi</i>" }],
    ],
    gives: [info],
  },
];

describe("Send Email", () => {
  it.each(CASES)("$name", (one) => expectCase(sendEmail, "smtp", one));

  it("returns the mail server's message in an error item", async () => {
    const { gateway } = createScriptedService([
      { status: 422, body: { message: "Can't send mail - all recipients were rejected: 550 no such user" } },
    ]);
    const { outputs } = await runNode({
      type: sendEmail,
      version: 2.1,
      parameters: { fromEmail: "a@example.com", toEmail: "b@example.com", subject: "x", html: "y" },
      node: { onError: "continueRegularOutput" },
      services: { gateway },
    });
    expect(outputs[0]).toEqual([
      { error: "Can't send mail - all recipients were rejected: 550 no such user" },
    ]);
  });

  it("names a missing file before it sends anything", async () => {
    const { gateway, requests } = createScriptedService([]);
    const { error } = await runNode({
      type: sendEmail,
      version: 1,
      parameters: { fromEmail: "a@example.com", toEmail: "b@example.com", attachments: "data" },
      services: { gateway },
    });
    expect(error?.message).toContain("'data'");
    expect(requests).toEqual([]);
  });
});
