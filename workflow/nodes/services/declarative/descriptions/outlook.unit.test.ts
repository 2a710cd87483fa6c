import { expect, it } from "vitest";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { testDescribedService } from "../described-service.fixture.ts";
import { OUTLOOK } from "./outlook.ts";

const rl = (value: string) => ({ __rl: true, mode: "list", value });
const to = (address: string) => ({ emailAddress: { address } });
const MESSAGE = {
  id: "m1",
  conversationId: "c1",
  subject: "Tea",
  bodyPreview: "Hi",
  from: to("ada@example.com"),
  toRecipients: [to("me@example.com")],
  categories: [],
  hasAttachments: false,
};
const { toRecipients: _, ...REST } = MESSAGE;
const SIMPLE = { ...REST, from: "ada@example.com", to: ["me@example.com"] };
const SELECT = "id,conversationId,subject,bodyPreview,from,toRecipients,categories,hasAttachments";
const FILES = { data: { bytes: Buffer.from("ab"), mimeType: "text/plain", fileName: "a.txt" } };

it("sends a message with a file", async () => {
  const { gateway, requests } = createScriptedService([{ status: 202 }]);
  const { outputs } = await runNode({
    type: OUTLOOK,
    version: 2,
    parameters: {
      operation: "send",
      toRecipients: "ada@example.com, bob@example.com",
      subject: "Tea",
      bodyContent: "<b>Hi</b>",
      additionalFields: {
        attachments: { attachments: [{ binaryPropertyName: "data" }] },
        ccRecipients: "eve@example.com",
        importance: "High",
      },
    },
    items: [{ json: {}, binary: FILES }],
    services: { gateway },
  });
  expect(requests[0]).toMatchObject({ method: "POST", path: "/v1.0/me/sendMail" });
  expect(requests[0]?.body).toEqual({
    message: {
      subject: "Tea",
      body: { content: "<b>Hi</b>", contentType: "html" },
      toRecipients: [to("ada@example.com"), to("bob@example.com")],
      ccRecipients: [to("eve@example.com")],
      importance: "High",
      attachments: [
        {
          "@odata.type": "#microsoft.graph.fileAttachment",
          name: "a.txt",
          contentType: "text/plain",
          contentBytes: "YWI=",
        },
      ],
    },
  });
  expect(outputs[0]).toEqual([{ success: true }]);
});

it("downloads an attachment", async () => {
  const { gateway } = createScriptedService([
    { body: { name: "a.txt", contentType: "text/plain" } },
    { body: "ab" },
  ]);
  const { items } = await runNode({
    type: OUTLOOK,
    version: 2,
    parameters: {
      resource: "messageAttachment",
      operation: "download",
      messageId: rl("m1"),
      attachmentId: rl("f1"),
    },
    services: { gateway },
  });
  const file = items[0]?.[0]?.binary?.data;
  expect(file?.fileName).toBe("a.txt");
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe("ab");
});

