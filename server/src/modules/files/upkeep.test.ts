import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runJob } from "../../../../tests/harness/jobs.ts";
import { createBytes, PART, useFiles } from "./files.fixture.ts";

const stack = useFiles();

async function tidy() {
  const { jobs } = await stack().openModule();
  for (const name of ["expired files", "contents of deleted files"]) await runJob(jobs, name);
}

test("the contents of deleted and expired files and of abandoned uploads are removed, and others are kept", async () => {
  const { db, client, register, upload, start, sendPart, download, listContents, readUsage } = stack();
  const { token } = await register();
  const kept = await upload(token, "kept.txt", "kept");
  const keptUpload = await start(token, "kept.bin", PART + 1);
  await sendPart(token, keptUpload.id, 0, createBytes(PART));
  expect(await listContents()).toHaveLength(2);
  const deleted = await upload(token, "deleted.txt", "text");
  await client.call("DELETE", `/api/v1/files/${deleted.id}`, { token });
  const expired = await upload(token, "expired.txt", "text");
  const abandoned = await start(token, "abandoned.bin", PART + 1);
  await sendPart(token, abandoned.id, 0, createBytes(PART));
  await sql`
    UPDATE files SET expires_at = now() - interval '1 second'
    WHERE id IN (${expired.id}, ${abandoned.id})`.execute(db);
  expect(await listContents()).toHaveLength(5);
  await tidy();
  expect(await listContents()).toHaveLength(2);
  expect((await download(kept.url)).status).toBe(200);
  expect(await client.get(`/api/v1/files/uploads/${keptUpload.id}`, { token })).toMatchObject({
    body: { offset: PART },
  });
  expect(await readUsage(token)).toBe(4 + PART + 1);
});

test("a removal that failed is repeated later, and does not stop the others", async () => {
  const { db, client, register, upload, openModule } = stack();
  const { token } = await register();
  const files = [await upload(token, "a.txt", "text"), await upload(token, "b.txt", "text")];
  // A name that is not a key makes the storage fail.
  await sql`UPDATE files SET storage_key = 'invalid' WHERE id = ${files[0]?.id}`.execute(db);
  for (const { id } of files) await client.call("DELETE", `/api/v1/files/${id}`, { token });
  const { jobs } = await openModule();
  const readQueue = async () =>
    (
      await sql<{ storage_key: string; attempts: number }>`
        SELECT storage_key, attempts FROM file_removals`.execute(db)
    ).rows;
  await expect(runJob(jobs, "contents of deleted files")).rejects.toThrow("failed to remove");
  expect(await readQueue()).toEqual([{ storage_key: "invalid", attempts: 1 }]);
  await runJob(jobs, "contents of deleted files");
  expect(await readQueue()).toMatchObject([{ attempts: 1 }]);
  await sql`UPDATE file_removals SET retry_at = now()`.execute(db);
  await expect(runJob(jobs, "contents of deleted files")).rejects.toThrow("failed to remove");
  expect(await readQueue()).toMatchObject([{ attempts: 2 }]);
  await sql`DELETE FROM file_removals`.execute(db);
});

test("old contents and parts without a file are removed, and recent ones are kept", async () => {
  const { register, upload, start, sendPart, download, folder, listContents, openModule } = stack();
  const { token } = await register();
  const file = await upload(token, "a.txt", "text");
  const { id } = await start(token, "b.bin", PART + 1);
  await sendPart(token, id, 0, createBytes(PART));
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  const leave = async (path: string, age: Date) => {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), "left over");
    await utimes(join(folder, path), age, age);
    await utimes(join(folder, path, ".."), age, age);
  };
  await leave(`aa/${"a".repeat(32)}`, days(3));
  await leave(`parts/${"b".repeat(32)}/1`, days(3));
  await leave(`drafts/${"c".repeat(32)}`, days(3));
  await leave(`dd/${"d".repeat(32)}`, days(1));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !entry.name.startsWith("d".repeat(32)))
      for (const path of [join(entry.parentPath, entry.name), entry.parentPath])
        await utimes(path, days(3), days(3));
  const { jobs } = await openModule();
  await runJob(jobs, "unused contents of files");
  const contents = await listContents();
  expect(contents).toContain("d".repeat(32));
  for (const letter of ["a", "c"]) expect(contents).not.toContain(letter.repeat(32));
  expect(await readdir(join(folder, "parts"))).not.toContain("b".repeat(32));
  expect((await download(file.url)).status).toBe(200);
  expect(await sendPart(token, id, PART, createBytes(1))).toMatchObject({ body: { file: { id } } });
});

test("the contents of a deleted account are removed", async () => {
  const { client, register, upload, download, listContents, db } = stack();
  await tidy();
  const before = (await listContents()).length;
  const { token, accountId } = await register();
  const { url } = await upload(token, "private.txt", "text");
  const exported = await client.get("/api/v1/users/export", { token });
  expect(exported.body).toMatchObject({ files: [{ name: "private.txt", size: 4, type: "text/plain" }] });
  const deleted = await client.call("DELETE", "/api/v1/users/me", {
    token,
    json: { password: "correct horse", give_up_balance: true },
  });
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
  expect((await download(url)).status).toBe(404);
  await tidy();
  expect(await listContents()).toHaveLength(before);
  const { rows } = await sql`SELECT FROM file_usage WHERE account_id = ${accountId}`.execute(db);
  expect(rows).toEqual([]);
});
