import { PNG } from "./sample-files.mjs";

/** @typedef {(path: string, method: string, any: any, sheets: string[]) => unknown} ServiceAnswer */

const message = {
  id: "m1",
  threadId: "t1",
  labelIds: ["INBOX"],
  snippet: "Hello",
  internalDate: "1767225600000",
};
const mail = Buffer.from("From: ada@example.com\r\nTo: bob@example.com\r\nSubject: Hi\r\n\r\nHello").toString(
  "base64url",
);
const createFile = (/** @type {any} */ any) => ({ ...any, id: "f1", name: "File", mimeType: "text/plain" });
const event = {
  id: "e1",
  summary: "Meeting",
  start: { dateTime: "2026-03-04T10:00:00Z" },
  end: { dateTime: "2026-03-04T11:00:00Z" },
  attendees: [{ email: "ada@example.com", responseStatus: "accepted" }],
};

const picture = { b64_json: PNG, url: "https://example.com/a.png" };

/** The responses of well-known APIs for which JSON that has only the fields that a workflow reads is not enough. */
/** @type {readonly [RegExp, ServiceAnswer][]} */
const SERVICES = [
  [/\/images\/(generations|edits)/, (_path, _method, any) => ({ ...any, data: [picture] })],
  [/\/audio\/(transcriptions|translations)/, () => ({ text: "What was said" })],
  [
    /gemini.*:(generateContent|predict)/,
    () => ({
      candidates: [
        {
          finishReason: "STOP",
          content: { parts: [{ text: "Said" }, { inlineData: { data: PNG, mimeType: "image/png" } }] },
        },
      ],
      predictions: [],
    }),
  ],
  [/sheets?\b.*\/values/, (_path, _method, any) => createSheetValues(any)],
  [
    /spreadsheets/,
    (_path, _method, any, sheets) => ({
      spreadsheetId: "s1",
      sheets: ["Sheet1", "Sheet2", ...sheets].map((title, index) => ({
        properties: {
          sheetId: /^\d+$/.test(title) ? Number(title) : index,
          title,
          index,
          gridProperties: { rowCount: 3, columnCount: 3 },
        },
      })),
      replies: [{ addSheet: { properties: { sheetId: 7, title: "New" } } }],
      values: createSheetValues(any).values,
    }),
  ],
  [
    /gmail.*\/messages\/[^/?]+$/,
    () => ({ ...message, raw: mail, payload: { headers: [{ name: "Subject", value: "Hi" }] } }),
  ],
  [/gmail.*\/messages/, () => ({ ...message, messages: [message], resultSizeEstimate: 1 })],
  [
    /gmail/,
    (_path, _method, any) => ({
      ...any,
      ...message,
      labels: [{ id: "INBOX", name: "INBOX" }],
      threads: [message],
      messages: [message],
    }),
  ],
  [/calendar/, () => ({ ...event, items: [event], calendars: { primary: { busy: [] } } })],
  [
    /drive.*\/files(\?|$)/,
    (_path, method, any) => (method === "GET" ? { files: [createFile(any)] } : createFile(any)),
  ],
  [
    /docs.*\/documents/,
    () => ({
      documentId: "d1",
      title: "Doc",
      body: { content: [{ paragraph: { elements: [{ textRun: { content: "Text\n" } }] } }] },
      replies: [{}],
    }),
  ],
  [
    /slack/,
    (_path, _method, any) => ({
      ...any,
      ok: true,
      channel: { id: "C1", name: "general" },
      channels: [{ id: "C1", name: "general" }],
      ts: "1.2",
      messages: [{ text: "hi", ts: "1.2" }],
      members: [{ id: "U1", name: "ada" }],
      user: { id: "U1", name: "ada" },
      upload_url: "https://files.slack.com/upload/v1/1",
      file_id: "F1",
      file: { id: "F1", name: "a.txt" },
      files: [{ id: "F1", title: "a.txt" }],
    }),
  ],
  [
    /telegram/,
    (_path, _method, any) => ({
      ok: true,
      result: { ...any, message_id: 1, chat: { id: 5 }, file_id: "f", file_path: "photos/a.jpg" },
    }),
  ],
  [
    /airtable.*\/meta/,
    () => ({
      tables: [{ id: "tbl1", name: "Table", fields: [{ id: "fld1", name: "Name", type: "singleLineText" }] }],
      bases: [{ id: "app1", name: "Base" }],
    }),
  ],
  [
    /airtable/,
    (_path, _method, any) => ({
      id: "rec1",
      createdTime: "2026-01-01T00:00:00.000Z",
      fields: any,
      records: [{ id: "rec1", createdTime: "2026-01-01T00:00:00.000Z", fields: any }],
    }),
  ],
  [/notion.*\/databases\/[^/]+$/, () => notionDatabase],
  [
    /notion/,
    () => ({
      object: "list",
      id: "n1",
      results: [notionPage],
      has_more: false,
      next_cursor: null,
      properties: notionPage.properties,
      url: "https://www.notion.so/n1",
    }),
  ],
];

const notionPage = {
  object: "page",
  id: "n1",
  url: "https://www.notion.so/n1",
  properties: {
    Name: { id: "title", type: "title", title: [{ plain_text: "Page", text: { content: "Page" } }] },
  },
};
const notionDatabase = {
  object: "database",
  id: "n1",
  title: [{ plain_text: "Base" }],
  properties: { Name: { id: "title", type: "title", title: {} } },
};

/** Returns a sheet whose columns have the names that the workflow reads. */
function createSheetValues(/** @type {any} */ any) {
  const names = Object.keys(any)
    .filter((name) => /^\w[\w ]*$/.test(name))
    .slice(0, 20);
  const header = names.length > 0 ? names : ["name"];
  const row = header.map((name) =>
    typeof any[name] === "object" ? JSON.stringify(any[name]) : String(any[name] ?? "Ada"),
  );
  return {
    range: "Sheet1!A1:Z3",
    majorDimension: "ROWS",
    values: [header, row, row],
    updates: { updatedRows: 1, updatedRange: "Sheet1!A3:Z3" },
  };
}

/**
 * Returns the response of a service, which is identified by its URL or by the connector's path.
 * @param {string} address
 * @param {string} method
 * @param {any} any JSON with all fields that the workflow reads
 * @param {string[]} sheets the sheet names of every Google spreadsheet
 */
export function createServiceAnswer(address, method, any, sheets) {
  return SERVICES.find(([pattern]) => pattern.test(address))?.[1](address, method, any, sheets) ?? any;
}
