import { LIMITS } from "../limits.ts";

interface HeaderDescriptions {
  description: string;
  schema: { type: "string" | "integer"; maxLength?: number; minimum?: number; enum?: string[] };
  example: string | number;
}

/** Headers that some operations read. */
export const REQUEST_HEADERS = {
  "Idempotency-Key": {
    description:
      "A unique string of your choice that identifies this run, such as a UUID. If you send the same key with the same body again within 24 hours, no second run starts and you get the response of the first run.",
    schema: { type: "string", maxLength: LIMITS.idempotencyKeyMaxLength },
    example: "0b5f4a52-6f0e-4c6e-9a53-0d8c4b6a7f10",
  },
  "Last-Event-ID": {
    description:
      "With `Accept: text/event-stream`: the `id` of the last event that you received. The stream continues after it.",
    schema: { type: "string" },
    example: "3",
  },
  Prefer: {
    description:
      "`respond-async` returns 202 immediately with the ID of the run, which continues on the server. `wait=n` waits up to n seconds for the run to end first.",
    schema: { type: "string" },
    example: "respond-async",
  },
} as const satisfies Record<string, HeaderDescriptions>;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Headers of responses. */
export const ANSWER_HEADERS = {
  "X-Request-Id": {
    description: "Identifies this request in the server's log; an error repeats it as `request_id`.",
    schema: { type: "string" },
    example: "req_01jd8x4m9k2vbn7t",
  },
  RateLimit: {
    description:
      "For each limit that applies: the number of requests that are left (`r`), and the number of seconds until the limit resets (`t`).",
    schema: { type: "string" },
    example: '"runs";r=299;t=60',
  },
  "RateLimit-Policy": {
    description: "For each limit that applies: the number of requests (`q`) per number of seconds (`w`).",
    schema: { type: "string" },
    example: '"runs";q=300;w=60',
  },
  "Retry-After": {
    description: "Seconds to wait before you try again.",
    schema: { type: "integer", minimum: 0 },
    example: 12,
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the response of an earlier run with the same `Idempotency-Key`.",
    schema: { type: "string" },
    example: "true",
  },
  Location: {
    description: "URL of the accepted run.",
    schema: { type: "string" },
    example: "/api/v1/execute/runs/run_0192f0c1a2b37d4e8f90a1b2c3d4e5f6",
  },
  "Preference-Applied": {
    description: "The preference of `Prefer` that was applied.",
    schema: { type: "string" },
    example: "respond-async",
  },
  "Content-Disposition": {
    description: "Suggested file name.",
    schema: { type: "string" },
    example: 'attachment; filename="file"',
  },
} as const satisfies Record<string, HeaderDescriptions>;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;
