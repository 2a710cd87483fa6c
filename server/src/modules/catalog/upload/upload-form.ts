import { InspectFields, LIMITS, TEXTS, UploadFields, VersionFields } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import { AppError, type FieldError, invalidField } from "../../../platform/http/app-error.ts";
import { parsePart } from "../../../platform/http/mount.ts";
import { ArchiveProblem } from "./archive/archive-problem.ts";
import { openArchive } from "./archive/open-archive.ts";
import type { UploadedFile } from "./upload-context.ts";

/** The longest file name that common file systems allow. Tracebacks and lists show the name. */
const MAX_FILENAME_LENGTH = 255;
const TYPES = /\.(?:py|json|ipynb|zip)$/i;
const ARCHIVE = /\.zip$/i;

interface Form {
  fields: Map<string, string>;
  /** The names of fields that are longer than the form allows, so that only their beginning was read. */
  cut: Set<string>;
  file: UploadedFile | undefined;
}

/** Archives that are too large usually contain environments and caches. */
const ARCHIVE_REMEDY =
  ". Leave out environments such as .venv, .git and what the agent does not need. The command stoa pack does this for you";

const tooLarge = (most: number, cause?: unknown) => {
  const remedy = most === LIMITS.archiveMaxBytes ? ARCHIVE_REMEDY : "";
  return new AppError(413, "too_large", `The file is larger than ${most / 1024 / 1024} MiB${remedy}`, {
    cause,
  });
};

/** Returns the limit of a file. A single file is code; an archive has data, too. */
const getLimit = (filename: string) =>
  ARCHIVE.test(filename) ? LIMITS.archiveMaxBytes : LIMITS.uploadMaxBytes;

/**
 * Returns the uploaded file, or undefined if no file was chosen: a browser then sends an empty part
 * without a name.
 */
function toUploadedFile(filename: string, bytes: Buffer): UploadedFile | undefined {
  const name = filename.replace(/^.*[/\\]/, "").replace(/\p{C}/gu, "");
  return name === "" && bytes.length === 0
    ? undefined
    : { filename: name.slice(-MAX_FILENAME_LENGTH), bytes };
}

/** Converts an error of the form parser into an AppError. An unknown error means that the form is malformed. */
function toFormError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(LIMITS.archiveMaxBytes, error);
  if (code === "FST_FILES_LIMIT") return invalidField("file", "Send exactly one file");
  return new AppError(
    400,
    "invalid_request",
    "The form data is invalid. Check that it is complete and has a boundary",
    { cause: error },
  );
}

async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart())
    throw new AppError(415, "unsupported_media_type", "Send a form with a file (multipart/form-data)");
  return readParts(request).catch((error: unknown) => {
    throw toFormError(error);
  });
}

async function readParts(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: new Map(), cut: new Set(), file: undefined };
  for await (const part of request.parts()) {
    if (part.type === "field") {
      form.fields.set(part.fieldname, String(part.value));
      if (part.valueTruncated) form.cut.add(part.fieldname);
      continue;
    }
    const bytes = await part.toBuffer();
    const most = getLimit(part.filename);
    if (bytes.length > most) throw tooLarge(most);
    if (part.fieldname === "file") form.file = toUploadedFile(part.filename, bytes);
    else form.fields.set(part.fieldname, "");
  }
  return form;
}

function findFileErrors(file: UploadedFile | undefined): FieldError[] {
  if (!file) return [{ field: "file", message: TEXTS.upload.fileRequired }];
  return TYPES.test(file.filename) ? [] : [{ field: "file", message: TEXTS.upload.fileType }];
}

/** Replaces an archive with its main file. @throws AppError 400 with the problem of the archive. */
async function unpack(file: UploadedFile): Promise<UploadedFile> {
  if (!ARCHIVE.test(file.filename)) return file;
  try {
    const archive = await openArchive(file.bytes);
    return { filename: archive.entry, bytes: archive.source, archive };
  } catch (error) {
    if (error instanceof ArchiveProblem) throw invalidField("file", error.message);
    throw error;
  }
}

function refuse(errors: FieldError[]): never {
  throw new AppError(400, "invalid_request", errors[0]?.message ?? TEXTS.upload.failed, { errors });
}

function collectFieldErrors(work: () => void): FieldError[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof AppError && error.errors) return error.errors;
    throw error;
  }
}

/**
 * @throws AppError 400 with the errors of every field, including the file; 413 if the file is too large; 415 if the
 * body is not a form.
 */
async function readWhole<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
): Promise<{ fields: z.output<S>; file: UploadedFile }> {
  const form = await readForm(request);
  const values = Object.fromEntries(form.fields);
  const errors = [
    ...collectFieldErrors(() => parsePart(schema, values)),
    ...[...form.cut].map((field) => ({ field, message: "This text is too long" })),
    ...findFileErrors(form.file),
  ];
  if (errors.length > 0 || !form.file) refuse(errors);
  return { fields: parsePart(schema, values), file: await unpack(form.file) };
}

/** Reads the upload of a new agent. @throws AppError like `readWhole`. */
export const readUpload = (request: FastifyRequest) => readWhole(request, UploadFields);

/** Reads the upload of a version. @throws AppError like `readWhole`. */
export const readVersion = (request: FastifyRequest) => readWhole(request, VersionFields);

/** Reads the form of an inspection, which may contain the fields of an upload. @throws AppError like `readWhole`. */
export async function readInspection(request: FastifyRequest): Promise<UploadedFile> {
  const { file, fields } = await readForm(request);
  const allow = fields.get("allow_missing_models");
  const values = allow === undefined ? {} : { allow_missing_models: allow };
  const errors = [...collectFieldErrors(() => parsePart(InspectFields, values)), ...findFileErrors(file)];
  if (errors.length > 0 || !file) refuse(errors);
  return {
    ...(await unpack(file)),
    allowMissingModels: parsePart(InspectFields, values).allow_missing_models,
  };
}
