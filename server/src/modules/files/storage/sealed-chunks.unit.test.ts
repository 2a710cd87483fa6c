import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { ByteRange } from "./file-storage.ts";
import {
  CHUNK_BYTES,
  type ChunkKey,
  getSealedBytes,
  openChunks,
  sealChunks,
  toSealedRange,
} from "./sealed-chunks.ts";

const KEY: ChunkKey = { key: randomBytes(32), purpose: "content" };
const SEALED = getSealedBytes(CHUNK_BYTES);

async function* stream(content: Buffer, pieceBytes = 10_007) {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}
const seal = (content: Buffer, key = KEY) => buffer(Readable.from(sealChunks(stream(content), key)));
const open = (sealed: Buffer, range: ByteRange, key = KEY) => {
  const { start, end } = toSealedRange(range);
  return buffer(Readable.from(openChunks(stream(sealed.subarray(start, end + 1)), key, range)));
};

it.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES + 7])(
  "%i bytes and ranges of them are the same after encryption",
  async (bytes) => {
    const content = randomBytes(bytes);
    const sealed = await seal(content);
    expect(sealed.length).toBe(getSealedBytes(bytes));
    const edges = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, 2 * CHUNK_BYTES, bytes - 1].filter((at) => at < bytes);
    for (const start of edges)
      for (const end of edges.filter((at) => at >= start))
        expect(
          (await open(sealed, { start, end })).equals(content.subarray(start, end + 1)),
          `${start} ${end}`,
        ).toBe(true);
  },
);

it("the same content is never encrypted to the same bytes", async () => {
  const [one, two] = [await seal(Buffer.from("text")), await seal(Buffer.from("text"))];
  expect(one.equals(two)).toBe(false);
  expect(one.includes("text")).toBe(false);
});

it("parts that are encrypted apart are one content", async () => {
  const content = randomBytes(2 * CHUNK_BYTES + 5);
  const parts = [
    await seal(content.subarray(0, CHUNK_BYTES)),
    await buffer(Readable.from(sealChunks(stream(content.subarray(CHUNK_BYTES)), KEY, CHUNK_BYTES))),
  ];
  expect((await open(Buffer.concat(parts), { start: 0, end: content.length - 1 })).equals(content)).toBe(
    true,
  );
});

it.each<[string, (sealed: Buffer) => Buffer]>([
  ["a changed byte", (sealed) => Buffer.concat([Buffer.from([sealed.readUInt8(0) ^ 1]), sealed.subarray(1)])],
  [
    "chunks that changed places",
    (sealed) => Buffer.concat([sealed.subarray(SEALED), sealed.subarray(0, SEALED)]),
  ],
  ["a missing chunk", (sealed) => sealed.subarray(0, SEALED)],
  ["a chunk that breaks off", (sealed) => sealed.subarray(0, SEALED + 20)],
  ["nothing", () => Buffer.alloc(0)],
])("%s is an error, and never other bytes", async (_title, change) => {
  const sealed = change(await seal(randomBytes(2 * CHUNK_BYTES)));
  await expect(open(sealed, { start: 0, end: 2 * CHUNK_BYTES - 1 })).rejects.toThrow(
    /unable to authenticate|shorter than the file|ends within a chunk/,
  );
});

it("another key, and the key of a preview, open nothing", async () => {
  const sealed = await seal(Buffer.from("text"));
  for (const key of [{ ...KEY, key: randomBytes(32) }, { ...KEY, purpose: "preview" } as const])
    await expect(open(sealed, { start: 0, end: 3 }, key)).rejects.toThrow("unable to authenticate");
});
