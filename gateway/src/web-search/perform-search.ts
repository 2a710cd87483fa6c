import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { GatewayError } from "../openai-error.ts";
import { type OpenOwnRoute, postToOwnRoute } from "../translation/own-route.ts";
import {
  createSearchBody,
  type FoundPage,
  readSearchAnswer,
  SEARCH_PATH,
  type SearchService,
} from "./search-service.ts";
import type { WebSearch } from "./web-search-tool.ts";

/** A hundred times the size of ten results with excerpts. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** The header that the connectors route sets if it refuses a call. Responses from a service do not have it. */
const REFUSAL_HEADER = "x-stoa-error";

const refusal = z.object({ detail: z.string() });

/** The result of a search. `problem` says why the service found nothing. */
export interface SearchOutcome {
  pages: FoundPage[];
  problem?: string;
}

interface SearchOptions {
  open: OpenOwnRoute;
  service: SearchService;
  search: WebSearch;
  signal: AbortSignal;
}

/**
 * Searches the web with the caller's connector. The request uses the same route as the agent's own calls: the route
 * checks what the agent declares and the caller allows, counts the call toward the quota and adds it to the trace.
 * @throws GatewayError with the route's status if the call is refused.
 */
export async function performSearch(
  query: string,
  { open, service, search, signal }: SearchOptions,
): Promise<SearchOutcome> {
  const body = createSearchBody(service, query, search);
  const { outgoingRequest, answer: pending } = postToOwnRoute(
    open,
    `/connectors/${service}${SEARCH_PATH}`,
    body,
  );
  const leave = () => outgoingRequest.destroy();
  signal.addEventListener("abort", leave, { once: true });
  try {
    const answer = await pending;
    const text = await readBounded(answer);
    const status = answer.statusCode ?? 502;
    if (answer.headers[REFUSAL_HEADER] !== undefined && status < 500)
      throw createRefusal(status, text, answer);
    if (answer.headers[REFUSAL_HEADER] === "trial_run") throw createRefusal(status, text, answer);
    if (status !== 200) return { pages: [], problem: `The search service responded with status ${status}.` };
    return { pages: readSearchAnswer(service, text, search) };
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) {
      answer.destroy();
      return "";
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function createRefusal(status: number, text: string, { headers }: IncomingMessage): GatewayError {
  let detail = "The search was refused.";
  try {
    detail = refusal.parse(JSON.parse(text)).detail;
  } catch {
    // Other routes refuse a call in another format.
  }
  return new GatewayError(`Web search: ${detail}`, {
    status,
    type: "invalid_request_error",
    code: String(headers[REFUSAL_HEADER]),
    retry: false,
  });
}
