import { afterAll, afterEach, beforeAll } from "vitest";
import { createOutbound, type OutboundOptions } from "./create-outbound.ts";
import type { Outbound, OutboundAnswer, OutboundBounds, OutboundRequest } from "./outbound.ts";
import { type RawServer, scriptedLookup, startRawServer } from "./raw-server.fixture.ts";

export const HOST = "api.example.com";
export const OTHER_HOST = "files.example.com";

const BOUNDS: OutboundBounds = {
  connectMs: 2_000,
  headMs: 2_000,
  idleMs: 2_000,
  totalMs: 10_000,
  maxBytes: 100_000,
};

interface RequestOptions extends Partial<Omit<OutboundRequest, "url" | "bounds">> {
  path?: string;
  host?: string;
  url?: string;
  bounds?: Partial<OutboundBounds>;
}

/** Starts a server that outbound requests may reach under two host names, as if the operator had allowed it. */
export function useOutbound() {
  let server: RawServer | undefined;
  const made: Outbound[] = [];
  beforeAll(async () => {
    server = await startRawServer([HOST, OTHER_HOST]);
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map((outbound) => outbound.close()));
    server?.requests.splice(0);
  });
  afterAll(() => server?.close());

  return () => {
    if (!server) throw new Error("the server runs only during tests");
    const raw = server;
    const outbound = (options: OutboundOptions = {}) => {
      const one = createOutbound({
        allow: ["127.0.0.1/32"],
        ca: raw.ca,
        lookup: scriptedLookup({ [HOST]: ["127.0.0.1"], [OTHER_HOST]: ["127.0.0.1"] }).lookup,
        ...options,
      });
      made.push(one);
      return one;
    };
    const ask = (requestOptions: RequestOptions = {}, options?: OutboundOptions): Promise<OutboundAnswer> => {
      const {
        path = "/",
        host = HOST,
        url = `https://${host}:${raw.port}${path}`,
        bounds,
        ...request
      } = requestOptions;
      return outbound(options).request({
        method: "GET",
        headers: {},
        redirects: { max: 3, canFollow: () => true },
        ...request,
        url: new URL(url),
        bounds: { ...BOUNDS, ...bounds },
      });
    };
    return { ...raw, outbound, ask };
  };
}

export async function readText({ body }: OutboundAnswer): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** Formats a raw HTTP response. */
export function http(status: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries({ "content-length": String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}
