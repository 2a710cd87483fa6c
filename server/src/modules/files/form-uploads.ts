import { FILE_TEXTS } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { deleteFile } from "./file-store.ts";
import type { FilesContext } from "./files-context.ts";
import { createTooLargeError, readFileLimits } from "./limits.ts";
import { type ContentOptions, storeContent } from "./store-content.ts";

/** The most that the form itself adds to a request: boundaries, headers and the fields of clients that send more. */
const FORM_BYTES = 64 * 1024;
/** A form has one file. Clients may send other fields, which are ignored. */
const FORM_LIMITS = { files: 1, fields: 12, parts: 13, fieldSize: 1_024 };

/**
 * Stores the file of a form. Its bytes are passed on as they arrive.
 * @returns the ID of the file
 * @throws AppError 400 without a file or for an empty one, 413 for a file that is too large, 415 for another body
 */
export async function storeForm(
  context: FilesContext,
  caller: Caller,
  request: FastifyRequest,
): Promise<string> {
  if (!request.isMultipart())
    throw new AppError(415, "unsupported_media_type", "Send a form with a file (multipart/form-data)");
  const { fileMax, ...space } = await readFileLimits(context, caller.accountId);
  const declared = readLength(request);
  if (declared !== undefined && declared > fileMax + FORM_BYTES) throw createTooLargeError(fileMax);
  const options = {
    accountId: caller.accountId,
    userId: caller.userId,
    space: {
      ...space,
      wanted: Math.min(declared ?? fileMax, fileMax),
      least: Math.max(1, (declared ?? 0) - FORM_BYTES),
    },
    maxBytes: fileMax,
    refuse: () => createTooLargeError(fileMax),
    days: context.days,
  };
  return readForm(context, request, options);
}

async function readForm(
  context: FilesContext,
  request: FastifyRequest,
  options: Omit<ContentOptions, "content" | "name">,
): Promise<string> {
  let id: string | undefined;
  try {
    const limits = { ...FORM_LIMITS, fileSize: options.maxBytes + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") continue;
      if (part.fieldname === "file" && part.filename)
        id = await storeContent(context, { ...options, name: part.filename, content: part.file });
      else part.file.resume();
    }
  } catch (error) {
    // The rest of the request is discarded, so that the client can finish and read the reason.
    request.raw.resume();
    if (id !== undefined) await deleteFile(context.db, options.accountId, id);
    throw toFormError(error);
  }
  if (id === undefined) throw invalidField("file", FILE_TEXTS.missing);
  return id;
}

/** Returns the size that a request declares for its body, if it does. */
export function readLength({ headers }: FastifyRequest): number | undefined {
  const length = Number(headers["content-length"]);
  return Number.isSafeInteger(length) ? length : undefined;
}

/** Converts an error of the form parser into an AppError. */
function toFormError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "FST_FILES_LIMIT") return invalidField("file", "Send exactly one file");
  const isOfForm = typeof code === "string" && code.startsWith("FST_");
  const isBroken = error instanceof Error && /multipart|terminated early|Unexpected end/i.test(error.message);
  if (!isOfForm && !isBroken) return error;
  return new AppError(
    400,
    "invalid_request",
    "The form data is invalid. Check that it is complete and has a boundary",
    { cause: error },
  );
}
