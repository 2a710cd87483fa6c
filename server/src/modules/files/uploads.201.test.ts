import { FileUpload, StoredFile, StoredFileList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { createBytes, PART, PNG, useFiles } from "./files.fixture.ts";

const stack = useFiles();

test("a file of a form is stored under a clean name with the type of its content, and can be downloaded", async () => {
  const { client, upload, download } = stack();
  const { token } = await client.register();
  const file = await upload(token, "Grüße 木.PNG", PNG);
  expect(file).toMatchObject({ name: "Grüße 木.PNG", type: "image/png", size: PNG.length, origin: "upload" });
  const { status, bytes, headers } = await download(file.url);
  expect(status).toBe(200);
  expect(bytes.equals(PNG)).toBe(true);
  expect(headers.get("content-type")).toBe("image/png");
  expect(parseAnswer(StoredFile, await client.get(`/api/v1/files/${file.id}`, { token })).name).toBe(
    file.name,
  );
});

test("a file of several parts is put together in order", async () => {
  const { client, start, sendPart, download, readUsage } = stack();
  const { token } = await client.register();
  const content = createBytes(2 * PART + 1_000);
  const { id, offset, part_bytes } = await start(token, "data.bin", content.length);
  expect({ offset, part_bytes }).toEqual({ offset: 0, part_bytes: PART });
  for (let at = 0; at < content.length; at += PART) {
    const answer = await sendPart(token, id, at, content.subarray(at, at + PART));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  const { file } = parseAnswer(FileUpload, await client.get(`/api/v1/files/uploads/${id}`, { token }));
  expect(file).toMatchObject({
    id,
    name: "data.bin",
    size: content.length,
    type: "application/octet-stream",
  });
  const { bytes } = await download(file?.url ?? "");
  expect(bytes.equals(content)).toBe(true);
  expect(await readUsage(token)).toBe(content.length);
});

test("the list is paged, newest first, and says how much space is used", async () => {
  const { client, upload, start } = stack();
  const { token } = await client.register();
  const ids = [];
  for (const name of ["1.txt", "2.txt", "3.txt"]) ids.unshift((await upload(token, name, "text")).id);
  await start(token, "incomplete.bin", 1_000);
  const page = async (query: string) =>
    parseAnswer(StoredFileList, await client.get(`/api/v1/files?limit=2${query}`, { token }));
  const one = await page("");
  const two = await page(`&cursor=${one.next_cursor}`);
  expect([...one.files, ...two.files].map(({ id }) => id)).toEqual(ids);
  expect(two.next_cursor).toBeNull();
  expect(one).toMatchObject({ used_bytes: 12 + 1_000, limit_bytes: 200_000_000 });
});

test("an archive is stored as it is, without being unpacked", async () => {
  const { client, upload, download } = stack();
  const { token } = await client.register();
  // The header of an entry that claims to expand to 4 GB.
  const bomb = Buffer.from("504b03041400000008000000210000000000ffffffffffffffff05000000612e747874", "hex");
  const file = await upload(token, "bomb.zip", bomb);
  expect(file).toMatchObject({ type: "application/zip", size: bomb.length });
  expect((await download(file.url)).bytes.equals(bomb)).toBe(true);
});

test("deleting a file removes it and frees its space immediately, also for an incomplete upload", async () => {
  const { client, upload, start, download, readUsage } = stack();
  const { token } = await client.register();
  const file = await upload(token, "a.txt", "text");
  const { id } = await start(token, "b.bin", 1_000);
  for (const deleted of [file.id, id])
    expect(await client.call("DELETE", `/api/v1/files/${deleted}`, { token })).toMatchObject({ status: 200 });
  expect(await readUsage(token)).toBe(0);
  expect((await download(file.url)).status).toBe(404);
  expect(await client.get(`/api/v1/files/uploads/${id}`, { token })).toMatchObject({ status: 404 });
  expect(await client.call("DELETE", `/api/v1/files/${file.id}`, { token })).toMatchObject({ status: 404 });
});