testDescribedService("Microsoft Outlook", OUTLOOK, "microsoft", {
  cases: [
    {
      name: "returns all unread messages, page by page, simplified",
      version: 2,
      parameters: {
        returnAll: true,
        filtersUI: {
          values: {
            filters: { readStatus: "unread", receivedAfter: "2026-11-01T00:00:00Z", sender: "o'hara" },
          },
        },
      },
      replies: [
        {
          body: {
            value: [MESSAGE],
            "@odata.nextLink": "https://graph.microsoft.com/v1.0/me/messages?$skip=1&$top=100",
          },
        },
        { body: { value: [{ ...MESSAGE, id: "m2" }] } },
      ],
      asks: [
        [
          "GET /v1.0/me/messages",
          {
            $select: SELECT,
            $filter:
              "isRead eq false and receivedDateTime ge 2026-11-01T00:00:00.000Z and (from/emailAddress/address eq 'o''hara' or from/emailAddress/name eq 'o''hara')",
            $top: "100",
          },
        ],
        ["GET /v1.0/me/messages", { $skip: "1", $top: "100" }],
      ],
      gives: [SIMPLE, { ...SIMPLE, id: "m2" }],
    },
    {
      name: "searches messages of a folder and returns chosen fields",
      version: 2,
      parameters: {
        resource: "folderMessage",
        folderId: rl("inbox"),
        limit: 1,
        output: "fields",
        fields: ["subject", "webLink"],
        filtersUI: { values: { filterBy: "search", search: 'tea "now"' } },
      },
      replies: [{ body: { value: [{ id: "m1", subject: "Tea" }] } }],
      asks: [
        [
          "GET /v1.0/me/mailFolders/inbox/messages",
          { $select: "id,subject,webLink", $search: '"tea now"', $top: "1" },
        ],
      ],
      gives: [{ id: "m1", subject: "Tea" }],
    },
    {
      name: "replies to the sender only",
      version: 2,
      parameters: { operation: "reply", messageId: rl("m1"), replyToSenderOnly: true, message: "Thanks" },
      replies: [{ status: 202 }],
      asks: [
        [
          "POST /v1.0/me/messages/m1/reply",
          { message: { body: { content: "Thanks", contentType: "html" } } },
        ],
      ],
      gives: [{ success: true }],
    },
    {
      name: "saves a reply to all as a draft",
      version: 2,
      parameters: { operation: "reply", messageId: "m1", message: "Thanks", options: { saveAsDraft: true } },
      replies: [{ status: 201, body: { id: "d1" } }],
      asks: [["POST /v1.0/me/messages/m1/createReplyAll"]],
      gives: [{ id: "d1" }],
    },
    {
      name: "marks a message as read, in version 1",
      version: 1,
      parameters: { operation: "update", messageId: "m1", updateFields: { isRead: true } },
      replies: [{ body: { id: "m1", isRead: true } }],
      asks: [["PATCH /v1.0/me/messages/m1", { isRead: true }]],
      gives: [{ id: "m1", isRead: true }],
    },
    {
      name: "creates a draft with additional fields",
      version: 2,
      parameters: {
        resource: "draft",
        subject: "Tea",
        bodyContent: "Hi",
        additionalFields: { bodyContentType: "Text", toRecipients: "ada@example.com" },
      },
      replies: [{ status: 201, body: { id: "d1" } }],
      asks: [
        [
          "POST /v1.0/me/messages",
          {
            subject: "Tea",
            body: { content: "Hi", contentType: "Text" },
            toRecipients: [to("ada@example.com")],
          },
        ],
      ],
      gives: [{ id: "d1" }],
    },
    {
      name: "creates an event in a calendar",
      version: 2,
      parameters: {
        resource: "event",
        operation: "create",
        calendarId: rl("k1"),
        subject: "Tea",
        startDateTime: "2026-12-01T10:00:00",
        endDateTime: "2026-12-01T11:00:00",
        additionalFields: {
          attendees: { values: [{ email: "ada@example.com", type: "optional" }] },
          body: "Bring cups",
          isOnlineMeeting: true,
          location: "Kitchen",
          timeZone: "Europe/Berlin",
        },
      },
      replies: [{ status: 201, body: { id: "e1" } }],
      asks: [
        [
          "POST /v1.0/me/calendars/k1/events",
          {
            subject: "Tea",
            start: { dateTime: "2026-12-01T10:00:00", timeZone: "Europe/Berlin" },
            end: { dateTime: "2026-12-01T11:00:00", timeZone: "Europe/Berlin" },
            attendees: [{ type: "optional", emailAddress: { address: "ada@example.com" } }],
            body: { content: "Bring cups", contentType: "html" },
            isOnlineMeeting: true,
            location: { displayName: "Kitchen" },
          },
        ],
      ],
      gives: [{ id: "e1" }],
    },
    {
      name: "sends a draft to other people",
      version: 2,
      parameters: { resource: "draft", operation: "send", draftId: rl("d1"), to: "eve@example.com" },
      replies: [{ body: { id: "d1" } }, { status: 202 }],
      asks: [
        ["PATCH /v1.0/me/messages/d1", { toRecipients: [to("eve@example.com")] }],
        ["POST /v1.0/me/messages/d1/send"],
      ],
      gives: [{ success: true }],
    },
    {
      name: "moves a message",
      version: 2,
      parameters: { operation: "move", messageId: rl("m1"), folderId: rl("archive") },
      replies: [{ status: 201, body: { id: "m1" } }],
      asks: [["POST /v1.0/me/messages/m1/move", { destinationId: "archive" }]],
      gives: [{ success: true }],
    },
  ],
  refused: {
    version: 2,
    parameters: { operation: "get", messageId: rl("m404") },
    reply: {
      status: 404,
      body: { error: { code: "ErrorItemNotFound", message: "The object was not found." } },
    },
    reason: "The object was not found.",
  },
  unsupported: {
    version: 2,
    parameters: { operation: "sendAndWait" },
    reason: "the operation 'sendAndWait' of the resource 'message' is not supported",
  },
});
