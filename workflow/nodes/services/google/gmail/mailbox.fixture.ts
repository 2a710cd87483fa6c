import { simpleParser } from "mailparser";
import type { JsonObject } from "../../../../model/item.ts";
import { type NodeOptions, runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { gmail } from "./gmail.ts";

const FILE_MAIL = [
  "Message-ID: <whole@x.test>",
  "From: Ann <ann@x.test>",
  "To: own@x.test",
  "Subject: A file",
  "Date: Mon, 02 Mar 2026 10:00:00 +0000",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "See the file.",
  "--b",
  "Content-Type: text/csv; name=list.csv",
  "Content-Disposition: attachment; filename=list.csv",
  "",
  "a,b",
  "--b--",
  "",
].join("\r\n");

export const RAW = Buffer.from(FILE_MAIL).toString("base64url");

/** A message in the API's short format. */
export const SHORT_MESSAGE = (id: string): JsonObject => ({
  id,
  threadId: "t1",
  labelIds: ["INBOX", "Label_1"],
  snippet: "Hello",
  payload: {
    mimeType: "text/plain",
    headers: [
      { name: "From", value: "Ann <ann@x.test>" },
      { name: "To", value: "own@x.test, Bo <bo@x.test>" },
      { name: "Subject", value: "News" },
      { name: "Message-ID", value: "<one@x.test>" },
    ],
  },
  sizeEstimate: 100,
  historyId: "5",
  internalDate: "1772445600000",
});

/** The simplified form of the message. */
export const shown = (id: string): JsonObject => ({
  id,
  threadId: "t1",
  snippet: "Hello",
  payload: { mimeType: "text/plain" },
  sizeEstimate: 100,
  historyId: "5",
  internalDate: "1772445600000",
  labels: [
    { id: "INBOX", name: "INBOX" },
    { id: "Label_1", name: "Work" },
  ],
  From: "Ann <ann@x.test>",
  To: "own@x.test, Bo <bo@x.test>",
  Subject: "News",
  "Message-ID": "<one@x.test>",
});

const LABELS = [
  { id: "INBOX", name: "INBOX", type: "system" },
  { id: "Label_1", name: "Work", type: "user" },
];

function reply(method: string, path: string, query: Record<string, string>): unknown {
  const id = path.split("/")[2] ?? "";
  if (method === "DELETE") return "";
  if (path === "/profile") return { emailAddress: "own@x.test" };
  if (path === "/labels") return method === "GET" ? { labels: LABELS } : { id: "Label_2", name: "New" };
  if (path.startsWith("/labels/")) return LABELS[1];
  if (path === "/messages/send") return { id: "m9", threadId: "t9", labelIds: ["SENT"] };
  if (path === "/messages")
    return {
      messages: [
        { id: "m1", threadId: "t1" },
        { id: "m2", threadId: "t1" },
      ],
    };
  if (path === "/threads") return { threads: [{ id: "t1", snippet: "Hello", historyId: "5" }] };
  if (path === "/drafts")
    return method === "GET" ? { drafts: [{ id: "d1" }] } : { id: "d9", message: { id: "m9" } };
  if (path.endsWith("/modify")) return { id, threadId: "t1", labelIds: ["INBOX"] };
  if (path.endsWith("trash")) return { id, historyId: "6" };
  const raw = { id: "m1", threadId: "t1", labelIds: ["INBOX"], sizeEstimate: 200, raw: RAW };
  if (path.startsWith("/drafts/")) return { id, message: raw };
  if (path.startsWith("/threads/"))
    return { id, historyId: "5", messages: [SHORT_MESSAGE("m1"), SHORT_MESSAGE("m2")] };
  return query.format === "raw" ? raw : SHORT_MESSAGE(id);
}

/** Runs the node on a mailbox with two messages, and returns its requests. */
export async function runGmail(version: number, parameters: JsonObject, more: Partial<NodeOptions> = {}) {
  const { gateway, requests } = createScriptedService(({ method, path, query }) => ({
    body: reply(method, path.replace("/gmail/v1/users/me", ""), query),
  }));
  const ran = await runNode({ type: gmail, version, parameters, services: { gateway }, ...more });
  const calls = requests.map(({ method, path }) => `${method} ${path.replace("/gmail/v1/users/me", "")}`);
  return { ...ran, requests, calls };
}

export function parseSentMail(body: unknown): Promise<Awaited<ReturnType<typeof simpleParser>>> {
  const { raw, message } = body as { raw?: string; message?: { raw: string } };
  return simpleParser(Buffer.from(raw ?? message?.raw ?? "", "base64url"));
}
