import { connect } from "node:net";
import { FILE_LIMITS, FILE_TEXTS, FileUpload, PLAN_FILE_MAX_BYTES } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { createBytes, PART, useFiles } from "./files.fixture.ts";

const stack = useFiles();
const UNKNOWN = `file_${"0".repeat(32)}`;
const MAX = PLAN_FILE_MAX_BYTES.free;

test("an empty file, a missing file, two files and another body are refused with the reason", async () => {
  const { client, send, readUsage } = stack();
  const { token } = await client.register();
  const refusal = { status: 400, body: { error: "invalid_request", errors: [{ field: "file" }] } };
  expect(await send(token, "empty.txt", "")).toMatchObject({
    ...refusal,
    body: { detail: FILE_TEXTS.empty },
  });
  const form = new FormData();
  form.set("other", "text");
  const post = (body: FormData) => client.call("POST", "/api/v1/files", { token, form: body });
  expect(await post(form)).toMatchObject({ ...refusal, body: { detail: FILE_TEXTS.missing } });
  form.append("file", new Blob(["one"]), "1.txt");
  form.append("file", new Blob(["two"]), "2.txt");
  expect(await post(form)).toMatchObject(refusal);
  expect(await client.post("/api/v1/files", { file: "text" }, { token })).toMatchObject({ status: 415 });
  expect(await client.post("/api/v1/files/uploads", { name: "a", size: 0 }, { token })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "size" }] },
  });
  expect(await readUsage(token)).toBe(0);
});

test("a file that is larger than the plan allows is refused with the limit, by its declared size", async () => {
  const { client, send } = stack();
  const { token } = await client.register();
  const refusal = { status: 413, body: { error: "too_large", detail: FILE_TEXTS.fileTooLarge(MAX) } };
  expect(await client.post("/api/v1/files/uploads", { name: "a", size: MAX + 1 }, { token })).toMatchObject(
    refusal,
  );
  expect(await send(token, "a.bin", createBytes(MAX + 100_000))).toMatchObject(refusal);
});

test("a file that is larger than the plan allows is refused by its bytes, if its size is not declared", async () => {
  const { client, url, readUsage } = stack();
  const { token } = await client.register();
  const response = await sendChunked(`${url}/api/v1/files`, token, MAX + 1);
  expect(response).toMatchObject({ status: 413, body: { detail: FILE_TEXTS.fileTooLarge(MAX) } });
  expect(await readUsage(token)).toBe(0);
  const allowed = await sendChunked(`${url}/api/v1/files`, token, MAX);
  expect(allowed.status).toBe(201);
  expect(await readUsage(token)).toBe(MAX);
});

test("an upload continues where it broke off, and a part that broke off does not count", async () => {
  const { client, url, start, sendPart, download } = stack();
  const { token } = await client.register();
  const content = createBytes(PART + 10);
  const { id } = await start(token, "data.bin", content.length);
  await breakOff(url, `/api/v1/files/uploads/${id}?offset=0`, token, content.subarray(0, PART));
  const progress = async () =>
    parseAnswer(FileUpload, await client.get(`/api/v1/files/uploads/${id}`, { token }));
  expect(await progress()).toMatchObject({ offset: 0, file: null });
  expect(await sendPart(token, id, 0, content.subarray(0, PART))).toMatchObject({ status: 200 });
  await breakOff(url, `/api/v1/files/uploads/${id}?offset=${PART}`, token, content.subarray(PART));
  expect(await progress()).toMatchObject({ offset: PART, file: null });
  const last = parseAnswer(FileUpload, await sendPart(token, id, PART, content.subarray(PART)));
  expect((await download(last.file?.url ?? "")).bytes.equals(content)).toBe(true);
});

