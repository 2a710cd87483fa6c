import { type ExecutionResult, RESUME_TEXTS, runWaitRoutes } from "@stoa/contract";
import type { WebhookReply } from "@stoa/workflow";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../../platform/http/app-error.ts";
import { HANDLED, type Mount } from "../../../platform/http/mount.ts";
import { namedValues, sentBody } from "./answer-body.ts";
import { askingPage, wordsPage } from "./answer-page.ts";
import { pageAnswer, valuesOf } from "./page-answer.ts";
import { PAGE_HEADERS } from "./page-style.ts";
import { passedHeaders } from "./passed-headers.ts";
import type { FoundWait, Resumes } from "./resumes.ts";

export interface ResumeRouteOptions {
  resumes: Resumes;
  /** Waits for the end of a run. Returns undefined if the signal aborts first. */
  resultOf(runId: string, accountId: string, signal: AbortSignal): Promise<ExecutionResult | undefined>;
}

interface Exchange {
  params: { id: string; token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Mounts the routes that answer waiting runs and the route that lists the waits of a run to its caller. */
export function mountResumeRoutes(mount: Mount, { resumes, resultOf }: ResumeRouteOptions): void {
  mount.signedIn(runWaitRoutes.list, async ({ caller, params }) => ({
    waits: await resumes.ofRun(params.id, caller.accountId),
  }));

  mount.open(runWaitRoutes.open, (exchange) =>
    forPeople(exchange, async () => {
      if (looksAhead(exchange.request)) throw new AppError(409, "conflict", RESUME_TEXTS.prefetch);
      const wait = await resumes.find(exchange.params.id, exchange.params.token);
      if (wait.asks.kind === "call") return takeCall(exchange, wait);
      const chosen = queryOf(exchange.request).approved;
      return sendPage(
        exchange.reply,
        askingPage(wait.asks.page, typeof chosen === "string" ? { chosen } : {}),
      );
    }),
  );

  mount.open(runWaitRoutes.answer, (exchange) =>
    forPeople(exchange, async () => {
      const wait = await resumes.find(exchange.params.id, exchange.params.token);
      return wait.asks.kind === "call" ? takeCall(exchange, wait) : takePage(exchange, wait);
    }),
  );

  async function takeCall({ request, reply }: Exchange, wait: FoundWait): Promise<void> {
    if (wait.asks.kind !== "call") return;
    const { method, reply: wanted } = wait.asks;
    if (request.method !== method) throw new AppError(409, "conflict", RESUME_TEXTS.method(method));
    const sent = await sentTo(request);
    await resumes.answer(wait, { headers: passedHeaders(request.headers), query: queryOf(request), ...sent });
    if (wanted.when === "at_once") return sendWords(reply, wanted);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const result = await resultOf(wait.runId, wait.accountId, gone.signal);
    if (result) sendResult(reply, wanted, result);
  }

  async function takePage({ request, reply }: Exchange, wait: FoundWait): Promise<void> {
    if (wait.asks.kind !== "page") return;
    const { page } = wait.asks;
    const sent = await sentTo(request);
    try {
      await resumes.answer(wait, pageAnswer(page, sent));
    } catch (error) {
      const isWrong = error instanceof AppError && error.status === 400;
      if (!isWrong || !readsPages(request)) throw error;
      return sendPage(reply, askingPage(page, { problem: error.message, values: valuesOf(sent.body) }), 400);
    }
    if (readsPages(request)) sendPage(reply, wordsPage(RESUME_TEXTS.sent, page.thanks));
    else reply.status(200).send({ message: page.thanks });
  }
}

/** Shows errors as a page to browsers. HEAD is answered without a lookup, because it never answers a wait. */
async function forPeople({ request, reply }: Exchange, go: () => Promise<void>): Promise<typeof HANDLED> {
  if (request.method === "HEAD") {
    reply.status(200).headers({ "cache-control": "no-store" }).send();
    return HANDLED;
  }
  try {
    await go();
  } catch (error) {
    if (!(error instanceof AppError) || !readsPages(request)) throw error;
    sendPage(reply, wordsPage("Stoa", error.message), error.status);
  }
  return HANDLED;
}

const readsPages = ({ headers }: FastifyRequest) => (headers.accept ?? "").includes("text/html");

/** Returns whether a browser or mail program is only prefetching the address, which it says in a header. */
function looksAhead({ headers }: FastifyRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|preview|prerender/i.test(String(headers[name] ?? "")),
  );
}

const queryOf = ({ url }: FastifyRequest) => {
  const start = url.indexOf("?");
  return start < 0 ? {} : namedValues(new URLSearchParams(url.slice(start + 1)));
};

const sentTo = ({ body, headers }: FastifyRequest) =>
  sentBody(
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    headers["content-type"] ?? "",
    headers["content-encoding"],
  );

function sendPage(reply: FastifyReply, html: string, status = 200): void {
  reply.status(status).headers(PAGE_HEADERS).type("text/html; charset=utf-8").send(html);
}

/** The reply of n8n if the workflow defines no other. */
const STARTED = { message: "Workflow was started" };

/** Sends the developer's reply as plain text or as JSON, never as HTML: it must not become a page of this origin. */
function sendWords(reply: FastifyReply, { status, text }: WebhookReply): void {
  if (text === undefined) reply.status(status).send(STARTED);
  else sendText(reply, status, text);
}

function sendResult(reply: FastifyReply, { status, text }: WebhookReply, result: ExecutionResult): void {
  if (!result.success)
    throw new AppError(500, "internal", "The run that was answered has not come to its end");
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
