import { MAX_HTTP_ANSWER_BYTES } from "@stoa/workflow";
import type { Outbound, OutboundBounds } from "../../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../../platform/outbound/redirect.ts";
import { collect } from "../../../platform/run-routes/read-body.ts";
import type { DeveloperServer } from "./developer-server.ts";

/** A copy, or a page of executions without their data: the file that it was made of, and some more. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** n8n answers its API in less than a second; a small server that has much to do in some. */
const API_MS = 30_000;

/** How the server answered. */
export interface ServerAnswer {
  status: number;
  type: string;
  body: Buffer;
}

export interface ServerCall {
  method: "GET" | "POST" | "DELETE";
  /** Below the server's address. */
  path: string;
  body?: unknown;
  /** Whether it is told whose server it is: its webhooks are not. */
  isApi: boolean;
  maxBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Requests to one developer's server, through the guarded way out, which follows nowhere else. */
export class N8nServer {
  readonly #outbound: Outbound;
  readonly #server: DeveloperServer;

  constructor(outbound: Outbound, server: DeveloperServer) {
    this.#outbound = outbound;
    this.#server = server;
  }

  /** @throws OutboundError where there is no answer */
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

/** All of an execution, as large as an answer of any server may be. */
export const MAX_EXECUTION_BYTES = MAX_HTTP_ANSWER_BYTES;