test("a part at a wrong offset is refused with the right one", async () => {
  const { client, start, sendPart } = stack();
  const { token } = await client.register();
  const content = createBytes(PART + 10);
  const { id } = await start(token, "data.bin", content.length);
  const expectOffset = async (sent: number, right: number) => {
    const answer = await sendPart(token, id, sent, content.subarray(0, PART));
    expect(answer).toMatchObject({ status: 409, body: { error: "conflict", errors: [{ field: "offset" }] } });
    expect(answer.headers.get("upload-offset")).toBe(String(right));
  };
  await expectOffset(PART, 0);
  await sendPart(token, id, 0, content.subarray(0, PART));
  await expectOffset(0, PART);
  await expectOffset(1, PART);
  await sendPart(token, id, PART, content.subarray(PART));
  await expectOffset(PART, content.length);
});

test("a part of the wrong size is refused", async () => {
  const { client, start, sendPart, readUsage } = stack();
  const { token } = await client.register();
  const { id } = await start(token, "data.bin", 1_000);
  expect(await sendPart(token, id, 0, createBytes(999))).toMatchObject({
    status: 400,
    body: { detail: FILE_TEXTS.wrongPartSize(1_000) },
  });
  expect(await sendPart(token, id, 0, createBytes(1_001))).toMatchObject({ status: 413 });
  expect(await sendPart(token, id, 0, Buffer.alloc(0))).toMatchObject({ status: 400 });
  expect(await sendPart(token, id, 0, createBytes(1_000))).toMatchObject({ status: 200 });
  expect(await readUsage(token)).toBe(1_000);
});

test("of two parts that are sent at once one counts, and the file has its bytes", async () => {
  const { client, start, sendPart, download } = stack();
  const { token } = await client.register();
  const contents = [1, 2, 3].map(() => createBytes(PART + 5));
  const { id } = await start(token, "data.bin", PART + 5);
  const send = (offset: number) =>
    Promise.all(contents.map((each) => sendPart(token, id, offset, each.subarray(offset, offset + PART))));
  const winners = [];
  for (const offset of [0, PART]) {
    const answers = await send(offset);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    winners.push(contents[answers.findIndex(({ status }) => status === 200)]);
  }
  const { file } = parseAnswer(FileUpload, await client.get(`/api/v1/files/uploads/${id}`, { token }));
  const expected = [winners[0]?.subarray(0, PART), winners[1]?.subarray(PART)].map((part) => part ?? PART);
  const { bytes } = await download(file?.url ?? "");
  expect(bytes.equals(Buffer.concat(expected.filter((part) => typeof part !== "number")))).toBe(true);
});

test("parallel uploads cannot exceed the quota, and a deletion makes room", async () => {
  const { client, db, send, readUsage } = stack();
  const { token } = await client.register();
  await send(token, "first.bin", createBytes(10));
  await sql`UPDATE files SET bytes = ${200_000_000 - 350_000} WHERE name = 'first.bin'`.execute(db);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => send(token, `${index}.bin`, createBytes(100_000))),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
  for (const { status, body } of answers.filter(({ status }) => status !== 201))
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { detail: FILE_TEXTS.storageFull(200_000_000) },
    });
  expect(await readUsage(token)).toBeLessThanOrEqual(200_000_000);
  for (let sent = 0; sent < 3; sent += 1) await send(token, "more.bin", createBytes(100_000));
  const start = (size: number) => client.post("/api/v1/files/uploads", { name: "a", size }, { token });
  expect(await start(100_000)).toMatchObject({ status: 413 });
  const stored = answers.find(({ status }) => status === 201);
  await client.call("DELETE", `/api/v1/files/${Object(stored?.body).id}`, { token });
  expect(await start(100_000)).toMatchObject({ status: 201 });
});

test("an account can have a limited number of incomplete uploads", async () => {
  const { client, start } = stack();
  const { token } = await client.register();
  const { id } = await start(token, "0.bin", 1);
  for (let number = 1; number < FILE_LIMITS.uploadsAtOnce; number += 1)
    await start(token, `${number}.bin`, 1);
  const more = () => client.post("/api/v1/files/uploads", { name: "a", size: 1 }, { token });
  expect(await more()).toMatchObject({ status: 429, body: { detail: FILE_TEXTS.tooManyUploads } });
  await client.call("DELETE", `/api/v1/files/${id}`, { token });
  expect(await more()).toMatchObject({ status: 201 });
});

