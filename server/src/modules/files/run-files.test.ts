import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { FILE_TEXTS, PLAN_FILE_MAX_BYTES } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createBytes, useFiles } from "./files.fixture.ts";

const stack = useFiles();
const UNKNOWN = `file_${"0".repeat(32)}`;
const RUN = `run_${"1".repeat(32)}`;

test("a run receives the files of its account in their order, and keeps them", async () => {
  const { db, register, upload, openModule } = stack();
  const { api } = await openModule();
  const { token, accountId } = await register();
  const files = [await upload(token, "1.txt", "one"), await upload(token, "2.txt", "two")];
  await sql`UPDATE files SET expires_at = now() + interval '1 day'`.execute(db);
  const ids = files.map(({ id }) => id).reverse();
  expect(await api.requireFiles({ accountId }, ids, "input_data")).toEqual([
    { id: ids[0], name: "2.txt", type: "text/plain", bytes: 3 },
    { id: ids[1], name: "1.txt", type: "text/plain", bytes: 3 },
  ]);
  const { rows } = await sql<{ days: number }>`
    SELECT extract(day FROM expires_at - now())::integer AS days FROM files`.execute(db);
  expect(rows.map(({ days }) => days)).toEqual([89, 89]);
  const { stream, bytes } = await api.openContent(ids[0] ?? "");
  expect({ bytes, text: (await buffer(stream)).toString() }).toEqual({ bytes: 3, text: "two" });
  await expect(api.openContent(UNKNOWN)).rejects.toMatchObject({ status: 404 });
});

test("unknown, incomplete, expired and other accounts' files are refused with the same text", async () => {
  const { db, register, upload, start, openModule } = stack();
  const { api } = await openModule();
  const { token, accountId } = await register();
  const stranger = await register();
  const mine = await upload(token, "mine.txt", "text");
  const expired = await upload(token, "expired.txt", "text");
  await sql`UPDATE files SET expires_at = now() - interval '1 second' WHERE id = ${expired.id}`.execute(db);
  const theirs = await upload(stranger.token, "theirs.txt", "text");
  const incomplete = await start(token, "incomplete.bin", 10);
  for (const id of [UNKNOWN, theirs.id, incomplete.id, expired.id, "../etc/passwd"]) {
    const message = FILE_TEXTS.unknownFile(id);
    await expect(api.requireFiles({ accountId }, [mine.id, id], "input_data.file")).rejects.toMatchObject({
      status: 400,
      message,
      errors: [{ field: "input_data.file", message }],
    });
  }
  expect(await api.requireFiles({ accountId }, [], "input_data")).toEqual([]);
});

test("an artifact belongs to the caller, is listed with its run once it is shown, and is removed with it", async () => {
  const { client, db, register, openModule, download, readUsage } = stack();
  const { api } = await openModule();
  const { token, accountId, userId } = await register();
  const artifact = await api.storeArtifact({
    accountId,
    userId,
    runId: RUN,
    name: "../chart.html",
    stream: Readable.from([Buffer.from("<html>"), Buffer.from("</html>")]),
  });
  expect(artifact).toMatchObject({ name: "chart.html", type: "text/html", bytes: 13 });
  const list = async () => (await client.get(`/api/v1/files?run_id=${RUN}`, { token })).body;
  expect(await list()).toMatchObject({ files: [] });
  await sql`UPDATE files SET state = 'stored' WHERE run_id = ${RUN}`.execute(db);
  expect(await list()).toMatchObject({ files: [{ id: artifact.id, origin: "artifact", run_id: RUN }] });
  expect((await download(api.createLinks(artifact).url)).bytes.toString()).toBe("<html></html>");
  expect(await readUsage(token)).toBe(13);
  await api.removeArtifacts(RUN);
  expect(await readUsage(token)).toBe(0);
  expect(await client.get(`/api/v1/files/${artifact.id}`, { token })).toMatchObject({ status: 404 });
});

test("an artifact that is empty, too large, or breaks off leaves nothing", async () => {
  const { register, openModule, readUsage, listContents } = stack();
  const { api } = await openModule();
  const { token, accountId, userId } = await register();
  const before = (await listContents()).length;
  const store = (stream: Readable) =>
    api.storeArtifact({ accountId, userId, runId: RUN, name: "a.bin", stream });
  const broken = async function* () {
    yield createBytes(9_000);
    throw new Error("broke off");
  };
  await expect(store(Readable.from([]))).rejects.toMatchObject({ status: 400, message: FILE_TEXTS.empty });
  const half = createBytes(PLAN_FILE_MAX_BYTES.free / 2);
  await expect(store(Readable.from([half, half, createBytes(1)]))).rejects.toMatchObject({
    status: 413,
    message: FILE_TEXTS.artifactTooLarge(PLAN_FILE_MAX_BYTES.free),
  });
  await expect(store(Readable.from(broken()))).rejects.toThrow("broke off");
  expect(await readUsage(token)).toBe(0);
  expect(await listContents()).toHaveLength(before);
  expect(await store(Readable.from([half, half]))).toMatchObject({ bytes: PLAN_FILE_MAX_BYTES.free });
});

test("a file that was deleted during its upload leaves no content", async () => {
  const { db, register, openModule, listContents } = stack();
  const { api } = await openModule();
  const { accountId, userId } = await register();
  const before = (await listContents()).length;
  const content = async function* () {
    yield createBytes(9_000);
    // The row exists as soon as the first bytes have arrived.
    while (
      (await sql`DELETE FROM files WHERE account_id = ${accountId} RETURNING id`.execute(db)).rows.length ===
      0
    )
      await new Promise((done) => setTimeout(done, 5));
    yield createBytes(10);
  };
  await expect(
    api.storeArtifact({
      accountId,
      userId,
      runId: RUN,
      name: "a.bin",
      stream: Readable.from(content(), { highWaterMark: 1 }),
    }),
  ).rejects.toMatchObject({ status: 404 });
  expect(await listContents()).toHaveLength(before);
});
