import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readBlocks } from "../byte-stream.ts";
import type { ByteRange, ByteStream } from "./file-storage.ts";

/**
 * The size of a chunk before it is encrypted. A range is read from the beginning of its first chunk, so chunks must be
 * small. They add 28 bytes each, and an operation of the cipher takes 5 microseconds in addition to its bytes. The parts of
 * an upload are whole chunks.
 */
export const CHUNK_BYTES = 64 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + NONCE_BYTES + TAG_BYTES;

/** The key of a file, and what of it is encrypted: its content, or its preview. */
export interface ChunkKey {
  key: Buffer;
  purpose: "content" | "preview";
}

/** Returns the size of an encrypted content. */
export const getSealedBytes = (bytes: number): number =>
  bytes + Math.ceil(bytes / CHUNK_BYTES) * (NONCE_BYTES + TAG_BYTES);

/**
 * Encrypts a content with AES-256-GCM, chunk by chunk. Nonces are random, because a part of an upload can be sent twice
 * with different bytes. A chunk's number and purpose are authenticated, so that chunks cannot change places.
 * @param offset where the content begins in the file: the beginning of a chunk
 */
export async function* sealChunks(
  content: ByteStream,
  { key, purpose }: ChunkKey,
  offset = 0,
): AsyncGenerator<Buffer> {
  let number = offset / CHUNK_BYTES;
  for await (const block of readBlocks(content, CHUNK_BYTES)) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(describeChunk(purpose, number));
    const body = cipher.update(block);
    cipher.final();
    yield Buffer.concat([nonce, body, cipher.getAuthTag()]);
    number += 1;
  }
}

/** Returns the bytes of the encrypted content that contain a range of the file. */
export const toSealedRange = ({ start, end }: ByteRange): ByteRange => ({
  start: Math.floor(start / CHUNK_BYTES) * SEALED_CHUNK_BYTES,
  end: (Math.floor(end / CHUNK_BYTES) + 1) * SEALED_CHUNK_BYTES - 1,
});

/**
 * Decrypts the bytes of `toSealedRange(range)`. Yields exactly the range.
 * @throws Error if a chunk was changed, moved or is missing
 */
export async function* openChunks(
  sealed: ByteStream,
  { key, purpose }: ChunkKey,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let number = Math.floor(start / CHUNK_BYTES);
  let left = end - start + 1;
  for await (const block of readBlocks(sealed, SEALED_CHUNK_BYTES)) {
    const chunk = openChunk(block, key, describeChunk(purpose, number));
    const skipped = Math.max(0, start - number * CHUNK_BYTES);
    const wanted = chunk.subarray(skipped, skipped + left);
    left -= wanted.length;
    number += 1;
    if (wanted.length > 0) yield wanted;
  }
  if (left > 0) throw new Error("the stored content is shorter than the file");
}

function openChunk(block: Buffer, key: Buffer, associated: Buffer): Buffer {
  if (block.length <= NONCE_BYTES + TAG_BYTES) throw new Error("the stored content ends within a chunk");
  const decipher = createDecipheriv("aes-256-gcm", key, block.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(associated)
    .setAuthTag(block.subarray(block.length - TAG_BYTES));
  const chunk = decipher.update(block.subarray(NONCE_BYTES, block.length - TAG_BYTES));
  decipher.final();
  return chunk;
}

const describeChunk = (purpose: ChunkKey["purpose"], number: number): Buffer =>
  Buffer.from(`${purpose} ${number}`);
