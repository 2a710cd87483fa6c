import type { IncomingHttpHeaders } from "node:http";
import { type ExecutionResult, RESUME_TEXTS, runWaitRoutes } from "@stoa/contract";
import type { FormPage, PageField, WaitAnswer, WebhookReply } from "@stoa/workflow";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import { HANDLED, type Mount } from "../../../platform/http/mount.ts";
import { parseBody, toNamedValues } from "./answer-body.ts";
import { renderQuestionPage, renderTextPage } from "./answer-page.ts";
import { PAGE_HEADERS } from "./page-style.ts";
import type { FoundWait, Resumes } from "./resumes.ts";

/**
 * Headers that are meant only for Stoa and are not passed to the run. Otherwise, an agent's developer could read the
 * session of a signed-in person who opens a resume URL.
 */
const OUR_HEADERS = new Set([
  "authorization",
  "cookie",
  "forwarded",
  "proxy-authorization",
  "via",
  "x-api-key",
  "x-real-ip",
]);

type Sent = Pick<WaitAnswer, "body" | "files">;

export interface ResumeRouteOptions {
  resumes: Resumes;
  /** Waits for the end of a run. Returns undefined if the signal aborts first. */
  waitForResult(runId: string, accountId: string, signal: AbortSignal): Promise<ExecutionResult | undefined>;
}

