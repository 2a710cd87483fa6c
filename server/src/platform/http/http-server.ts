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
  /** Proxies in front whose `X-Forwarded-For` is believed; none unless given. */
  proxies?: TrustedProxies;
  /** How long a request may take to arrive, head and body; the default is 29 s. */
  arrivalMs?: number;
  /** Whether there must be one, because people reach this server by https. */
  expectsProxy?: boolean;
  /** Whether their `X-Request-Id` names requests, instead of ours. */
  takesRequestIds?: boolean;
}

/** With the look once a second, a slow sender is gone after 30 s, as load balancers have it. */
const ARRIVAL_MS = 29_000;
const LOOK_MS = 1_000;

/** A Fastify instance with our bounds, headers, request ids and error shape; no routes yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { proxies = 0, expectsProxy = false, takesRequestIds = false, arrivalMs = ARRIVAL_MS } = options;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    /** A line per request is the load balancer's; refusals and failures are logged where they are answered. */
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: forwardedBy(proxies),
    /** The largest JSON body is a run's input; the rest of the body is small. */
    bodyLimit: LIMITS.inputMaxBytes,
    /** A slow sender holds no connection longer than this. */
    requestTimeout: arrivalMs,
    /** Node looks for slow senders only every 30 s unless told otherwise, and gives heads a limit of their own. */
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: Math.min(arrivalMs, LOOK_MS) },
    keepAliveTimeout: 65_000,
    genReqId: takesRequestIds ? requestIdsOfProxy(proxyTest(proxies)) : newRequestId,
    /** A logger per request costs more than most requests; what is logged of one names it (error-handler.ts). */
    childLoggerFactory: (logger) => logger,
    rewriteUrl: (request) => rewriteApiPath(request.url ?? "/"),
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: refuseBadPath,
    clientErrorHandler: refuseUnreadable,
  });
  /** Bodies are JSON, or forms where a route reads them; a plain text is a mistake in the content type. */
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("caller", undefined);
  addSecurityHeaders(app);
  addClientNetwork(app, { proxies, expectsProxy });
  handleErrors(app);
  closeConnectionsWith(app);
  return app;
}
