import { LIMITS } from "@stoa/contract";
import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";

/**
 * The maximum size of a request. It can contain files as base64, so it is larger than other requests: the pictures of a
 * few pages. Larger files are uploaded first.
 */
export const BODY_MAX_BYTES = 10 * 1024 * 1024;
/** The total size of large requests at a time: ten of the largest, which take three times as much while they are parsed. */
const LARGE_BODIES_BYTES = 10 * BODY_MAX_BYTES;
const RETRY_AFTER_SECONDS = 2;

/**
 * Lets the routes of `app` read requests with files, and limits the memory that these take up together. A request without
 * `Content-Length` counts as one of the largest.
 */
export function allowLargeBodies(app: FastifyInstance, maxBytes = LARGE_BODIES_BYTES): void {
  let used = 0;
  app.addHook("onRoute", (route) => {
    route.bodyLimit = BODY_MAX_BYTES;
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const declared = Number(request.headers["content-length"] ?? BODY_MAX_BYTES);
    const bytes = Math.min(declared, BODY_MAX_BYTES);
    if (request.method !== "POST" || bytes <= LIMITS.inputMaxBytes) return done();
    if (used + bytes > maxBytes)
      return done(
        new AppError(
          503,
          "at_capacity",
          "This server reads too many large requests. Please try again shortly",
          {
            headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
          },
        ),
      );
    used += bytes;
    reply.raw.once("close", () => {
      used -= bytes;
    });
    return done();
  });
}
