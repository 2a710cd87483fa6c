import type { LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import { createAddressPolicy } from "./address-policy.ts";
import { boundedBody, tooLarge } from "./answer-body.ts";
import { answerHeaders, requestHeaders } from "./connection-headers.ts";
import { destinationRefusal } from "./destination.ts";
import { guardedConnect } from "./guarded-connect.ts";
import { guardedSocket } from "./guarded-socket.ts";
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from "./outbound.ts";
import { type NextHop, nextHop, PolicyFailure } from "./redirect.ts";
import { createLookup } from "./resolve-name.ts";
import { Stop } from "./stop.ts";

export interface OutboundOptions {
  /** Ranges of the operator's network that requests may reach, as CIDR. */
  allow?: readonly string[] | undefined;
  /** Resolves host names instead of the system's name servers. */
  lookup?: LookupFunction;
  /** A certificate authority to trust in addition to the usual ones, as PEM. */
  ca?: string | undefined;
}

/** Servers send one to four KiB of headers; browsers and proxies accept sixteen. */
const MAX_HEAD_BYTES = 16 * 1024;
/** Callers limit their own concurrency. A limit here would let a few slow requests delay everyone else. */
const MAX_CONNECTIONS = null;
/** Shorter than the idle timeout of common servers, so that no request uses a connection that is about to close. */
const KEEP_ALIVE_MS = 4_000;

/** Creates the client for outbound requests. @throws Error if a range of `allow` is invalid. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  return new GuardedOutbound(options);
}

class GuardedOutbound implements Outbound {
  private readonly agentOf: (connectMs: number) => Agent;
  private readonly agents = new Map<number, Agent>();
  readonly refusalOf: Outbound["refusalOf"];
  readonly connect: Outbound["connect"];
  readonly authorities: Outbound["authorities"];

  constructor({ allow = [], lookup = createLookup(), ca }: OutboundOptions) {
    const policy = createAddressPolicy(allow);
    this.refusalOf = (url) => destinationRefusal(url, policy, lookup);
    this.connect = (connection) => guardedSocket({ ...connection, policy, lookup });
    const authorities = ca === undefined ? undefined : [...rootCertificates, ca];
    this.authorities = authorities;
    this.agentOf = (timeoutMs) =>
      new Agent({
        connect: guardedConnect({ policy, lookup, ca: authorities, timeoutMs }),
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
      const next = await nextHop(hop, redirect, request.redirects).catch((error: unknown) => {
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
    const bounded = boundedBody(body, {
      maxBytes: bounds.maxBytes,
      failure: (error) => stop.failure(error, "body"),
      closed: () => stop.clear(),
    });
    const refusal = refusalOf(headers, method, bounds.maxBytes);
    if (refusal) {
      bounded.destroy();
      throw refusal;
    }
    return { status: statusCode, headers, body: bounded };
  }

  /**
   * Connection timeouts belong to an agent. Each caller uses one timeout, so there are at most as many agents as
   * callers.
   */
  private agent(connectMs: number): Agent {
    const agent = this.agents.get(connectMs) ?? this.agentOf(connectMs);
    this.agents.set(connectMs, agent);
    return agent;
  }
}

/** Returns why a response is refused on the basis of its headers, if it is. */
function refusalOf(headers: Readonly<Record<string, string>>, method: string, maxBytes: number) {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return new OutboundError("bad_answer", "The server compressed its answer although it was asked not to");
  const isLong = method !== "HEAD" && Number(headers["content-length"] ?? 0) > maxBytes;
  return isLong ? tooLarge() : undefined;
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => undefined).destroy();
}
