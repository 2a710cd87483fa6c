import type { Readable } from "node:stream";
import { FILE_LIMITS, FILE_TEXTS, type FileUpload, type StartFileUploadRequest } from "@stoa/contract";
import { AppError, invalidField, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { ByteCounter, discardRest, peek, readBytes } from "./byte-stream.ts";
import { cleanFileName } from "./file-name.ts";
import type { Files } from "./files.ts";
import type { FilesContext } from "./files-context.ts";
import { createFullError, createTooLargeError, createTooManyUploadsError, readFileLimits } from "./limits.ts";
import { detectMediaType, TYPE_SAMPLE_BYTES } from "./media-type.ts";
import { presentUpload } from "./present.ts";
import {
  addPart,
  completeFile,
  discardFile,
  findUpload,
  listParts,
  reserveFile,
  setStorageUpload,
  takePartNumber,
  type UploadRow,
} from "./upload-store.ts";

/** A part as the request sends it. */
export interface SentPart {
  offset: number;
  content: Readable;
  /** The size that the request declares, if it does. */
  declaredBytes: number | undefined;
}

/**
 * Uploads files in parts, so that an upload that broke off can continue. Every request is short, and only parts that
 * arrived completely count.
 */
export class PartUploads {
  readonly #context: FilesContext;
  readonly #files: Pick<Files, "get">;

  constructor(context: FilesContext, files: Pick<Files, "get">) {
    this.#context = context;
    this.#files = files;
  }

  /** @throws AppError 413 for a file that is too large, 429 for too many incomplete uploads */
  async start(caller: Caller, { name, size }: StartFileUploadRequest): Promise<FileUpload> {
    const { db, storage, contents } = this.#context;
    const { accountId, userId } = caller;
    const { fileMax, ...space } = await readFileLimits(this.#context, accountId);
    if (size > fileMax) throw createTooLargeError(fileMax);
    const stored = contents.create(accountId);
    const reserved = await reserveFile(
      db,
      { ...stored, accountId, userId, name: cleanFileName(name), isResumable: true },
      { ...space, wanted: size, least: size, minutes: FILE_LIMITS.uploadHours * 60 },
    );
    if (reserved === "uploads") throw createTooManyUploadsError();
    if (reserved === "quota") throw createFullError(space.quota);
    try {
      const upload = await storage.startParts(stored.storageKey);
      if (upload !== undefined) await setStorageUpload(db, reserved.id, upload);
    } catch (error) {
      await discardFile(db, reserved.id);
      throw error;
    }
    return this.get(caller, reserved.id);
  }

  /** Returns an upload, complete or not. @throws AppError 404 if the account has no such upload */
  async get(caller: Caller, id: string): Promise<FileUpload> {
    let row = await this.#find(caller.accountId, id);
    if (isReceived(row)) {
      // This was the last part, or a crash or a failure of the storage came between the last part and the end.
      await this.#complete(row);
      row = await this.#find(caller.accountId, id);
    }
    return presentUpload(row, row.state === "stored" ? await this.#files.get(caller, id) : null);
  }

  /**
   * Adds a part. The last part completes the file.
   * @throws AppError 400 for a part of the wrong size, 404 if the account has no such upload, 409 with the right offset
   * if the server has another number of bytes, 413 for a part that is too large
   */
  async addPart(caller: Caller, id: string, part: SentPart): Promise<FileUpload> {
    const { accountId } = caller;
    try {
      const row = await this.#find(accountId, id);
      if (row.state === "stored") throw createOffsetError(row, FILE_TEXTS.complete);
      if (Number(row.received_bytes) !== part.offset) throw createOffsetError(row);
      await this.#receive(row, part, () => this.#find(accountId, id));
    } catch (error) {
      // The rest of the part is discarded, so that the client can finish and read the reason.
      discardRest(part.content);
      throw error;
    }
    return this.get(caller, id);
  }

  async #receive(row: UploadRow, part: SentPart, reload: () => Promise<UploadRow>): Promise<void> {
    const { db, storage, contents } = this.#context;
    const { id } = row;
    const bytes = Math.min(FILE_LIMITS.partBytes, Number(row.bytes) - part.offset);
    if (part.declaredBytes !== undefined && part.declaredBytes !== bytes)
      throw createSizeError(part.declaredBytes, bytes);
    const { head, whole } = await peek(readBytes(part.content), TYPE_SAMPLE_BYTES);
    const type = part.offset === 0 ? await detectMediaType(head, row.name) : undefined;
    const number = await takePartNumber(db, id, part.offset);
    if (number === undefined) throw createOffsetError(await reload());
    const counter = new ByteCounter();
    const exact = counter.limit(whole, bytes, () => createSizeError(bytes + 1, bytes));
    const tag = await contents.writePart(row, { number, offset: part.offset }, exact);
    if (counter.bytes < bytes) throw createSizeError(counter.bytes, bytes);
    if (await addPart(db, id, { number, tag, type, offset: part.offset, bytes })) return;
    // Another part was first, or the upload was deleted, maybe before this part was written.
    const current = await reload().catch(async (error: unknown) => {
      await storage.remove(row.storage_key, row.storage_upload ?? undefined);
      throw error;
    });
    throw createOffsetError(current);
  }

  async #complete(row: UploadRow): Promise<void> {
    const { db, storage, days } = this.#context;
    const { id, storage_key: key, storage_upload: upload, type } = row;
    if (type === null) throw new Error(`upload ${id} has all bytes, but no type`);
    await storage.completeParts(key, upload ?? undefined, await listParts(db, id));
    await completeFile(db, id, { bytes: Number(row.bytes), type, days });
  }

  async #find(accountId: string, id: string): Promise<UploadRow> {
    const row = await findUpload(this.#context.db, accountId, id);
    if (!row) throw notFound("Upload");
    return row;
  }
}

const isReceived = ({ state, received_bytes, bytes }: UploadRow) =>
  state === "uploading" && received_bytes === bytes;

/** Returns the 409 that tells the offset at which the upload continues. */
function createOffsetError({ received_bytes: received }: UploadRow, text?: string): AppError {
  const message = text ?? FILE_TEXTS.wrongOffset(Number(received));
  return new AppError(409, "conflict", message, {
    errors: [{ field: "offset", message }],
    headers: { "upload-offset": String(received) },
  });
}

function createSizeError(actual: number, expected: number): AppError {
  const message = FILE_TEXTS.wrongPartSize(expected);
  return actual > expected ? new AppError(413, "too_large", message) : invalidField("body", message);
}
