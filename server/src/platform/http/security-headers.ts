import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";

/** What every answer says (OWASP's advice for an API): answers are data, nothing of them may run or be framed. */
export const API_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/**
 * What the web app's files say besides. Base UI positions and Shiki colours through style attributes. There is no
 * Strict-Transport-Security: Stoa speaks plain HTTP, who ends TLS in front of it decides on that.
 * @param inlineScripts the scripts that are in the pages themselves: no others in a page may run.
 */
export const siteHeaders = (inlineScripts: readonly string[]) => ({
  "content-security-policy": [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts.map(named)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
});

const named = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Names an answer by its request and makes it safe to open. */
export const secured = (reply: FastifyReply, requestId: string): FastifyReply =>
  reply.headers(API_HEADERS).header("x-request-id", requestId);

/**
 * Does so for every answer. A synchronous hook with fixed headers: helmet took
 * more time than all else of a cached answer (docs/decisions/http-api.md).
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    secured(reply, request.id);
    done();
  });
}
