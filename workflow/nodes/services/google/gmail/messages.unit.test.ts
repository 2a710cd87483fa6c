import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { gmail } from "./gmail.ts";
import { parseSentMail, runGmail, SHORT_MESSAGE, shown } from "./mailbox.fixture.ts";

const WHOLE = {
  id: "m1",
  threadId: "t1",
  labelIds: ["INBOX"],
  sizeEstimate: 200,
  headers: expect.objectContaining({ subject: "Subject: A file", from: "From: Ann <ann@x.test>" }),
  subject: "A file",
  text: "See the file.",
  textAsHtml: "<p>See the file.</p>",
  html: false,
  date: "2026-03-02T10:00:00.000Z",
  messageId: "<whole@x.test>",
  from: {
    value: [{ address: "ann@x.test", name: "Ann" }],
    text: '"Ann" <ann@x.test>',
    html: expect.stringContaining("ann@x.test"),
  },
  to: {
    value: [{ address: "own@x.test", name: "" }],
    text: "own@x.test",
    html: expect.stringContaining("own@x.test"),
  },
};

describe("Reading", () => {
  test.each<[title: string, version: number, parameters: JsonObject, expected: unknown[]]>([
    ["a short message", 2.1, { operation: "get", messageId: "m1" }, [shown("m1")]],
    ["a whole message", 2.1, { operation: "get", messageId: "m1", simple: false }, [WHOLE]],
    ["short messages", 2, { operation: "getAll" }, [shown("m1"), shown("m2")]],
    ["the requested number of messages", 2.2, { operation: "getAll", limit: 1 }, [shown("m1")]],
    ["threads", 2.1, { resource: "thread" }, [{ id: "t1", snippet: "Hello", historyId: "5" }]],
    [
      "a thread",
      2.1,
      { resource: "thread", operation: "get", threadId: "t1" },
      [{ id: "t1", historyId: "5", messages: [shown("m1"), shown("m2")] }],
    ],
    [
      "an unchanged thread",
      2.1,
      { resource: "thread", operation: "get", threadId: "t1", simple: false },
      [{ id: "t1", historyId: "5", messages: [SHORT_MESSAGE("m1"), SHORT_MESSAGE("m2")] }],
    ],
    [
      "a thread's messages",
      2.1,
      { resource: "thread", operation: "get", threadId: "t1", options: { returnOnlyMessages: true } },
      [shown("m1"), shown("m2")],
    ],
    ["labels", 2.1, { resource: "label", limit: 1 }, [{ id: "INBOX", name: "INBOX", type: "system" }]],
    [
      "a label",
      2.1,
      { resource: "label", operation: "get", labelId: "Label_1" },
      [{ id: "Label_1", name: "Work", type: "user" }],
    ],
    [
      "a draft",
      2.1,
      { resource: "draft", operation: "get", messageId: "d1" },
      [{ ...WHOLE, id: "d1", messageId: "m1" }],
    ],
    [
      "drafts",
      2.1,
      { resource: "draft", operation: "getAll", returnAll: true },
      [{ ...WHOLE, id: "d1", messageId: "m1" }],
    ],
    ["a message, before version 2", 1, { resource: "message", operation: "get", messageId: "m1" }, [WHOLE]],
    [
      "an unchanged message, before version 2",
      1,
      { resource: "message", operation: "get", messageId: "m1", additionalFields: { format: "full" } },
      [SHORT_MESSAGE("m1")],
    ],
  ])("returns %s (version %d)", async (_, version, parameters, expected) => {
    const ran = await runGmail(version, parameters);
    expect(ran.error).toBeUndefined();
    expect(ran.outputs).toEqual([expected]);
  });

  test("downloads attachments if requested", async () => {
    const parameters = {
      operation: "get",
      messageId: "m1",
      simple: false,
      options: { downloadAttachments: true, dataPropertyAttachmentsPrefixName: "file_" },
    };
    const { items } = await runGmail(2.1, parameters);
    const file = items[0]?.[0]?.binary?.file_0;
    expect(file).toMatchObject({ fileName: "list.csv", mimeType: "text/csv", fileExtension: "csv" });
    expect(
      Buffer.from(file?.bytes ?? [])
        .toString()
        .trim(),
    ).toBe("a,b");
  });

  test.each<[filters: JsonObject, query: Record<string, string>]>([
    [
      { q: "has:attachment", sender: "", receivedAfter: "2026-03-02", receivedBefore: "1772445600000" },
      { q: "has:attachment after:1772409600 before:1772445600" },
    ],
    [
      { readStatus: "unread", sender: "ann@x.test", includeSpamTrash: true },
      { q: "is:unread from:ann@x.test", includeSpamTrash: "true" },
    ],
    [{ labelIds: ["INBOX"], readStatus: "both" }, { labelIds: "INBOX" }],
  ])("applies the filters %j", async (filters, query) => {
    const { requests } = await runGmail(2.1, { operation: "getAll", filters });
    expect(requests[0]?.query).toEqual({ maxResults: "50", ...query });
  });

  test("refuses an invalid time in a filter and names the field", async () => {
    const { error } = await runGmail(2.1, { operation: "getAll", filters: { receivedAfter: "soon" } });
    expect(error).toMatchObject({
      message: "'soon' isn't a valid date and time",
      field: "filters.receivedAfter",
    });
  });
});

