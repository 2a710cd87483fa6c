import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { OutgoingCall } from "@stoa/runtime/declarative";
import type { JobFile } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import type { Item } from "../model/item.ts";
import { readInputFiles, returnItemFiles } from "./run-files.ts";

const id = (letter: string) => `file_${letter.repeat(32)}`;
const TABLE: JobFile = { id: id("a"), name: "sales.csv", type: "text/csv", bytes: 4 };

function createAnswer(status: number, body: string): IncomingMessage {
  const answer = new IncomingMessage(new Socket());
  answer.statusCode = status;
  answer.push(body);
  answer.push(null);
  return answer;
}

/** A gateway that has one file and accepts every file except those named `refused.bin`. */
function createGateway() {
  const calls: OutgoingCall[] = [];
  return {
    calls,
    async call(call: OutgoingCall) {
      calls.push(call);
      if (call.method === "GET")
        return call.path === `/files/${TABLE.id}`
          ? createAnswer(200, "a,b\n")
          : createAnswer(404, JSON.stringify({ error: "not_found", detail: "This run has no such file." }));
      if (call.path.endsWith("refused.bin"))
        return createAnswer(413, JSON.stringify({ error: "too_large", detail: "The file is too large." }));
      const name = decodeURIComponent(call.path.slice("/files?name=".length));
      return createAnswer(201, JSON.stringify({ id: id("b"), name, type: "text/csv", size: 4 }));
    },
  };
}

const withFile = (fileName: string): Item => ({
  json: { row: 1 },
  binary: { data: { bytes: Buffer.from("a,b\n"), mimeType: "text/csv", fileName } },
});

test("the ID of a file becomes its content, also in a list, and other text stays", async () => {
  const input = { table: TABLE.id, pages: [TABLE.id, "text"], message: `see ${TABLE.id}` };
  const content = { fileName: "sales.csv", mimeType: "text/csv", data: "YSxiCg==" };
  expect(await readInputFiles(createGateway(), input, [TABLE])).toEqual({
    table: content,
    pages: [content, "text"],
    message: `see ${TABLE.id}`,
  });
});

test("a run without files asks the gateway for none", async () => {
  const gateway = createGateway();
  expect(await readInputFiles(gateway, { message: "x" }, [])).toEqual({ message: "x" });
  expect(gateway.calls).toEqual([]);
});

test("a file that cannot be read fails with the gateway's message", async () => {
  const lost = { ...TABLE, id: id("c") };
  await expect(readInputFiles(createGateway(), { table: lost.id }, [lost])).rejects.toThrow(
    "This run has no such file.",
  );
});

test("the files of the last items are returned, and their fields refer to them", async () => {
  const gateway = createGateway();
  const items = await returnItemFiles(gateway, [withFile("Übersicht 1.csv"), { json: { row: 2 } }]);
  const reference = { file_id: id("b"), name: "Übersicht 1.csv", type: "text/csv", size: 4 };
  expect(items).toEqual([{ json: { row: 1, data: reference } }, { json: { row: 2 } }]);
  expect(gateway.calls[0]?.content?.bytes).toEqual(Buffer.from("a,b\n"));
});

test("a refused file fails with the gateway's message", async () => {
  await expect(returnItemFiles(createGateway(), [withFile("refused.bin")])).rejects.toThrow(
    "The file is too large.",
  );
});

test("more files than a run can return are refused before any is sent", async () => {
  const gateway = createGateway();
  const all = Array.from({ length: 21 }, () => withFile("a.csv"));
  await expect(returnItemFiles(gateway, all)).rejects.toThrow(
    "ended with 21 files, but a run can return at most 20",
  );
  expect(gateway.calls).toEqual([]);
});
