import { MAX_HTTP_ANSWER_BYTES } from "@stoa/runtime/gateway-http";
import type { Outbound, OutboundBounds } from "../../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../../platform/outbound/redirect.ts";
import { collect } from "../../../platform/run-routes/read-body.ts";
import type { DeveloperServer } from "./developer-server.ts";

/**
 * The maximum size of an answer: a copy of the workflow, which is a little larger than its file, or a page of
 * executions without their data.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/**
 * The time limit of an API call. n8n's API answers in less than a second; a small, busy server can take several.
 */
const API_MS = 30_000;

export interface ServerAnswer {
  status: number;
  type: string;
  body: Buffer;
}

export interface ServerCall {
  method: "GET" | "POST" | "DELETE";
  /** The path relative to the server's URL. */
  path: string;
  body?: unknown;
  /** Whether to send the API credentials. Webhooks do not get them. */
  isApi: boolean;
  maxBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Sends requests to one developer's server through the guarded outbound client. Follows no redirects. */
export class N8nServer {
  readonly #outbound: Outbound;
  readonly #server: DeveloperServer;

  constructor(outbound: Outbound, server: DeveloperServer) {
    this.#outbound = outbound;
    this.#server = server;
  }

  /** @throws OutboundError if the server does not answer */
  async send(call: ServerCall): Promise<ServerAnswer> {
    const { method, path, body, isApi, maxBytes = MAX_ANSWER_BYTES, timeoutMs = API_MS, signal } = call;
    const bounds: OutboundBounds = {
      connectMs: 10_000,
      headMs: timeoutMs,
      idleMs: timeoutMs,
      totalMs: timeoutMs,
      maxBytes,
    };
    const answer = await this.#outbound.request({
      method,
      url: new URL(`${this.#server.address}${path}`),
      headers: {
        accept: "application/json",
        "user-agent": "Stoa",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(isApi && this.#server.headers),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirects: REDIRECTS_ARE_ANSWERS,
      bounds,
      signal,
    });
    return {
      status: answer.status,
      type: answer.headers["content-type"] ?? "",
      body: Buffer.concat(await collect(answer.body, maxBytes)),
    };
  }
}

/** The maximum size of an execution with its data: the same as for an HTTP answer. */
export const MAX_EXECUTION_BYTES = MAX_HTTP_ANSWER_BYTES;
