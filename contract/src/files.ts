import * as z from "zod";
import type { PlanType } from "./plan-type.ts";
import { defineRoute } from "./routes.ts";
import { createEntryCursor, FileId, NextCursor, Ok, pageQuery, RunId, Timestamp } from "./values.ts";

const MEGABYTE = 1_000_000;

/** The maximum size of one file by the plan of the account that stores it. */
export const PLAN_FILE_MAX_BYTES: Readonly<Record<PlanType, number>> = {
  /** A long scanned document, or a table with 200,000 rows. */
  free: 20 * MEGABYTE,
  /** An hour of audio, or a table with a million rows: as much as an agent can hold in its memory. */
  creator: 100 * MEGABYTE,
  business: 100 * MEGABYTE,
};

/** The total size of the files that the server stores for an account. */
export const PLAN_FILES_BYTES: Readonly<Record<PlanType, number>> = {
  /** Ten files of the maximum size. Fifty such accounts fill half of a small server's disk. */
  free: 200 * MEGABYTE,
  creator: 5_000 * MEGABYTE,
  business: 50_000 * MEGABYTE,
};

/** Limits of files, each with the reason for its value. */
export const FILE_LIMITS = {
  /** The number of files that a run can receive: a folder of receipts or pictures. */
  perRun: 20,
  /** The total size of the files that a run receives: they are in the memory of its sandbox. */
  bytesPerRun: 100 * MEGABYTE,
  /** The number of artifacts of a run: a report with its charts and tables. */
  artifactsPerRun: 20,
  /** The maximum length of a file name on Linux and Windows, in bytes. */
  nameMaxBytes: 255,
  /**
   * The size of each part of a resumable upload except the last one. S3 requires at least 5 MiB. A request must arrive
   * within 30 seconds, so larger parts would be too slow for a phone.
   */
  partBytes: 5 * 1024 * 1024,
  /**
   * The number of incomplete uploads of an account: twice the files of a run. Each one reserves space, and an S3 store
   * charges for its parts until it ends.
   */
  uploadsAtOnce: 40,
  /** Enough time to continue an upload on the next day. After that, its parts are removed. */
  uploadHours: 24,
  /** How long a link to a file works: enough to open the file, but useless in a shared log on the next day. */
  linkMinutes: 60,
} as const;

/** The types of images of which the server makes previews. */
const PREVIEW_TYPES = ["image/gif", "image/jpeg", "image/png", "image/webp"];

/** Returns whether the server makes a preview of a file, unless its content is broken or too large. */
export const hasPreview = ({ type }: { type: string }): boolean => PREVIEW_TYPES.includes(type);

/** A file that an agent returned, in the result of a run. */
export const Artifact = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().meta({ description: "Media type, as the server determined it from the content" }),
    size: z.int().meta({ description: "Size in bytes" }),
    url: z.string().meta({
      description: `Link to the content that needs no credential and works for ${FILE_LIMITS.linkMinutes} minutes. Read the run again for a new one`,
    }),
    preview_url: z.string().nullable().meta({
      description:
        "Link to a smaller WebP image of a PNG, JPEG, GIF or WebP file, with at most 1,024 pixels per side and without metadata. It works as long as `url`. Null for other files. A broken image has no preview (404)",
    }),
  })
  .meta({ id: "Artifact" });
export type Artifact = z.infer<typeof Artifact>;

/** A file that a person uploaded, or that an agent returned to them. */
export const StoredFile = Artifact.extend({
  origin: z.enum(["upload", "artifact"]).meta({
    description: "`upload`: you uploaded it. `artifact`: an agent returned it to you",
  }),
  run_id: z.string().nullable().meta({ description: "Run that returned the file; null for an upload" }),
  agent_id: z.int().nullable().meta({ description: "Agent that returned the file; null for an upload" }),
  agent_name: z.string().nullable().meta({ description: "Name of this agent at the time of the run" }),
  created_at: Timestamp,
  expires_at: Timestamp.meta({
    description: "When the file is removed. Each run that receives the file postpones this",
  }),
}).meta({ id: "StoredFile" });
export type StoredFile = z.infer<typeof StoredFile>;

export const StoredFileList = z
  .object({
    files: z.array(StoredFile),
    next_cursor: NextCursor,
    used_bytes: z.int().meta({ description: "Total size of your files" }),
    limit_bytes: z.int().meta({ description: "Total size that your files can have" }),
    limit_set_by: z.enum(["plan", "operator"]).meta({
      description: "`operator` if an operator of this server has set another limit for you than your plan's",
    }),
  })
  .meta({ id: "StoredFileList" });
export type StoredFileList = z.infer<typeof StoredFileList>;

