import type { FileUpload, StoredFile } from "@stoa/contract/files";
import { call } from "../lib/call.ts";
import { hasStatus, NetworkError } from "../lib/http-error.ts";
import { createByteSender } from "../lib/send-bytes.ts";
import { waitOrAbort } from "../lib/wait-or-abort.ts";

/** The pauses in milliseconds before the attempts to continue. A phone that changes its network needs some seconds. */
const PAUSES_MS: readonly number[] = [500, 2000, 5000, 10_000, 20_000];

interface UploadOptions {
  readonly signal: AbortSignal;
  /** The ID of an upload of the same file that was interrupted. */
  readonly resumeId?: string | undefined;
  /** Called with the ID of the upload when it has started. */
  readonly onStarted?: (id: string) => void;
  /** Called with the number of bytes that have been sent. */
  readonly onProgress: (bytes: number) => void;
  /** Waits before the next attempt. Default: a timer */
  readonly wait?: typeof waitOrAbort;
}

/** Returns whether sending again can help: there was no response, the server was busy, or it has other bytes. */
function canContinue(error: unknown): boolean {
  const statuses = [409, 429, 500, 502, 503, 504];
  return error instanceof NetworkError || statuses.some((status) => hasStatus(error, status));
}

async function sendPart(upload: FileUpload, file: Blob, { signal, onProgress }: UploadOptions) {
  const { id, offset, part_bytes } = upload;
  return call("files.sendPart", {
    params: { id },
    query: { offset },
    bytes: file.slice(offset, offset + part_bytes),
    signal,
    send: createByteSender((bytes) => onProgress(Math.min(offset + bytes, file.size))),
  });
}

/** Returns the upload to continue, or starts one if there is none or the server has forgotten it. */
async function openUpload(file: File, id: string | undefined, signal: AbortSignal): Promise<FileUpload> {
  if (id !== undefined) {
    try {
      return await call("files.getUpload", { params: { id }, signal });
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }
  return call("files.startUpload", { body: { name: file.name, size: file.size }, signal });
}

/**
 * Uploads a file in parts. After a failure that may pass, it asks the server which bytes it has, and continues there.
 * @throws HttpError if the server refuses the file, NetworkError if it stays unreachable, an abort error if `signal`
 * aborts.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<StoredFile> {
  const { signal } = options;
  let id = options.resumeId;
  let upload: FileUpload | null = null;
  let failures = 0;
  for (;;) {
    try {
      if (upload === null) {
        upload = await openUpload(file, id, signal);
        if (id !== upload.id) options.onStarted?.(upload.id);
        id = upload.id;
      } else {
        upload = await sendPart(upload, file, options);
        failures = 0;
      }
      options.onProgress(upload.offset);
      if (upload.file !== null) return upload.file;
    } catch (error) {
      const pause = PAUSES_MS[failures];
      if (signal.aborted || !canContinue(error) || pause === undefined) throw error;
      failures += 1;
      upload = null;
      await (options.wait ?? waitOrAbort)(pause, signal);
      signal.throwIfAborted();
    }
  }
}
