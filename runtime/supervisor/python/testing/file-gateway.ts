import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { JobFile } from "../../../protocol/index.ts";

/** A file that a run sent to its gateway. */
export interface SentFile {
  name: string;
  bytes: number;
  sha256: string;
  /** The content of a file that is small enough to compare. */
  content: Buffer;
}

export interface FileGateway {
  connect(socket: Duplex): void;
  /** Stores a file and returns what a job says of it. */
  add(name: string, content: Buffer, type?: string): JobFile;
  sent: SentFile[];
  /** If set, the gateway refuses every file with this reply. */
  refusal: { status: number; body: unknown } | undefined;
}

const KEPT_BYTES = 1 << 20;

async function readSent(request: IncomingMessage, name: string): Promise<SentFile> {
  const hash = createHash("sha256");
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    hash.update(piece);
    if (bytes < KEPT_BYTES) kept.push(piece);
    bytes += piece.length;
  }
  return { name, bytes, sha256: hash.digest("hex"), content: Buffer.concat(kept) };
}

/** Returns a gateway with only the routes of files, which expects the token of `createJob`. */
export function createFileGateway(): FileGateway {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== "Bearer token-of-this-run")
      return reply(401, { error: "unauthorized", detail: "No token." });
    const url = new URL(request.url ?? "/", "http://gateway");
    if (request.method === "GET") {
      const content = files.get(url.pathname.replace("/files/", ""));
      if (!content) return reply(404, { error: "not_found", detail: "This file no longer exists." });
      return void response.writeHead(200, { "content-length": content.length }).end(content);
    }
    const { refusal } = gateway;
    if (refusal) {
      response.writeHead(refusal.status, { "content-type": "application/json", connection: "close" });
      return void response.end(JSON.stringify(refusal.body));
    }
    const sent = await readSent(request, url.searchParams.get("name") ?? "");
    if (sent.bytes !== Number(request.headers["content-length"]))
      return reply(400, { detail: "wrong length" });
    gateway.sent.push(sent);
    const id = `file_${String(gateway.sent.length).padStart(32, "0")}`;
    reply(201, { id, name: sent.name, type: "test/type", size: sent.bytes });
  }
  const gateway: FileGateway = {
    connect: (socket) => void server.emit("connection", socket),
    add(name, content, type = "text/plain") {
      const id = `file_${String(files.size + 1).padStart(32, "a")}`;
      files.set(id, content);
      return { id, name, type, bytes: content.length };
    },
    sent: [],
    refusal: undefined,
  };
  return gateway;
}

/** Returns the reference to the file that a run sent as number `number`, counted from 1. */
export const createReference = (name: string, size: number, number = 1) => ({
  file_id: `file_${String(number).padStart(32, "0")}`,
  name,
  type: "test/type",
  size,
});
