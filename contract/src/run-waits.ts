import * as z from "zod";
import { defineRoute } from "./routes.ts";
import { RunParams } from "./runs.ts";
import { Json, RunId, Timestamp } from "./values.ts";

/** The secret in the address at which a run waits: 192 random bits. */
export const ResumeToken = z.string().regex(/^[A-Za-z0-9_-]{32}$/, "This is no address of a run");

const ResumeParams = z.object({
  id: RunId,
  token: ResumeToken.meta({ description: "Secret of the address. It is valid for one answer" }),
});

/** A wait of a run for an answer from outside. */
export const RunWait = z
  .object({
    node: z.string(),
    kind: z.enum(["call", "page"]).meta({
      description:
        "`call`: a system calls the address. `page`: a person opens the address and answers on the page",
    }),
    method: z
      .enum(["GET", "POST"])
      .nullable()
      .meta({ description: "HTTP method of a `call`; null for a `page`" }),
    url: z.string().meta({ description: "Address that accepts one answer" }),
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

/** Texts of the pages on which people answer. */
export const RESUME_TEXTS = {
  received: "The run continues.",
  asks: "An agent on Stoa asks this and is given what you send. Stoa itself never asks for your password here.",
  required: "required",
  choose: "Choose one",
  missing: (label: string) => `Please fill in: ${label}`,
  sent: "Sent",
  unknown: "Nothing is waited for at this address, or no longer.",
  notYet: "The run has not come to this question yet. Please try again in a moment.",
  answered: "This has been answered already.",
  over: "This was answered already, or is not waited for any longer.",
  method: (method: string) => `The run waits for a call by ${method} here.`,
  prefetch: "A look ahead answers nothing. Open the address itself.",
  unreadable: "What was sent could not be read as what its content type says.",
  encoding: "A compressed body is not taken here.",
} as const;