interface Exchange {
  params: { id: string; token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts the routes that answer waiting runs and the route that lists the waits of a run to its caller. */
export function mountResumeRoutes(mount: Mount, { resumes, waitForResult }: ResumeRouteOptions): void {
  mount.signedIn(runWaitRoutes.list, async ({ caller, params }) => ({
    waits: await resumes.listByRun(params.id, caller.accountId),
  }));

  mount.open(runWaitRoutes.open, (exchange) =>
    replyToPerson(exchange, async () => {
      if (looksAhead(exchange.request)) throw new AppError(409, "conflict", RESUME_TEXTS.prefetch);
      const wait = await resumes.find(exchange.params.id, exchange.params.token);
      if (wait.asks.kind === "call") return takeCall(exchange, wait);
      const chosen = readQuery(exchange.request).approved;
      return sendPage(
        exchange.reply,
        renderQuestionPage(wait.asks.page, typeof chosen === "string" ? { chosen } : {}),
      );
    }),
  );

  mount.open(runWaitRoutes.answer, (exchange) =>
    replyToPerson(exchange, async () => {
      const wait = await resumes.find(exchange.params.id, exchange.params.token);
      return wait.asks.kind === "call" ? takeCall(exchange, wait) : takePage(exchange, wait);
    }),
  );

  async function takeCall({ request, reply }: Exchange, wait: FoundWait): Promise<void> {
    if (wait.asks.kind !== "call") return;
    const { method, reply: wanted } = wait.asks;
    if (request.method !== method) throw new AppError(409, "conflict", RESUME_TEXTS.method(method));
    const sent = await readAnswer(request);
    await resumes.answer(wait, {
      headers: filterHeaders(request.headers),
      query: readQuery(request),
      ...sent,
    });
    if (wanted.when === "at_once") return sendWords(reply, wanted);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const result = await waitForResult(wait.runId, wait.accountId, gone.signal);
    if (result) sendResult(reply, wanted, result);
  }

  async function takePage({ request, reply }: Exchange, wait: FoundWait): Promise<void> {
    if (wait.asks.kind !== "page") return;
    const { page } = wait.asks;
    const sent = await readAnswer(request);
    try {
      await resumes.answer(wait, pageAnswer(page, sent));
    } catch (error) {
      const isWrong = error instanceof AppError && error.status === 400;
      if (!isWrong || !acceptsHtml(request)) throw error;
      return sendPage(
        reply,
        renderQuestionPage(page, { problem: error.message, values: parseValues(sent.body) }),
        400,
      );
    }
    if (acceptsHtml(request)) sendPage(reply, renderTextPage(RESUME_TEXTS.sent, page.thanks));
    else reply.status(200).send({ message: page.thanks });
  }
}

/** Shows errors as a page to browsers. HEAD is answered without a lookup, because it never answers a wait. */
async function replyToPerson({ request, reply }: Exchange, go: () => Promise<void>): Promise<typeof HANDLED> {
  if (request.method === "HEAD") {
    reply.status(200).headers({ "cache-control": "no-store" }).send();
    return HANDLED;
  }
  try {
    await go();
  } catch (error) {
    if (!(error instanceof AppError) || !acceptsHtml(request)) throw error;
    sendPage(reply, renderTextPage("Stoa", error.message), error.status);
  }
  return HANDLED;
}

const acceptsHtml = ({ headers }: FastifyRequest) => (headers.accept ?? "").includes("text/html");

/** Returns whether a header says that a browser or mail program only prefetches the URL. */
function looksAhead({ headers }: FastifyRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|preview|prerender/i.test(String(headers[name] ?? "")),
  );
}

const readQuery = ({ url }: FastifyRequest) => {
  const start = url.indexOf("?");
  return start < 0 ? {} : toNamedValues(new URLSearchParams(url.slice(start + 1)));
};

const readAnswer = ({ body, headers }: FastifyRequest) =>
  parseBody(
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    headers["content-type"] ?? "",
    headers["content-encoding"],
  );

function sendPage(reply: FastifyReply, html: string, status = 200): void {
  reply.status(status).headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(html);
}

/** The reply of n8n if the workflow defines no other. */
const STARTED = { message: "Workflow was started" };

/**
 * Sends the developer's reply as plain text or as JSON, never as HTML: otherwise it could become a page of this origin.
 */
function sendWords(reply: FastifyReply, { status, text }: WebhookReply): void {
  if (text === undefined) reply.status(status).send(STARTED);
  else sendText(reply, status, text);
}

function sendResult(reply: FastifyReply, { status, text }: WebhookReply, result: ExecutionResult): void {
  if (!result.success)
    throw new AppError(500, "internal", "The run ended without a result. Open the run to see why.");
  const { agent_output: output } = result;
  if (text === "") reply.status(status).send();
  else if (typeof output === "string") sendText(reply, status, output);
  else reply.status(status).send(JSON.stringify(output));
}

function sendText(reply: FastifyReply, status: number, text: string): void {
  const type = isJson(text) ? "application/json" : "text/plain";
  reply.status(status).type(`${type}; charset=utf-8`).send(text);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/**
 * Returns the answer from a submitted page, without the browser's headers.
 * @throws AppError 400 if a required field or the button is missing
 */
function pageAnswer({ fields, buttons }: FormPage, { body, files }: Sent): WaitAnswer {
  const values = parseValues(body);
  const missing = fields.find((field) => field.required && !isFilled(field, values, files));
  if (missing) throw invalidField(missing.name, RESUME_TEXTS.missing(missing.label));
  const [button] = buttons;
  if (button?.name !== undefined) {
    const pressed = values[button.name];
    if (!buttons.some(({ value }) => value === String(pressed)))
      throw invalidField(button.name, RESUME_TEXTS.missing(button.name));
  }
  return { headers: {}, query: {}, body, files };
}

/** Returns the submitted values by name, so that the page can show them again next to an error. */
function parseValues(body: WaitAnswer["body"]): Readonly<Record<string, unknown>> {
  return body !== null && typeof body === "object" && !Array.isArray(body) ? body : {};
}

function isFilled(
  { name, kind }: PageField,
  values: Readonly<Record<string, unknown>>,
  files: Sent["files"],
) {
  if (kind === "file") return Object.hasOwn(files, name);
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (typeof value === "string") return value.trim() !== "";
  return value !== undefined && value !== null;
}

/** Returns the headers of a resume call that the run may read. */
function filterHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OUR_HEADERS.has(name) || name.startsWith("x-forwarded-")
        ? []
        : [[name, [value].flat().join(", ")]],
    ),
  );
}
