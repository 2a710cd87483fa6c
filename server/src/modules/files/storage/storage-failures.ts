import { FILE_TEXTS } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";
import type { FileStorage } from "./file-storage.ts";

/** A failure of the storage that a later attempt may not have. Its message is for the log. */
export class StorageUnavailable extends Error {}

const RETRY_AFTER_SECONDS = 10;
/** The disk or the user's share of it is full. */
const FULL_CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** Returns the same storage, whose failures are the errors that clients get. Errors of the contents are not changed. */
export function reportFailures(storage: FileStorage): FileStorage {
  const report = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toAppError(error);
    }
  };
  return {
    write: (...parameters) => report(storage.write(...parameters)),
    startParts: (...parameters) => report(storage.startParts(...parameters)),
    writePart: (...parameters) => report(storage.writePart(...parameters)),
    completeParts: (...parameters) => report(storage.completeParts(...parameters)),
    read: (...parameters) => report(storage.read(...parameters)),
    remove: (...parameters) => report(storage.remove(...parameters)),
    removeUnused: (...parameters) => report(storage.removeUnused(...parameters)),
    close: () => storage.close(),
  };
}

function toAppError(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return createUnavailable(FILE_TEXTS.storageFailed, error);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return FULL_CODES.includes(code) ? createUnavailable(FILE_TEXTS.serverFull, error) : error;
}

const createUnavailable = (text: string, cause: unknown) =>
  new AppError(503, "at_capacity", text, {
    cause,
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
