import { FILE_LIMITS, FILE_TEXTS, PLAN_FILE_MAX_BYTES } from "@stoa/contract";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { FilesContext } from "./files-context.ts";
import { readFileSpace } from "./own-limit.ts";

/** When a client may try again whose account has too many incomplete uploads: one of them may end within a minute. */
const RETRY_AFTER_SECONDS = 60;

/** Returns the limits of an account for new files. */
export async function readFileLimits(context: Pick<FilesContext, "db" | "getPlan">, accountId: string) {
  const plan = await context.getPlan(accountId);
  const { quota } = await readFileSpace({ ...context, getPlan: async () => plan }, accountId);
  return { fileMax: PLAN_FILE_MAX_BYTES[plan], quota, uploads: FILE_LIMITS.uploadsAtOnce };
}

export const createEmptyError = (field: string) => invalidField(field, FILE_TEXTS.empty);

const tooLarge = (message: string) => new AppError(413, "too_large", message);

export const createTooLargeError = (limit: number) => tooLarge(FILE_TEXTS.fileTooLarge(limit));

export const createArtifactTooLargeError = (limit: number) => tooLarge(FILE_TEXTS.artifactTooLarge(limit));

export const createFullError = (quota: number) => tooLarge(FILE_TEXTS.storageFull(quota));

export const createTooManyUploadsError = () =>
  new AppError(429, "rate_limited", FILE_TEXTS.tooManyUploads, {
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
