import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/**
 * Makes caches revalidate the document each time, which costs a 304 without a body, so that a new version of the
 * server is visible immediately.
 */
const REVALIDATED = "public, no-cache";

/** Returns the ETag of the bytes. The compressed form has a different ETag (RFC 9110, 8.8.3.3). */
const computeTag = (bytes: Buffer) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

const isAccepted = (header: string | undefined, coding: string) =>
  (header ?? "")
    .split(",")
    .some((one) => one.trim().toLowerCase().split(";")[0] === coding && !/;\s*q=0(\.0*)?$/.test(one));

/** Returns whether an If-None-Match header names an ETag. */
export const hasTag = (header: string | undefined, tag: string) =>
  (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*");

const createForm = (bytes: Buffer) => ({ bytes, tag: computeTag(bytes) });

/**
 * Serves a document that does not change while the server runs. It is compressed once and has an ETag.
 * @param options.packs false if the bytes are already compressed.
 */
export function serveDocument(
  app: FastifyInstance,
  path: string,
  document: { type: string; bytes: Buffer },
  { packs = true } = {},
): void {
  const plain = createForm(document.bytes);
  const packed = packs ? createForm(gzipSync(document.bytes)) : undefined;
  app.get(path, ({ headers }, reply) => {
    const sentPacked = isAccepted(headers["accept-encoding"]?.toString(), "gzip") ? packed : undefined;
    const { bytes, tag } = sentPacked ?? plain;
    reply.headers({ etag: tag, "cache-control": REVALIDATED });
    if (packed) reply.header("vary", "accept-encoding");
    if (hasTag(headers["if-none-match"], tag)) return reply.status(304).send();
    if (sentPacked) reply.header("content-encoding", "gzip");
    return reply.type(document.type).send(bytes);
  });
}