test("an account can have ten uploads in progress, and the next ones are refused until one has ended", async () => {
  const { client, url, start, sendPart } = stack();
  const { token } = await client.register();
  const other = await client.register();
  const { id } = await start(token, "a.bin", 100);
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: 10 }, () => connect(Number(port), hostname));
  for (const socket of sockets)
    socket.write(
      `PUT /api/v1/files/uploads/${id}?offset=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: a/b\r\nContent-Length: 100\r\n\r\n`,
    );
  const refusal = { status: 429, body: { error: "rate_limited", detail: FILE_TEXTS.tooManyAtOnce } };
  await expect.poll(() => sendPart(token, id, 50, createBytes(50))).toMatchObject(refusal);
  const theirs = await start(other.token, "b.bin", 10);
  expect(await sendPart(other.token, theirs.id, 0, createBytes(10))).toMatchObject({ status: 200 });
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => sendPart(token, id, 0, createBytes(100))).toMatchObject({ status: 200 });
});

test("a form that breaks off leaves nothing", async () => {
  const { client, url, readUsage, listContents } = stack();
  const { token } = await client.register();
  const before = await listContents();
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${"a".repeat(200_000)}`;
  const head = `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}Content-Length: 400000\r\n\r\n${body}`);
  await expect.poll(() => readUsage(token)).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(() => readUsage(token)).toBe(0);
  expect(await listContents()).toEqual(before);
});

test("a form whose end is missing is refused", async () => {
  const { client, readUsage } = stack();
  const { token } = await client.register();
  const raw = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\ncontent';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect(await client.call("POST", "/api/v1/files", { token, raw, headers })).toMatchObject({
    status: 400,
    body: { error: "invalid_request" },
  });
  expect(await readUsage(token)).toBe(0);
});

test("files and uploads of other accounts are not found", async () => {
  const { client, upload, start, sendPart } = stack();
  const { token } = await client.register();
  const file = await upload(token, "a.txt", "text");
  const { id } = await start(token, "b.bin", 10);
  const other = await client.register();
  for (const each of [file.id, id, UNKNOWN]) {
    for (const [method, path] of [
      ["GET", `/files/${each}`],
      ["DELETE", `/files/${each}`],
      ["GET", `/files/${each}/content`],
      ["GET", `/files/uploads/${each}`],
    ] as const)
      expect(await client.call(method, `/api/v1${path}`, { token: other.token }), path).toMatchObject({
        status: 404,
      });
    expect(await sendPart(other.token, each, 0, createBytes(10))).toMatchObject({ status: 404 });
  }
  expect(await client.get(`/api/v1/files/${id}`, { token })).toMatchObject({ status: 404 });
  expect((await client.get("/api/v1/files", { token: other.token })).body).toMatchObject({ files: [] });
});

/** Sends a form whose size is not declared. */
async function sendChunked(url: string, token: string, bytes: number) {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  async function* body() {
    yield Buffer.from(head);
    for (let rest = bytes; rest > 0; rest -= 100_000) yield Buffer.alloc(Math.min(rest, 100_000));
    yield Buffer.from("\r\n--x--\r\n");
  }
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
    body: ReadableStream.from(body()),
    duplex: "half",
  });
  return { status: response.status, body: await response.json() };
}

/** Sends the headers and a half of a part, and then closes the connection. */
async function breakOff(url: string, path: string, token: string, part: Buffer): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${part.length}\r\n\r\n`,
  );
  await new Promise<unknown>((done) => socket.write(part.subarray(0, part.length / 2), done));
  await new Promise<unknown>((done) => socket.once("close", done).resume().end());
}