/** The fields of a form that uploads one file in one request. */
export const UploadFileForm = z
  .object({ file: z.string().meta({ format: "binary", description: "The file, with its name" }) })
  .meta({ id: "UploadFileForm" });

export const StartFileUploadRequest = z
  .strictObject({
    name: z.string({ error: "name must be text" }).min(1, "A name is required").max(1024),
    size: z.int("size must be a whole number").min(1, "An empty file cannot be uploaded"),
  })
  .meta({ id: "StartFileUploadRequest" });
export type StartFileUploadRequest = z.infer<typeof StartFileUploadRequest>;

/** A resumable upload. `file` is set when all bytes have arrived. */
export const FileUpload = z
  .object({
    id: z.string().meta({ description: "ID of the upload, and of the file when it is complete" }),
    offset: z.int().meta({ description: "Number of bytes that the server has" }),
    size: z.int(),
    part_bytes: z.int().meta({ description: "Size of each part except the last one" }),
    expires_at: Timestamp.meta({ description: "When the server forgets an incomplete upload" }),
    file: StoredFile.nullable(),
  })
  .meta({ id: "FileUpload" });
export type FileUpload = z.infer<typeof FileUpload>;

const FileParams = z.object({ id: FileId });
const LinkQuery = z.object({
  expires: z.coerce.number().int().optional().meta({ description: "From the link" }),
  signature: z.string().max(100).optional().meta({ description: "From the link" }),
});

export const fileRoutes = {
  create: defineRoute({
    method: "POST",
    path: "/files",
    auth: "session",
    scope: "run",
    tag: "Files",
    summary: "Upload a file",
    body: UploadFileForm,
    encoding: "multipart",
    status: 201,
    reply: StoredFile,
    // The class of uploads is for uploads of agents, which need a sandbox.
    counts: "changes",
    fails: [401, 413, 415, 429, 503],
  }),
  startUpload: defineRoute({
    method: "POST",
    path: "/files/uploads",
    auth: "session",
    scope: "run",
    tag: "Files",
    summary: "Start a resumable upload",
    body: StartFileUploadRequest,
    status: 201,
    reply: FileUpload,
    fails: [401, 413, 429, 503],
  }),
  sendPart: defineRoute({
    method: "PUT",
    path: "/files/uploads/:id",
    auth: "session",
    scope: "run",
    tag: "Files",
    summary: "Send a part of an upload",
    params: FileParams,
    query: z.object({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .meta({ description: "Number of bytes before this part: the `offset` of the upload" }),
    }),
    body: z.string().meta({ format: "binary" }),
    encoding: "stream",
    status: 200,
    reply: FileUpload,
    fails: [401, 404, 409, 413, 503],
  }),
  getUpload: defineRoute({
    method: "GET",
    path: "/files/uploads/:id",
    auth: "session",
    scope: "read",
    tag: "Files",
    summary: "Get the progress of an upload",
    params: FileParams,
    status: 200,
    reply: FileUpload,
    fails: [401, 404, 503],
  }),
  list: defineRoute({
    method: "GET",
    path: "/files",
    auth: "session",
    scope: "read",
    tag: "Files",
    summary: "List files",
    query: z.object({
      limit: pageQuery.limit,
      cursor: createEntryCursor("file"),
      run_id: RunId.optional().meta({ description: "Only the files that this run returned" }),
    }),
    status: 200,
    reply: StoredFileList,
    fails: [401],
  }),
  get: defineRoute({
    method: "GET",
    path: "/files/:id",
    auth: "session",
    scope: "read",
    tag: "Files",
    summary: "Get a file's details",
    params: FileParams,
    status: 200,
    reply: StoredFile,
    fails: [401, 404],
  }),
  content: defineRoute({
    method: "GET",
    path: "/files/:id/content",
    auth: "optional",
    scope: "read",
    tag: "Files",
    summary: "Download a file",
    params: FileParams,
    query: LinkQuery,
    status: 200,
    reply: z.string(),
    /** The content has the type of the file. These two are for texts and for files that no generated client knows. */
    replyTypes: {
      "application/octet-stream": z.string().meta({ format: "binary" }),
      "text/plain": z.string(),
    },
    fails: [401, 403, 404, 416, 503],
  }),
  preview: defineRoute({
    method: "GET",
    path: "/files/:id/preview",
    auth: "optional",
    scope: "read",
    tag: "Files",
    summary: "Get a smaller WebP image of a file",
    params: FileParams,
    query: LinkQuery,
    status: 200,
    reply: z.string(),
    /** A WebP image. Generated clients know no types of images. */
    replyTypes: { "application/octet-stream": z.string().meta({ format: "binary" }) },
    fails: [401, 403, 404, 503],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/files/:id",
    auth: "session",
    scope: "run",
    tag: "Files",
    summary: "Delete a file",
    params: FileParams,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
