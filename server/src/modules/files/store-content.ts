import type { Readable } from "node:stream";
import { notFound } from "../../platform/http/app-error.ts";
import { ByteCounter, discardRest, peek, readBytes } from "./byte-stream.ts";
import { cleanFileName } from "./file-name.ts";
import type { FilesContext } from "./files-context.ts";
import { createEmptyError, createFullError, createTooManyUploadsError } from "./limits.ts";
import { isMaskable, MAX_MASKED_BYTES, maskContent, type TextMask } from "./mask-content.ts";
import { detectMediaType, TYPE_SAMPLE_BYTES } from "./media-type.ts";
import { completeFile, discardFile, type NewFile, reserveFile, type Space } from "./upload-store.ts";

/** How long a content may take to arrive in one piece. The row of an upload that a crash interrupted is removed then. */
export const WHOLE_UPLOAD_MINUTES = 60;

type StorageContext = Pick<FilesContext, "db" | "storage" | "contents">;

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
  context: StorageContext,
  { content, ...options }: ContentOptions,
): Promise<string> {
  try {
    return await storeStream(context, { content, ...options });
  } catch (error) {
    // The rest of the content is discarded, so that the sender can finish and read the reason.
    discardRest(content);
    throw error;
  }
}

async function storeStream(
  { db, storage, contents }: StorageContext,
  options: ContentOptions,
): Promise<string> {
  const { content, space, maxBytes, days, refuse } = options;
  const { mask, declaredBytes = 0 } = options;
  const name = cleanFileName(mask ? mask.maskText(options.name) : options.name);
  const { head, whole } = await peek(readBytes(content), TYPE_SAMPLE_BYTES);
  if (head.length === 0) throw createEmptyError("file");
  const type = await detectMediaType(head, name);
  const shown =
    mask && isMaskable(type) && declaredBytes <= MAX_MASKED_BYTES ? maskContent(whole, mask) : whole;
  const stored = contents.create(options.accountId);
  const reserved = await reserveFile(
    db,
    { ...options, ...stored, name, isResumable: false },
    { ...space, minutes: WHOLE_UPLOAD_MINUTES },
  );
  if (reserved === "uploads") throw createTooManyUploadsError();
  if (reserved === "quota") throw createFullError(space.quota);
  const { id, bytes: limit } = reserved;
  const { storageKey, sealedKey } = stored;
  const counter = new ByteCounter();
  const exceeded = () => (limit < maxBytes ? createFullError(space.quota) : refuse());
  try {
    const limited = counter.limit(shown, limit, exceeded);
    const file = { account_id: options.accountId, storage_key: storageKey, sealed_key: sealedKey };
    await contents.write(file, limited);
    if (await completeFile(db, id, { bytes: counter.bytes, type, days })) return id;
  } catch (error) {
    await discardFile(db, id);
    throw error;
  }
  // The file was deleted meanwhile, maybe before its content was written.
  await storage.remove(storageKey, undefined);
  throw notFound("File");
}
