import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * The headers of every reply (OWASP's recommendations for an API): replies are data, so nothing in them may run or be
 * framed.
 */
export const API_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Keeps a page or a reply out of search results. Crawlers obey it only if robots.txt lets them read the page. */
export const NOT_INDEXED = { "x-robots-tag": "noindex" };

/** The headers of what people share by link: a revoked link must stop working at once, also in caches. */
export const SHARED_BY_LINK = { ...NOT_INDEXED, "cache-control": "no-store" };

/**
 * Returns the additional headers of the web app's files. Base UI positions elements and Shiki colors code with style
 * attributes. There is no Strict-Transport-Security: Stoa speaks plain HTTP, and the proxy that terminates TLS
 * decides about that header.
 * @param inlineScripts the scripts that the pages contain; no other inline script may run.
 */
export const createSiteHeaders = (inlineScripts: readonly string[]) => ({
  "content-security-policy": [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts.map(hashScript)].join(" "),
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

/**
 * Returns the headers of the page that other sites embed. Only pages of these origins can embed it. It is always in a
 * sandbox, so its origin is opaque and "self" may mean nothing to some browsers; the server's own URL does.
 */
export const createFrameHeaders = (publicUrl: string, embeddingOrigins: readonly string[]) => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'self' ${publicUrl}`,
    `style-src 'self' 'unsafe-inline' ${publicUrl}`,
    `img-src 'self' data: ${publicUrl}`,
    `font-src 'self' ${publicUrl}`,
    `connect-src 'self' ${publicUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embeddingOrigins.join(" ")}`,
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox",
  ].join("; "),
  "referrer-policy": "no-referrer",
});

/** The headers of files that pages of other origins load: the widget, and what the sandboxed frame needs. */
export const SHARED_FILE_HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

const hashScript = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Adds the request id and the security headers to a reply. */
export const secureReply = (reply: FastifyReply, requestId: string): FastifyReply =>
  reply.headers(API_HEADERS).header("x-request-id", requestId);

/**
 * Adds these headers to every reply. This is a synchronous hook with fixed headers, because helmet took more time
 * than the rest of a cached reply (docs/decisions/http-api.md).
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    secureReply(reply, request.id);
    done();
  });
}
