import type { Readable } from "node:stream";
import type { Database } from "../../platform/db/database.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { ByteCounter, discardRest, peek, readBytes } from "./byte-stream.ts";
import { cleanFileName } from "./file-name.ts";
import { createEmptyError, createFullError, createTooManyUploadsError } from "./limits.ts";
import { isMaskable, MAX_MASKED_BYTES, maskContent, type TextMask } from "./mask-content.ts";
import { detectMediaType, TYPE_SAMPLE_BYTES } from "./media-type.ts";
import type { FileStorage } from "./storage/file-storage.ts";
import { completeFile, discardFile, type NewFile, reserveFile, type Space } from "./upload-store.ts";

/** How long a content may take to arrive in one piece. The row of an upload that a crash interrupted is removed then. */
export const WHOLE_UPLOAD_MINUTES = 60;

export interface ContentOptions extends NewFile {
  content: Readable;
  space: Omit<Space, "minutes">;
  /** The maximum size of the file, and the error for a larger one. */
  maxBytes: number;
  refuse: () => Error;
  /** How many days the file is kept. */
  days: number;
  /** Masks the name, and the content if it is a text that is not too large. */
  mask?: TextMask | undefined;
  declaredBytes?: number;
}

/**
 * Stores a content that arrives in one piece. Its space is reserved first and corrected at the end.
 * @returns the ID of the file
 * @throws AppError 400 for an empty content, 413 for one that is too large, 429 for too many incomplete uploads
 */
export async function storeContent(
  { db, storage }: { db: Database; storage: FileStorage },
  { content, ...options }: ContentOptions,
): Promise<string> {
  try {
    return await storeStream(db, storage, { content, ...options });
  } catch (error) {
    // The rest of the content is discarded, so that the sender can finish and read the reason.
    discardRest(content);
    throw error;
  }
}

async function storeStream(db: Database, storage: FileStorage, options: ContentOptions): Promise<string> {
  const { content, space, maxBytes, days, refuse } = options;
  const { mask, declaredBytes = 0 } = options;
  const name = cleanFileName(mask ? mask.maskText(options.name) : options.name);
  const { head, whole } = await peek(readBytes(content), TYPE_SAMPLE_BYTES);
  if (head.length === 0) throw createEmptyError("file");
  const type = await detectMediaType(head, name);
  const shown =
    mask && isMaskable(type) && declaredBytes <= MAX_MASKED_BYTES ? maskContent(whole, mask) : whole;
  const reserved = await reserveFile(
    db,
    { ...options, name, isResumable: false },
    { ...space, minutes: WHOLE_UPLOAD_MINUTES },
  );
  if (reserved === "uploads") throw createTooManyUploadsError();
  if (reserved === "quota") throw createFullError(space.quota);
  const { id, storageKey, bytes: limit } = reserved;
  const counter = new ByteCounter();
  const exceeded = () => (limit < maxBytes ? createFullError(space.quota) : refuse());
  try {
    const limited = counter.limit(shown, limit, exceeded);
    await storage.write(storageKey, limited);
    if (await completeFile(db, id, { bytes: counter.bytes, type, days })) return id;
  } catch (error) {
    await discardFile(db, id);
    throw error;
  }
  // The file was deleted meanwhile, maybe before its content was written.
  await storage.remove(storageKey, undefined);
  throw notFound("File");
}
