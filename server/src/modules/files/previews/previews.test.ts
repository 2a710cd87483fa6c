import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { runJob } from "../../../../../tests/harness/jobs.ts";
import { SERVER_CONTENT_VAULT } from "../../../../../tests/harness/server.ts";
import { FileContents } from "../file-contents.ts";
import { findFile } from "../file-store.ts";
import { PNG, useFiles } from "../files.fixture.ts";
import { openStorage } from "../storage/open-storage.ts";
import { Previewer } from "./previewer.ts";
import { Previews } from "./previews.ts";

// On a busy machine the process takes some seconds to start.
vi.setConfig({ testTimeout: 30_000 });

const stack = useFiles();

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } })
    .png()
    .toBuffer();

test("an image has a link to a smaller one, which is made once and takes no space of the quota", async () => {
  const { client, register, upload, download, readUsage, listContents } = stack();
  const { token } = await register();
  const image = await draw(3000, 2000);
  const file = await upload(token, "photo.png", image);
  expect(await listContents()).toHaveLength(1);
  // A page can show an image twice.
  const [first, second] = await Promise.all([1, 2].map(() => download(file.preview_url ?? "")));
  for (const answer of [first, second]) {
    expect(answer?.headers.get("content-type")).toBe("image/webp");
    expect(answer?.headers.get("content-disposition")).toContain("photo.png.webp");
    expect(await sharp(answer?.bytes).metadata()).toMatchObject({ format: "webp", width: 1024, height: 683 });
  }
  const again = await download(file.preview_url ?? "", { "if-none-match": first?.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  expect(await listContents()).toHaveLength(2);
  expect(await readUsage(token)).toBe(image.length);
  const path = `/api/v1/files/${file.id}/preview`;
  expect(await client.get(path, { token })).toMatchObject({ status: 200 });
  expect(await client.get(path)).toMatchObject({ status: 401 });
  expect(await client.get(path, { token: (await register()).token })).toMatchObject({ status: 404 });
  const forged = file.preview_url?.replace(/signature=.{4}/, "signature=AAAA") ?? "";
  expect((await download(forged)).status).toBe(403);
});

test("a preview is removed with its file", async () => {
  const { client, register, upload, download, listContents, openModule, folder } = stack();
  const { token } = await register();
  const before = await listContents();
  const file = await upload(token, "photo.png", PNG);
  expect((await download(file.preview_url ?? "")).status).toBe(200);
  expect(await listContents()).toHaveLength(before.length + 2);
  const { jobs, close } = await openModule();
  for (const name of await readdir(folder, { recursive: true })) await utimes(join(folder, name), 0, 0);
  await runJob(jobs, "unused contents of files");
  expect(await listContents()).toHaveLength(before.length + 2);
  await client.call("DELETE", `/api/v1/files/${file.id}`, { token });
  await runJob(jobs, "contents of deleted files");
  expect((await listContents()).sort()).toEqual(before.sort());
  await close?.();
});

test("a broken image has no preview, and is not retried", async () => {
  const { db, register, upload, download } = stack();
  const { token } = await register();
  const image = await draw(50, 50);
  const file = await upload(token, "cut.png", image.subarray(0, image.length - 20));
  for (const _ of [1, 2]) expect((await download(file.preview_url ?? "")).status).toBe(404);
  const { rows } = await sql`SELECT preview_key, preview_bytes FROM files WHERE id = ${file.id}`.execute(db);
  expect(rows).toEqual([{ preview_key: null, preview_bytes: 0 }]);
  expect((await download(file.url)).status).toBe(200);
});

test("files that are no images have no link to a preview", async () => {
  const { client, register, upload } = stack();
  const { token } = await register();
  for (const [name, content] of [
    ["a.txt", "text"],
    ["a.png", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ] as const) {
    const file = await upload(token, name, content);
    expect(file.preview_url).toBeNull();
    expect(await client.get(`/api/v1/files/${file.id}/preview`, { token })).toMatchObject({ status: 404 });
  }
});

test("without the program there is a 503, and the file is retried later", async () => {
  const { db, folder, register, upload } = stack();
  const { token, accountId } = await register();
  const file = await upload(token, "photo.png", PNG);
  const storage = await openStorage({ folder, s3: undefined }, db);
  const contents = new FileContents(storage, SERVER_CONTENT_VAULT);
  const previewer = new Previewer({ program: "", commands: [["/bin/false"]] });
  const log = { warn: vi.fn<(fields: object, message: string) => void>() };
  const previews = new Previews({ db, storage, contents, previewer, log });
  const row = await findFile(db, accountId, file.id);
  if (!row) throw new Error("the file is missing");
  await expect(previews.get(row)).rejects.toMatchObject({ status: 503, code: "at_capacity" });
  expect(log.warn).toHaveBeenCalledOnce();
  expect((await findFile(db, accountId, file.id))?.preview_bytes).toBeNull();
});
