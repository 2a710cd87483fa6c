import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import { createAddressPolicy } from "./address-policy.ts";
import { answerHeaders, requestHeaders } from "./connection-headers.ts";
import { checkDestination } from "./destination.ts";
import { createGuardedConnect } from "./guarded-connect.ts";
import { openGuardedSocket } from "./guarded-socket.ts";
import {
  type Outbound,
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  type ReplacePort,
} from "./outbound.ts";
import { getNextHop, type NextHop, PolicyFailure } from "./redirect.ts";
import { createLookup } from "./resolve-name.ts";
import { Stop } from "./stop.ts";

interface BodyBounds {
  maxBytes: number;
  /** Converts the error that ended the body early to the error for the reader. */
  failure: (error: unknown) => OutboundError;
  /** Runs once when the body closes, for any reason. */
  onClose: () => void;
}

export interface OutboundOptions {
  /** Ranges of the operator's network that requests may reach, as CIDR. */
  allow?: readonly string[] | undefined;
  /** Resolves host names instead of the system's name servers. */
  lookup?: LookupFunction;
  /** A certificate authority to trust in addition to the usual authorities, as PEM. */
  ca?: string | undefined;
  /** Replaces the ports of connections in tests. */
  replacePort?: ReplacePort | undefined;
}

/**
 * The maximum size of response headers. Servers send one to four KiB; browsers and proxies accept sixteen.
 */
const MAX_HEAD_BYTES = 16 * 1024;
/** Callers limit their own concurrency. A limit here would let a few slow requests delay everyone else. */
const MAX_CONNECTIONS = null;
/**
 * How long an idle connection is kept: less than the idle timeout of common servers, so that no request uses a
 * connection that is about to close.
 */
const KEEP_ALIVE_MS = 4_000;

/** Creates the client for outbound requests. @throws Error if a range of `allow` is invalid. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  return new GuardedOutbound(options);
}

class GuardedOutbound implements Outbound {
  private readonly getHttpAgent: (connectMs: number) => Agent;
  private readonly agents = new Map<number, Agent>();
  readonly checkUrl: Outbound["checkUrl"];
  readonly connect: Outbound["connect"];
  readonly authorities: Outbound["authorities"];

  constructor({ allow = [], lookup = createLookup(), ca, replacePort }: OutboundOptions) {
    const policy = createAddressPolicy(allow);
    this.checkUrl = (url) => checkDestination(url, policy, lookup);
    this.connect = (connection) => openGuardedSocket({ ...connection, policy, lookup, replacePort });
    const authorities = ca === undefined ? undefined : [...rootCertificates, ca];
    this.authorities = authorities;
    this.getHttpAgent = (timeoutMs) =>
      new Agent({
        connect: createGuardedConnect({ policy, lookup, ca: authorities, timeoutMs, replacePort }),
        connections: MAX_CONNECTIONS,
        maxHeaderSize: MAX_HEAD_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
      });
  }

  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    const stop = new Stop(request);
    try {
      return await this.follow(request, stop);
    } catch (error) {
      stop.clear();
      throw error instanceof PolicyFailure ? error.cause : stop.failure(error, "head");
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private async follow(request: OutboundRequest, stop: Stop): Promise<OutboundAnswer> {
    let hop: NextHop = request;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.send(hop, request, stop);
      const headers = answerHeaders(answer.headers, request.keepsCookies);
      const redirect = { status: answer.statusCode, location: headers.location };
      const next = await getNextHop(hop, redirect, request.redirects).catch((error: unknown) => {
        discard(answer);
        throw error;
      });
      if (next === undefined) return this.answer(answer, headers, request, stop);
      discard(answer);
      const { max } = request.redirects;
      if (redirects >= max)
        throw new OutboundError("bad_redirect", `The server redirected more than ${max} times`);
      hop = next;
    }
  }

  private send(hop: NextHop, { bounds }: OutboundRequest, stop: Stop): Promise<Dispatcher.ResponseData> {
    const sent = this.agent(bounds.connectMs).request({
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method,
      headers: requestHeaders(hop.headers),
      body: hop.body ?? null,
      headersTimeout: bounds.headMs,
      bodyTimeout: bounds.idleMs,
      signal: stop.signal,
    });
    /** A request that waits for its connection does not react to the signal. */
    return Promise.race([sent, stop.ended]);
  }

  private answer(
    { statusCode, body }: Dispatcher.ResponseData,
    headers: Record<string, string>,
    { bounds, method }: OutboundRequest,
    stop: Stop,
  ): OutboundAnswer {
    const bounded = limitBody(body, {
      maxBytes: bounds.maxBytes,
      failure: (error) => stop.failure(error, "body"),
      onClose: () => stop.clear(),
    });
    const refusal = findRefusal(headers, method, bounds.maxBytes);
    if (refusal) {
      bounded.destroy();
      throw refusal;
    }
    return { status: statusCode, headers, body: bounded };
  }

  /**
   * Returns the agent for a connection timeout, because connection timeouts belong to an agent. Each caller uses one
   * timeout, so there are at most as many agents as callers.
   */
  private agent(connectMs: number): Agent {
    const agent = this.agents.get(connectMs) ?? this.getHttpAgent(connectMs);
    this.agents.set(connectMs, agent);
    return agent;
  }
}

/** Returns why the headers of a response are refused, or undefined if they are accepted. */
function findRefusal(headers: Readonly<Record<string, string>>, method: string, maxBytes: number) {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return new OutboundError(
      "bad_answer",
      "The server sent a compressed response although the request did not allow it",
    );
  const isLong = method !== "HEAD" && Number(headers["content-length"] ?? 0) > maxBytes;
  return isLong ? tooLarge() : undefined;
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => undefined).destroy();
}

/** Streams a body at the speed of its reader, and fails if it exceeds the size limit. */
function limitBody(body: Readable, { maxBytes, failure, onClose }: BodyBounds): Readable {
  const bounded = Readable.from(limitBytes(body, maxBytes), { objectMode: false });
  /** The body may no longer have a reader, and an error without a listener would end the process. */
  bounded.on("error", () => undefined);
  body.on("error", (error) => bounded.destroy(failure(error)));
  bounded.once("close", () => {
    body.destroy();
    onClose();
  });
  return bounded;
}

async function* limitBytes(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): OutboundError {
  return new OutboundError("too_large", "The response is too large");
}