describe("A change", () => {
  test.each<[parameters: JsonObject, call: string, body: unknown, output: JsonObject]>([
    [{ operation: "delete", messageId: "m1" }, "DELETE /messages/m1", "", { success: true }],
    [
      { operation: "markAsRead", messageId: "m1" },
      "POST /messages/m1/modify",
      { removeLabelIds: ["UNREAD"] },
      { id: "m1", threadId: "t1", labelIds: ["INBOX"] },
    ],
    [
      { operation: "markAsUnread", messageId: "m1" },
      "POST /messages/m1/modify",
      { addLabelIds: ["UNREAD"] },
      { id: "m1", threadId: "t1", labelIds: ["INBOX"] },
    ],
    [
      { operation: "addLabels", messageId: "m1", labelIds: "={{ 'A, B' }}" },
      "POST /messages/m1/modify",
      { addLabelIds: ["A", "B"] },
      { id: "m1", threadId: "t1", labelIds: ["INBOX"] },
    ],
    [
      { operation: "removeLabels", messageId: "m1", labelIds: ["A"] },
      "POST /messages/m1/modify",
      { removeLabelIds: ["A"] },
      { id: "m1", threadId: "t1", labelIds: ["INBOX"] },
    ],
    [
      { resource: "thread", operation: "addLabels", threadId: "t1", labelIds: ["A"] },
      "POST /threads/t1/modify",
      { addLabelIds: ["A"] },
      { id: "t1", threadId: "t1", labelIds: ["INBOX"] },
    ],
    [
      { resource: "thread", operation: "trash", threadId: "t1" },
      "POST /threads/t1/trash",
      "",
      { id: "t1", historyId: "6" },
    ],
    [
      { resource: "thread", operation: "delete", threadId: "t1" },
      "DELETE /threads/t1",
      "",
      { success: true },
    ],
    [
      { resource: "label", operation: "create", name: "New" },
      "POST /labels",
      { labelListVisibility: "labelShow", messageListVisibility: "show", name: "New" },
      { id: "Label_2", name: "New" },
    ],
    [
      { resource: "label", operation: "delete", labelId: "Label_1" },
      "DELETE /labels/Label_1",
      "",
      { success: true },
    ],
    [{ resource: "draft", operation: "delete", messageId: "d1" }, "DELETE /drafts/d1", "", { success: true }],
  ])("is sent to Gmail: %j", async (parameters, call, body, output) => {
    const { outputs, calls, requests } = await runGmail(2.1, parameters);
    expect(outputs).toEqual([[output]]);
    expect(calls).toEqual([call]);
    expect(requests[0]?.body).toEqual(body);
  });

  test("adds a label to a message with version 1's messageLabel resource", async () => {
    const parameters = { resource: "messageLabel", messageId: "m1", labelIds: ["A"] };
    expect((await runGmail(1, parameters)).calls).toEqual(["POST /messages/m1/modify"]);
  });
});

