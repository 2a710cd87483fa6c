import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** What was cached is asked for again, which costs 304 and no bytes: a server that was renewed describes itself anew. */
const REVALIDATED = "public, no-cache";

/** A quoted name of these bytes; the packed ones are others (RFC 9110, 8.8.3.3). */
const tagOf = (bytes: Buffer) => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

const accepts = (header: string | undefined, coding: string) =>
  (header ?? "")
    .split(",")
    .some((one) => one.trim().toLowerCase().split(";")[0] === coding && !/;\s*q=0(\.0*)?$/.test(one));

const names = (header: string | undefined, tag: string) =>
  (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*");

const formOf = (bytes: Buffer) => ({ bytes, tag: tagOf(bytes) });

/**
 * Serves a document that does not change while the server runs: packed once, with a tag to ask again by.
 * @param options.packs false for what is packed already.
 */
export function serveDocument(
  app: FastifyInstance,
  path: string,
  document: { type: string; bytes: Buffer },
  { packs = true } = {},
): void {
  const plain = formOf(document.bytes);
  const packed = packs ? formOf(gzipSync(document.bytes)) : undefined;
  app.get(path, ({ headers }, reply) => {
    const sentPacked = accepts(headers["accept-encoding"]?.toString(), "gzip") ? packed : undefined;
    const { bytes, tag } = sentPacked ?? plain;
    reply.headers({ etag: tag, "cache-control": REVALIDATED });
    if (packed) reply.header("vary", "accept-encoding");
    if (names(headers["if-none-match"], tag)) return reply.status(304).send();
    if (sentPacked) reply.header("content-encoding", "gzip");
    return reply.type(document.type).send(bytes);
  });
}
