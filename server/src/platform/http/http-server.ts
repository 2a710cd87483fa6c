import { LIMITS } from "@stoa/contract";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Caller } from "./caller.ts";
import { addClientNetwork } from "./client-network.ts";
import { closeConnectionsWith } from "./close-connections.ts";
import { handleErrors, refuseBadPath } from "./error-handler.ts";
import { newRequestId, requestIdsOfProxy } from "./request-id.ts";
import { rewriteApiPath } from "./rewrite.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { forwardedBy, proxyTest, type TrustedProxies } from "./trusted-proxies.ts";
import { refuseUnreadable } from "./unreadable-request.ts";

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

/** With one check per second, a slow sender is disconnected after 30 s, the usual timeout of load balancers. */
const ARRIVAL_MS = 29_000;
const LOOK_MS = 1_000;

/** Returns a Fastify instance with our limits, headers, request ids and error format, but without routes. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { proxies = 0, expectsProxy = false, takesRequestIds = false, arrivalMs = ARRIVAL_MS } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    /** The load balancer logs one line per request. Refusals and failures are logged where the reply is sent. */
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: forwardedBy(proxies),
    /** The largest JSON body is a run's input; other fields are small. */
    bodyLimit: LIMITS.inputMaxBytes,
    /** A slow sender cannot hold a connection longer than this. */
    requestTimeout: arrivalMs,
    /** By default, Node looks for slow senders only every 30 s, and has a separate limit for headers. */
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: Math.min(arrivalMs, LOOK_MS) },
    keepAliveTimeout: 65_000,
    genReqId: takesRequestIds ? requestIdsOfProxy(proxyTest(proxies)) : newRequestId,
    /**
     * A logger per request costs more than most requests. Log lines about a request contain its id
     * (error-handler.ts).
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
