import * as z from "zod";
import { defineRoute } from "./routes.ts";
import { RunParams } from "./runs.ts";
import { Json, RunId, Timestamp } from "./values.ts";

/** The secret in the URL at which a run waits: 192 random bits. */
export const ResumeToken = z.string().regex(/^[A-Za-z0-9_-]{32}$/, "This is not a valid URL for an answer");

const ResumeParams = z.object({
  id: RunId,
  token: ResumeToken.meta({ description: "Secret of the URL. It is valid for one answer" }),
});

/** A point at which a run waits for an answer from a person or another system. */
export const RunWait = z
  .object({
    node: z.string(),
    kind: z.enum(["call", "page"]).meta({
      description: "`call`: a system calls the URL. `page`: a person opens the URL and answers on the page",
    }),
    method: z
      .enum(["GET", "POST"])
      .nullable()
      .meta({ description: "HTTP method of a `call`; null for a `page`" }),
    url: z.string().meta({ description: "URL that accepts one answer" }),
    until: Timestamp.meta({ description: "Time at which the run stops waiting" }),
  })
  .meta({ id: "RunWait" });
export type RunWait = z.infer<typeof RunWait>;

export const RunWaits = z.object({ waits: z.array(RunWait) }).meta({ id: "RunWaits" });
export type RunWaits = z.infer<typeof RunWaits>;

const answered = {
  auth: "public",
  tag: "Runs",
  params: ResumeParams,
  status: 200,
  reply: Json,
  replyTypes: { "application/json": Json, "text/html": z.string(), "text/plain": z.string() },
  counts: "changes",
} as const;

export const runWaitRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/execute/runs/:id/waits",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "List what a run waits for",
    params: RunParams,
    status: 200,
    reply: RunWaits,
    fails: [401, 404],
  }),
  open: defineRoute({
    ...answered,
    method: "GET",
    path: "/runs/:id/resume/:token",
    summary: "Open a run's question",
    fails: [404, 409],
  }),
  answer: defineRoute({
    ...answered,
    method: "POST",
    path: "/runs/:id/resume/:token",
    summary: "Answer a waiting run",
    encoding: "any",
    fails: [404, 409, 413, 415],
  }),
} as const;

/** Texts of the pages on which people answer questions of a run. */
export const RESUME_TEXTS = {
  received: "The run continues.",
  asks: "An agent on Stoa asks this question and receives your answer. Stoa never asks for your password here.",
  required: "required",
  choose: "Choose one",
  missing: (label: string) => `Please fill in: ${label}`,
  sent: "Sent",
  unknown: "No run is waiting for an answer at this URL.",
  notYet: "The run has not reached this question yet. Please try again in a moment.",
  answered: "This question was already answered.",
  over: "This was already answered, or the run no longer waits for it.",
  method: (method: string) => `The run waits for a ${method} request at this URL.`,
  prefetch: "Browser prefetch requests are not accepted as answers. Open the URL directly.",
  unreadable: "The body does not match its content type.",
  encoding: "The request body must not be compressed.",
} as const;