describe("Sending", () => {
  test("sends HTML with attachments to all recipients", async () => {
    const parameters = {
      sendTo: "ann@x.test, bo@x.test",
      subject: "News",
      message: "<b>{{ no expression }}</b>",
      options: {
        senderName: "The shop",
        ccList: "cy@x.test",
        bccList: "di@x.test",
        replyTo: "re@x.test",
        attachmentsUi: { attachmentsBinary: [{}] },
      },
    };
    const item = {
      json: {},
      binary: { data: { bytes: Buffer.from("a,b"), mimeType: "text/csv", fileName: "list.csv" } },
    };
    const { outputs, calls, requests } = await runGmail(2.1, parameters, { items: [item] });
    expect(outputs).toEqual([[{ id: "m9", threadId: "t9", labelIds: ["SENT"] }]]);
    expect(calls).toEqual(["GET /profile", "POST /messages/send"]);
    const mail = await parseSentMail(requests[1]?.body);
    expect(mail).toMatchObject({
      subject: "News",
      html: "<b>{{ no expression }}</b>",
      from: { text: '"The shop" <own@x.test>' },
    });
    expect(
      [mail.to, mail.cc, mail.bcc, mail.replyTo].map((each) => (each && "text" in each ? each.text : each)),
    ).toEqual(["ann@x.test, bo@x.test", "cy@x.test", "di@x.test", "re@x.test"]);
    expect(mail.attachments).toMatchObject([
      { filename: "list.csv", contentType: "text/csv", content: Buffer.from("a,b") },
    ]);
  });

  test("sends plain text", async () => {
    const parameters = {
      sendTo: "ann@x.test",
      subject: "=For {{ $json.n }}",
      message: " Hello ",
      emailType: "text",
    };
    const { requests } = await runGmail(2.2, parameters, { items: [{ n: "Ann" }] });
    expect(await parseSentMail(requests[0]?.body)).toMatchObject({
      subject: "For Ann",
      text: "Hello\n",
      html: false,
    });
  });

  test("sends a message with version 1", async () => {
    const parameters = {
      resource: "message",
      operation: "send",
      toList: ["ann@x.test"],
      subject: "S",
      message: "text",
      includeHtml: true,
      htmlMessage: "<p>html</p>",
    };
    const { requests } = await runGmail(1, parameters);
    expect(await parseSentMail(requests[0]?.body)).toMatchObject({
      to: { text: "ann@x.test" },
      text: "text",
      html: "<p>html</p>",
    });
  });

  test("creates a draft in an existing thread", async () => {
    const parameters = {
      resource: "draft",
      subject: "S",
      message: "M",
      options: { sendTo: "ann@x.test", threadId: "t1" },
    };
    const { outputs, requests } = await runGmail(2.1, parameters);
    expect(outputs).toEqual([[{ id: "d9", message: { id: "m9" } }]]);
    expect(requests[0]?.body).toMatchObject({ message: { threadId: "t1" } });
    expect(await parseSentMail(requests[0]?.body)).toMatchObject({
      to: { text: "ann@x.test" },
      subject: "S",
    });
  });

  test.each<[options: JsonObject, to: string]>([
    [{}, '"Ann" <ann@x.test>, "Bo" <bo@x.test>'],
    [{ replyToSenderOnly: true }, '"Ann" <ann@x.test>'],
    [{ replyToRecipientsOnly: true }, '"Bo" <bo@x.test>'],
  ])("replies to a message with %j", async (options, to) => {
    const { requests } = await runGmail(2.1, {
      operation: "reply",
      messageId: "m1",
      message: "Yes",
      options,
    });
    const body = requests.at(-1)?.body;
    expect(body).toMatchObject({ threadId: "t1" });
    expect(await parseSentMail(body)).toMatchObject({
      subject: "Re: News",
      inReplyTo: "<one@x.test>",
      to: { text: to },
    });
  });

  test("replies to the last message of a thread", async () => {
    const { calls } = await runGmail(2.1, {
      resource: "thread",
      operation: "reply",
      threadId: "t1",
      message: "Yes",
    });
    expect(calls).toEqual(["GET /threads/t1", "GET /messages/m2", "GET /profile", "POST /messages/send"]);
  });

  test("stops with an error that names the attachment if the item has no such file", async () => {
    const parameters = {
      sendTo: "a@x.test",
      options: { attachmentsUi: { attachmentsBinary: [{ property: "pdf" }] } },
    };
    expect((await runGmail(2.1, parameters)).error?.message).toMatch(/binary file 'pdf'/);
  });
});

test("declares the methods and paths that it uses", () => {
  expect(
    gmail.needs?.({ version: 2.1, parameters: { resource: "label" } } as never, {} as never),
  ).toMatchObject({
    connectors: [{ service: "google", methods: ["GET"], paths: ["/gmail/v1/users/me/labels"] }],
  });
});
