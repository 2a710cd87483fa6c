import { isStorable, Json, LIMITS, NOT_STORABLE, RunRequest } from "@stoa/contract";
import * as z from "zod";

/** The maximum length of the IDs that clients choose. A UUID with a prefix fits easily. */
const ID_MAX = 200;
/** A message of a client has a few parts. A request of 256 kB could otherwise have fifty thousand. */
const PARTS_MAX = 100;
/** The maximum number of tasks per page, as the specification sets it. */
const PAGE_MAX = 100;
const PAGE_DEFAULT = 50;
/** The maximum length of a URL that is called later. Browsers and proxies accept URLs of about this length. */
const URL_MAX = 2_000;
/** The maximum length of a token or of credentials. Signed tokens of identity providers are shorter than 4 KiB. */
const SECRET_MAX = 4_096;

/** A missing value, which Protocol Buffers send as an empty string, and other libraries as null. */
const dropEmpty = (value: unknown) => (value === "" || value === null ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(dropEmpty, schema.optional());

/** An integer, which may be a string in Protocol Buffers' JSON and is one in a query. */
const whole = (schema: z.ZodInt) =>
  optional(
    z.preprocess(
      (value) => (typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
      schema,
    ),
  );
const flag = optional(
  z.preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean()),
);
const Id = z.string().max(ID_MAX).refine(isStorable, NOT_STORABLE);
const historyLength = whole(z.int().min(0, "historyLength must be 0 or more"));

/**
 * Returns the schema of a required object. Missing objects are named, because the message of zod would only say what a
 * valid value is.
 */
const required = <S extends z.ZodRawShape>(name: string, shape: S) =>
  z.object(shape, { error: `${name} is required, and must be an object` });

const Part = z
  .object({
    text: optional(z.string()),
    raw: optional(z.base64("raw must be base64")),
    url: optional(z.string()),
    data: Json.optional(),
    filename: optional(z.string().max(1_000)),
    mediaType: optional(z.string().max(ID_MAX)),
  })
  .refine(
    ({ raw, url, data, text }) => [raw, url, data, text].filter((one) => one !== undefined).length <= 1,
    {
      error: "A part has exactly one of text, raw, url and data",
    },
  );
export type Part = z.output<typeof Part>;

const ClientMessage = required("message", {
  messageId: z.string().min(1, "messageId is required").max(ID_MAX),
  contextId: optional(Id),
  taskId: optional(Id),
  role: z.literal("ROLE_USER", { error: "role must be ROLE_USER in a message to an agent" }),
  parts: z
    .array(Part)
    .min(1, "A message needs at least one part")
    .max(PARTS_MAX, `A message can have at most ${PARTS_MAX} parts`),
});
export type ClientMessage = z.output<typeof ClientMessage>;

/** The terms of a run in the metadata of a request. Other keys belong to others and are ignored. */
const RunMetadata = z
  .object({
    maxCost: z
      .number({ error: "maxCost must be a number" })
      .min(0, "maxCost must be 0 or more")
      .max(LIMITS.maxCostUsd, `maxCost must be at most ${LIMITS.maxCostUsd} USD`)
      .optional(),
    timeout: RunRequest.shape.timeout,
    version: RunRequest.shape.version,
    /** Ignoring the name that the other APIs have would start a run without the limit that its caller wanted. */
    max_cost: z.never("In A2A, this field is called maxCost").optional(),
  })
  .transform(({ maxCost, timeout, version }) => ({ max_cost: maxCost, timeout, version }));

/** A text that is sent in a header, which other characters would end or change. */
const headerText = (name: string) =>
  z
    .string({ error: `${name} is required, and must be text` })
    .max(SECRET_MAX, `${name} must have at most ${SECRET_MAX} characters`)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      `${name} must contain only printable ASCII characters`,
    );

const pushFields = {
  id: optional(Id),
  url: z
    .string({ error: "url is required" })
    .min(1, "url is required")
    .max(URL_MAX, `url must have at most ${URL_MAX} characters`),
  token: optional(headerText("token")),
  authentication: optional(
    z.object({
      scheme: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,49}$/, "scheme must be a name such as Bearer"),
      credentials: z.preprocess(dropEmpty, headerText("credentials")),
    }),
  ),
};
const PushConfig = z.object(pushFields);
export type PushConfig = z.output<typeof PushConfig>;

export const SendMessageParams = z.object({
  message: ClientMessage,
  configuration: optional(
    z.object({
      historyLength,
      returnImmediately: flag,
      taskPushNotificationConfig: optional(PushConfig),
    }),
  ),
  metadata: optional(RunMetadata),
});
export type SendMessageParams = z.output<typeof SendMessageParams>;

const taskId = z.string({ error: "id is required" }).min(1, "id is required").max(ID_MAX);

export const GetTaskParams = z.object({ id: taskId, historyLength });
export const TaskParams = z.object({ id: taskId });

export const TASK_STATES = [
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
] as const;

export const ListTasksParams = z.object({
  contextId: optional(Id),
  status: z.preprocess(
    (value) => (value === "TASK_STATE_UNSPECIFIED" ? undefined : dropEmpty(value)),
    z.enum(TASK_STATES).optional(),
  ),
  pageSize: whole(
    z.int().min(1, "pageSize must be at least 1").max(PAGE_MAX, `pageSize must be at most ${PAGE_MAX}`),
  ).transform((value) => value ?? PAGE_DEFAULT),
  pageToken: optional(Id),
  historyLength,
  statusTimestampAfter: optional(z.iso.datetime({ error: "statusTimestampAfter must be a time in UTC" })),
  includeArtifacts: flag,
});
export type ListTasksParams = z.output<typeof ListTasksParams>;

const pushTaskId = z.string({ error: "taskId is required" }).min(1, "taskId is required").max(ID_MAX);
export const CreatePushParams = z.object({ taskId: pushTaskId, ...pushFields });
export type CreatePushParams = z.output<typeof CreatePushParams>;
export const PushParams = z.object({ taskId: pushTaskId, id: taskId });
export type PushParams = z.output<typeof PushParams>;
export const ListPushParams = z.object({ taskId: pushTaskId });
