import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { FILE_LIMITS, FILE_TEXTS } from "@stoa/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileStorage, StoredPart } from "./file-storage.ts";
import { FolderStorage } from "./folder-storage.ts";
import { S3_SERVERS, type S3Server } from "./s3-server.fixture.ts";
import { S3Storage } from "./s3-storage.ts";
import { getSealedBytes } from "./sealed-chunks.ts";
import { reportFailures } from "./storage-failures.ts";

/** The size of an encrypted part, which is the largest that a storage gets. */
const PART = getSealedBytes(FILE_LIMITS.partBytes);
const createKey = () => randomBytes(16).toString("hex");
const TOMORROW = () => new Date(Date.now() + 24 * 60 * 60 * 1000);

async function* stream(content: Buffer, chunkBytes = 60_000) {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
}

async function* breakOff(content: Buffer) {
  yield* stream(content);
  throw new Error("broke off");
}

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), "stoa-storage-"));
  const close = () => rm(folder, { recursive: true });
  return { storage: new FolderStorage(folder), other: undefined, folder, close };
}

async function openS3(s3: S3Server) {
  const server = await s3.start();
  const storage = new S3Storage(server.settings, "stoa-one");
  const other = new S3Storage(server.settings, "stoa-two");
  const close = async () => {
    for (const each of [storage, other]) each.close();
    await server.stop();
  };
  return { storage, other, folder: undefined, close };
}

/** The stores to test: only in the long suite, because they are installed from package indexes. */
const stores: S3Server[] = [];
for (const s3 of S3_SERVERS) {
  const problem = process.env.STOA_TEST_LONG ? await s3.install() : "only in the long suite (STOA_TEST_LONG)";
  if (problem === undefined) stores.push(s3);
  else console.warn(`The tests of S3 with ${s3.title} are skipped: ${problem}`);
}

/** What a folder and a store say of a content or an upload that they do not have. Some stores fail for an upload. */
const MISSING = /ENOENT|does not exist|cannot reach its file storage/;

