import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** What was cached is asked for again, which costs 304 and no bytes: a server that was renewed describes itself anew. */
const REVALIDATED = "public, no-cache";

/** A quoted name of these bytes; the packed ones are others (RFC 9110, section 8.8.3.3). */
const tagOf = (bytes: Buffer) => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

const accepts = (header: string | undefined, coding: string) =>
  (header ?? "")
    .split(",")
    .some((one) => one.trim().toLowerCase().split(";")[0] === coding && !/;\s*q=0(\.0*)?$/.test(one));

const names = (header: string | undefined, tag: string) =>
  (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*");

/** Serves a document that does not change while the server runs: packed once, with a tag to ask again by. */
export function serveDocument(app: FastifyInstance, path: string, type: string, text: Buffer): void {
  const plain = { bytes: text, tag: tagOf(text) };
  const packedBytes = gzipSync(text);
  const packed = { bytes: packedBytes, tag: tagOf(packedBytes) };
  app.get(path, ({ headers }, reply) => {
    const isPacked = accepts(headers["accept-encoding"]?.toString(), "gzip");
    const { bytes, tag } = isPacked ? packed : plain;
    reply.headers({ etag: tag, "cache-control": REVALIDATED, vary: "accept-encoding" });
    if (names(headers["if-none-match"], tag)) return reply.status(304).send();
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.type(type).send(bytes);
  });
}
