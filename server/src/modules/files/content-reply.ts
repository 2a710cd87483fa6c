import { Readable } from "node:stream";
import { create as createDisposition } from "content-disposition";
import type { FastifyReply, FastifyRequest } from "fastify";
import parseRange from "range-parser";
import { AppError } from "../../platform/http/app-error.ts";
import { HANDLED } from "../../platform/http/mount.ts";
import { NOT_INDEXED } from "../../platform/http/security-headers.ts";
import type { FileRow } from "./file-store.ts";
import type { ByteRange } from "./storage/file-storage.ts";

/** The types that a browser shows itself, and that can run no script, with the type that is sent. */
const INLINE_TYPES: Readonly<Record<string, string>> = {
  "application/json": "application/json",
  "application/pdf": "application/pdf",
  "image/avif": "image/avif",
  "image/gif": "image/gif",
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  "image/webp": "image/webp",
  "text/csv": "text/csv; charset=utf-8",
  "text/markdown": "text/plain; charset=utf-8",
  "text/plain": "text/plain; charset=utf-8",
};

/**
 * The browser's own viewers of pictures and media need only the content itself. Whatever else a content might contain
 * runs nothing and loads nothing.
 */
const CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
/** Chromium shows no PDF in a sandbox. Its viewer is a sandbox of its own. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The headers of a content. Only types that are safe to show are shown, everything else is saved. */
export function createContentHeaders({ id, name, type }: Pick<FileRow, "id" | "name" | "type">) {
  const inline = INLINE_TYPES[type] ?? (/^(audio|video)\//.test(type) ? type : undefined);
  return {
    "content-type": inline ?? "application/octet-stream",
    "content-disposition": createDisposition(name, { type: inline ? "inline" : "attachment" }),
    "content-security-policy": type === "application/pdf" ? PDF_POLICY : CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    ...NOT_INDEXED,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    // The content under an ID never changes, but only the link's reader may keep it.
    "cache-control": "private, max-age=3600",
    "accept-ranges": "bytes",
    etag: `"${id}"`,
  };
}

/** What a reply needs of a file. */
export interface SentFile extends Pick<FileRow, "id" | "name" | "type" | "bytes"> {
  /** Opens a part of the content. */
  read(range: ByteRange): Promise<Readable>;
}

/** Sends a file, or the part of it that the request asks for. @throws AppError 416 for a range outside the file */
export async function sendContent(
  row: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof HANDLED> {
  const size = Number(row.bytes);
  const headers = createContentHeaders(row);
  reply.headers(headers);
  if (request.headers["if-none-match"]?.includes(headers.etag)) {
    reply.status(304).send();
    return HANDLED;
  }
  const range = readRange(request, size, headers.etag);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.status(206).header("content-range", `bytes ${start}-${end}/${size}`);
  reply.header("content-length", end - start + 1);
  const isHead = request.method === "HEAD";
  reply.send(isHead ? Readable.from([]) : await row.read({ start, end }));
  return HANDLED;
}

/** Returns the range that a request asks for. Several ranges, or a range of another content, count as none. */
function readRange({ headers }: FastifyRequest, size: number, etag: string): ByteRange | undefined {
  const { range, "if-range": condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined;
  const parsed = parseRange(size, range, { combine: true });
  if (parsed === -1)
    throw new AppError(416, "invalid_request", `The file has ${size} bytes. Ask for a range within them.`, {
      headers: { "content-range": `bytes */${size}` },
    });
  return parsed !== -2 && parsed.type === "bytes" && parsed.length === 1 ? parsed[0] : undefined;
}
