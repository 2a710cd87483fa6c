import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { FileUpload, type StoredFile } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { runJob } from "../../../../tests/harness/jobs.ts";
import { SERVER_CONTENT_VAULT, SERVER_MASTER_KEY } from "../../../../tests/harness/server.ts";
import { ContentVault } from "../../platform/crypto/content-vault.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { createBytes, PART, PNG, useFiles } from "./files.fixture.ts";
import { createFileKeyResealing } from "./reseal-keys.ts";

const stack = useFiles();
const TEXT = "Dear diary, nobody else reads this. ".repeat(4_000);
const JOB = "files in plain text";

/** Returns the path of a file's content, and that of its preview. */
async function findPaths({ id }: Pick<StoredFile, "id">) {
  const { db, folder } = stack();
  const row = await db
    .selectFrom("files")
    .select(["storage_key", "preview_key", "sealed_key"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const toPath = (key: string) => join(folder, key.slice(0, 2), key);
  return { ...row, path: toPath(row.storage_key), preview: row.preview_key && toPath(row.preview_key) };
}

/** Turns a file into one that an earlier version of the server stored. */
async function storePlain(file: StoredFile, content: Buffer | string): Promise<void> {
  await writeFile((await findPaths(file)).path, content);
  await sql`UPDATE files SET sealed_key = NULL WHERE id = ${file.id}`.execute(stack().db);
}

test("contents of forms, of parts and of previews are encrypted, and are downloaded as they were", async () => {
  const { register, upload, start, sendPart, download } = stack();
  const { token } = await register();
  const form = await upload(token, "diary.txt", TEXT);
  const content = Buffer.concat([Buffer.from(TEXT), createBytes(PART)]);
  const { id } = await start(token, "data.bin", content.length);
  await sendPart(token, id, 0, content.subarray(0, PART));
  const last = parseAnswer(FileUpload, await sendPart(token, id, PART, content.subarray(PART)));
  for (const [file, whole] of [
    [form, Buffer.from(TEXT)],
    [last.file, content],
  ] as const) {
    if (!file) throw new Error("the upload is not complete");
    const stored = await readFile((await findPaths(file)).path);
    expect(stored.includes("diary")).toBe(false);
    expect(stored.length).toBeGreaterThan(whole.length);
    expect((await download(file.url)).bytes.equals(whole)).toBe(true);
    const range = { range: `bytes=65530-${whole.length - 2}` };
    expect((await download(file.url, range)).bytes.equals(whole.subarray(65_530, -1))).toBe(true);
  }
});

test("a content that was changed in the storage is not sent as if it were whole", async () => {
  const { register, upload, download } = stack();
  const { token } = await register();
  const file = await upload(token, "diary.txt", TEXT);
  const { path } = await findPaths(file);
  const stored = await readFile(path);
  stored.writeUInt8(stored.readUInt8(70_000) ^ 1, 70_000);
  await writeFile(path, stored);
  await expect(download(file.url)).rejects.toThrow();
  expect((await download(file.url, { range: "bytes=0-9" })).bytes.toString()).toBe("Dear diary");
});

test("files of an earlier version stay readable, and a job encrypts them without the others waiting", async () => {
  const { db, register, upload, download, openModule, listContents } = stack();
  const { token } = await register();
  const [lost, diary, picture] = [
    await upload(token, "lost.txt", "lost"),
    await upload(token, "diary.txt", TEXT),
    await upload(token, "pixel.png", PNG),
  ];
  await storePlain(diary, TEXT);
  await storePlain(picture, PNG);
  await storePlain(lost, "lost");
  await sql`UPDATE files SET storage_key = ${"0".repeat(32)} WHERE id = ${lost.id}`.execute(db);
  expect((await download(diary.url)).bytes.toString()).toBe(TEXT);
  expect((await download(diary.url, { range: "bytes=5-9" })).bytes.toString()).toBe("diary");
  const shown = await download(picture.preview_url ?? "");
  expect(shown.status).toBe(200);
  const before = await findPaths(diary);

  const { jobs } = await openModule();
  await expect(runJob(jobs, JOB)).rejects.toThrow("failed to encrypt files");
  await runJob(jobs, JOB);
  const after = await findPaths(diary);
  expect(after.sealed_key).not.toBeNull();
  expect((await readFile(after.path)).includes("diary")).toBe(false);
  expect((await download(diary.url)).bytes.toString()).toBe(TEXT);
  expect((await download(picture.url)).bytes.equals(PNG)).toBe(true);
  expect((await findPaths(picture)).preview).toBeNull();
  expect((await download(picture.preview_url ?? "")).bytes.equals(shown.bytes)).toBe(true);
  const { preview } = await findPaths(picture);
  expect((await readFile(preview ?? "")).includes("WEBP")).toBe(false);
  await sql`UPDATE file_removals SET retry_at = now()`.execute(db);
  await runJob(jobs, "contents of deleted files");
  expect(await listContents()).not.toContain(before.storage_key);
});

test("a rotation of the master key seals the keys of files again, and leaves their contents", async () => {
  const { db, register, upload, openModule } = stack();
  const { token } = await register();
  const file = await upload(token, "diary.txt", TEXT);
  const before = await findPaths(file);
  const content = await readFile(before.path);
  const next = masterKey(randomBytes(32));
  const rotated = new ContentVault(createFixedKeys(next, masterKey(SERVER_MASTER_KEY)));
  const [table] = await createFileKeyResealing(db, rotated)("older_key");
  expect(table).toMatchObject({ failed: [] });
  const after = await findPaths(file);
  expect(after.sealed_key?.equals(before.sealed_key ?? Buffer.alloc(0))).toBe(false);
  expect((await readFile(after.path)).equals(content)).toBe(true);
  const { api } = await openModule({ contentVault: new ContentVault(createFixedKeys(next)) });
  expect(await text((await api.openContent(file.id)).stream)).toBe(TEXT);
  await createFileKeyResealing(db, SERVER_CONTENT_VAULT)("older_key");
});
