import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import { fastifySSE } from "@fastify/sse";
import { LIMITS } from "@stoa/contract";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Caller } from "./caller.ts";
import { handleErrors } from "./error-handler.ts";
import { rewriteApiPath } from "./rewrite.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

interface HttpServerOptions {
  log: FastifyBaseLogger;
  /** Whether `X-Forwarded-For` of a load balancer in front is believed. */
  trustProxy: boolean;
}

/** A Fastify instance with our bounds, headers, request ids and error shape; no routes yet. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    /** A line per request is the load balancer's; refusals and failures are logged where they are answered. */
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    /** The largest JSON body is a run's input; the rest of the body is small. */
    bodyLimit: LIMITS.inputMaxBytes,
    /** A slow sender holds no connection longer than this. */
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    genReqId: () => `req_${randomUUID().replaceAll("-", "")}`,
    rewriteUrl: (request) => rewriteApiPath(request.url ?? "/"),
    routerOptions: { maxParamLength: 100 },
  });
  app.decorateRequest("caller", undefined);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  handleErrors(app);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        /** Base UI and Shiki position and colour through style attributes. */
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    /** Stoa itself speaks plain HTTP; who ends TLS in front of it decides on HSTS. */
    strictTransportSecurity: false,
  });
  await app.register(multipart, {
    limits: {
      fileSize: LIMITS.uploadMaxBytes,
      files: 1,
      fields: 12,
      fieldSize: LIMITS.documentationMaxLength * 4,
      parts: 13,
      headerPairs: 50,
    },
  });
  await app.register(fastifySSE);
  return app;
}