describe.each([
  { kind: "a folder", open: openFolder },
  ...stores.map((s3) => ({ kind: `an S3 store: ${s3.title}`, open: () => openS3(s3) })),
])("$kind", ({ open }) => {
  let opened: Awaited<ReturnType<typeof openFolder>> | Awaited<ReturnType<typeof openS3>>;
  let storage: FileStorage;
  beforeAll(async () => {
    opened = await open();
    storage = reportFailures(opened.storage);
  }, 60_000);
  afterAll(() => opened.close());

  const read = async (key: string) => buffer(await storage.read(key));
  const start = async () => {
    const key = createKey();
    return { key, upload: await storage.startParts(key) };
  };

  it.each([
    ["1 byte", 1],
    ["a part", PART],
    ["two parts and a rest", 2 * PART + 7],
  ])("stores and removes a content of %s", async (_title, bytes) => {
    const [key, content] = [createKey(), randomBytes(bytes)];
    await storage.write(key, stream(content));
    expect((await read(key)).equals(content)).toBe(true);
    await storage.remove(key, undefined);
    await storage.remove(key, undefined);
    await expect(storage.read(key)).rejects.toThrow(MISSING);
  });

  it("reads a range", async () => {
    const [key, content] = [createKey(), randomBytes(1_000)];
    await storage.write(key, stream(content));
    const part = await buffer(await storage.read(key, { start: 10, end: 19 }));
    expect(part.equals(content.subarray(10, 20))).toBe(true);
  });

  it.each([
    ["small", 10],
    ["large", PART + 10],
  ])("leaves nothing of a %s content that broke off", async (_title, bytes) => {
    const key = createKey();
    await expect(storage.write(key, breakOff(randomBytes(bytes)))).rejects.toThrow("broke off");
    await expect(storage.read(key)).rejects.toThrow(MISSING);
  });

  it("puts the given parts together in their order, and a second time changes nothing", async () => {
    const { key, upload } = await start();
    const contents = [randomBytes(PART), randomBytes(PART), randomBytes(10)];
    const parts: StoredPart[] = [];
    for (const [number, content] of [
      [1, contents[0]],
      [3, contents[1]],
      [4, contents[2]],
    ] as const)
      parts.push({
        number,
        tag: await storage.writePart(key, upload, number, stream(content ?? Buffer.alloc(0))),
      });
    // A part that another one has replaced.
    await storage.writePart(key, upload, 2, stream(randomBytes(PART)));
    await expect(storage.read(key)).rejects.toThrow(MISSING);
    await storage.completeParts(key, upload, parts);
    await storage.completeParts(key, upload, parts);
    expect((await read(key)).equals(Buffer.concat(contents))).toBe(true);
  });

  it("forgets a part that broke off", async () => {
    const { key, upload } = await start();
    await expect(storage.writePart(key, upload, 1, breakOff(randomBytes(1_000)))).rejects.toThrow(
      "broke off",
    );
    const content = randomBytes(1_000);
    const tag = await storage.writePart(key, upload, 2, stream(content));
    await storage.completeParts(key, upload, [{ number: 2, tag }]);
    expect((await read(key)).equals(content)).toBe(true);
  });

  it("removes the parts of an upload, which then cannot be completed", async () => {
    const { key, upload } = await start();
    const tag = await storage.writePart(key, upload, 1, stream(randomBytes(1_000)));
    await storage.remove(key, upload);
    await storage.remove(key, upload);
    await expect(storage.completeParts(key, upload, [{ number: 1, tag }])).rejects.toThrow(MISSING);
    await expect(storage.read(key)).rejects.toThrow(MISSING);
  });

  it("removes what no file uses and what is old enough", async () => {
    const [used, unused, foreign] = [createKey(), createKey(), createKey()];
    for (const key of [used, unused]) await storage.write(key, stream(randomBytes(10)));
    await opened.other?.write(foreign, stream(randomBytes(10)));
    const active = await start();
    const tag = await storage.writePart(active.key, active.upload, 1, stream(randomBytes(10)));
    const left = await start();
    const leftTag = await storage.writePart(left.key, left.upload, 1, stream(randomBytes(10)));
    const findUsed = async (keys: string[]) =>
      new Set(keys.filter((key) => key === used || key === active.key));
    await storage.removeUnused(new Date(Date.now() - 60_000), findUsed);
    expect((await read(unused)).length).toBe(10);
    await storage.removeUnused(TOMORROW(), findUsed);
    await expect(storage.read(unused)).rejects.toThrow(MISSING);
    await expect(storage.completeParts(left.key, left.upload, [{ number: 1, tag: leftTag }])).rejects.toThrow(
      MISSING,
    );
    expect((await read(used)).length).toBe(10);
    await storage.completeParts(active.key, active.upload, [{ number: 1, tag }]);
    expect((await read(active.key)).length).toBe(10);
    if (opened.other) expect((await buffer(await opened.other.read(foreign))).length).toBe(10);
  });
});

it("a folder and its files can be read by the server's user only", async () => {
  const { storage, folder, close } = await openFolder();
  await storage.write(createKey(), stream(randomBytes(10)));
  await storage.writePart(createKey(), undefined, 1, stream(randomBytes(10)));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700);
  }
  await close();
});

it.each(["../../etc/passwd", "", "a".repeat(31), `${"a".repeat(32)}/x`])(
  "a folder refuses the key %j",
  async (key) => {
    const { storage, close } = await openFolder();
    await expect(storage.write(key, stream(randomBytes(1)))).rejects.toThrow("not the key of a file");
    await expect(storage.read(key)).rejects.toThrow("not the key of a file");
    await close();
  },
);

it("a store that cannot be reached is a 503 with a time to wait", async () => {
  const storage = reportFailures(
    new S3Storage(
      {
        endpoint: "http://127.0.0.1:1",
        bucket: "files",
        region: "us-east-1",
        accessKeyId: "key",
        secretAccessKey: "secret",
      },
      "stoa",
    ),
  );
  await expect(storage.write(createKey(), stream(randomBytes(10)))).rejects.toMatchObject({
    status: 503,
    code: "at_capacity",
    message: FILE_TEXTS.storageFailed,
    headers: { "retry-after": "10" },
  });
  storage.close();
});
