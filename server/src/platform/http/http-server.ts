import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { LIMITS } from "@stoa/contract";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { AppError } from "./app-error.ts";
import type { Caller } from "./caller.ts";
import { addClientNetwork } from "./client-network.ts";
import { closeConnectionsWith } from "./close-connections.ts";
import { handleErrors, refuseBadPath } from "./error-handler.ts";
import { generateRequestId, requestIdsOfProxy } from "./request-id.ts";
import { rewriteApiPath } from "./rewrite.ts";
import { API_HEADERS, addSecurityHeaders } from "./security-headers.ts";
import { createProxyTest, isForwardedBy, type TrustedProxies } from "./trusted-proxies.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

interface HttpServerOptions {
  log: FastifyBaseLogger;
  /** The proxies in front of the server whose `X-Forwarded-For` is trusted; none by default. */
  proxies?: TrustedProxies;
  /** How long a request may take to arrive, including its body; the default is 29 s. */
  arrivalMs?: number;
  /** Whether a proxy is required, because the public URL is https. */
  expectsProxy?: boolean;
  /** Whether the proxy's `X-Request-Id` is used as the request id. */
  takesRequestIds?: boolean;
}

/**
 * How long a request may take to arrive. With one check per second, a slow sender is disconnected after 30 s, the
 * usual timeout of load balancers.
 */
const ARRIVAL_MS = 29_000;
const LOOK_MS = 1_000;

/** Returns a Fastify instance with our limits, headers, request ids and error format, but without routes. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { proxies = 0, expectsProxy = false, takesRequestIds = false, arrivalMs = ARRIVAL_MS } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    /** The load balancer logs one line per request. Refusals and failures are logged where the reply is sent. */
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isForwardedBy(proxies),
    /** The largest JSON body is a run's input; other fields are small. */
    bodyLimit: LIMITS.inputMaxBytes,
    /** A slow sender cannot hold a connection longer than this. */
    requestTimeout: arrivalMs,
    /** By default, Node looks for slow senders only every 30 s, and has a separate limit for headers. */
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: Math.min(arrivalMs, LOOK_MS) },
    keepAliveTimeout: 65_000,
    genReqId: takesRequestIds ? requestIdsOfProxy(createProxyTest(proxies)) : generateRequestId,
    /**
     * Returns the same logger for every request, because a logger per request costs more than most requests. Log lines
     * about a request contain its id (error-handler.ts).
     */
    childLoggerFactory: (logger) => logger,
    rewriteUrl: (request) => rewriteApiPath(request.url ?? "/"),
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: refuseBadPath,
    clientErrorHandler: refuseUnreadable,
  });
  /** Bodies are JSON, or forms on routes that read them. Plain text is a mistake in the content type. */
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("caller", undefined);
  addSecurityHeaders(app);
  addClientNetwork(app, { proxies, expectsProxy });
  handleErrors(app);
  closeConnectionsWith(app);
  return app;
}

/** Converts the error of a request that Node cannot parse to an AppError. */
function toAppError(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new AppError(431, "too_large", "The headers of the request are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new AppError(408, "invalid_request", "The request took too long to arrive");
  return new AppError(
    400,
    "invalid_request",
    "Could not read the request. Check its headers and body, and send it again",
  );
}

/** Replies with problem+json on a connection whose request could not be parsed, and closes it. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = toAppError(error.code);
  const title = STATUS_CODES[refusal.status] ?? "Error";
  const requestId = generateRequestId();
  const body = JSON.stringify(refusal.toProblem(title, requestId));
  const headers = {
    ...API_HEADERS,
    "x-request-id": requestId,
    "content-type": "application/problem+json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${title}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}
