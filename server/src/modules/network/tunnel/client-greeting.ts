import type { Duplex } from "node:stream";
import { ConnectionRefusal, getProtocol } from "./connection-refusal.ts";
import { type Greeting, isTls, readHttpHost, readServerName } from "./greeting.ts";

/**
 * How long a client may take to send its first bytes. Clients of http and https send them as soon as they are
 * connected, so this is enough for a slow client.
 */
const GREETING_MS = 30_000;
/**
 * The longest request head that servers accept. It is four times as long as the longest ClientHello with post-quantum
 * keys.
 */
const MAX_GREETING_BYTES = 64 * 1024;
/**
 * Clients send their first request in one chunk, or header by header. All bytes are parsed again from the beginning
 * with each chunk, so a client that sent single bytes would cost this process seconds.
 */
const MAX_CHUNKS = 256;

/**
 * Waits for a client's first bytes until they name a host. On ports that http and https do not use, the protocol is
 * unknown, so the first bytes are read only if they are TLS.
 * @returns the bytes, which must be sent to the host
 * @throws ConnectionRefusal if the bytes name another host or no host
 */
export async function readGreeting(
  client: Duplex,
  head: Buffer,
  { host, port }: { host: string; port: number },
): Promise<Buffer> {
  const { data, greeting } = await collectGreeting(client, head, port);
  if (greeting === undefined || (greeting.kind === "host" && greeting.host === host)) return data;
  throw createOtherNameRefusal(host, port, greeting);
}

/** Returns the host that the bytes name; undefined if their protocol does not name one. */
function parseGreeting(port: number, data: Buffer): Greeting | undefined {
  const speaks = getProtocol(port);
  if (speaks === "http") return readHttpHost(data);
  if (speaks === "unknown" && !isTls(data)) return undefined;
  return readServerName(data);
}

function collectGreeting(
  client: Duplex,
  head: Buffer,
  port: number,
): Promise<{ data: Buffer; greeting: Greeting | undefined }> {
  return new Promise((resolve, reject) => {
    let data = head;
    let chunks = 0;
    const stopReading = () => {
      clearTimeout(timer);
      client.off("data", handleData).off("end", handleEnd).off("close", handleEnd).pause();
    };
    const fail = (message: string, code: string) => {
      stopReading();
      reject(new ConnectionRefusal(message, { status: 400, code }));
    };
    const parse = () => {
      if (data.length === 0) return;
      const greeting = parseGreeting(port, data);
      if (greeting?.kind === "incomplete" && data.length > MAX_GREETING_BYTES)
        return fail("The first request is too large.", "greeting_too_large");
      if (greeting?.kind === "incomplete" && chunks >= MAX_CHUNKS)
        return fail("The first request arrives in too many chunks.", "greeting_in_pieces");
      if (greeting?.kind === "incomplete") return;
      stopReading();
      resolve({ data, greeting });
    };
    const handleData = (chunk: Buffer) => {
      chunks += 1;
      data = data.length === 0 ? chunk : Buffer.concat([data, chunk]);
      parse();
    };
    const isServerFirst = getProtocol(port) === "unknown";
    const handleEnd = () => {
      if (!isServerFirst || data.length > 0)
        return fail("The client closed the connection.", "client_closed");
      stopReading();
      resolve({ data, greeting: undefined });
    };
    const timer = isServerFirst
      ? undefined
      : setTimeout(() => fail("The client sent nothing.", "greeting_timeout"), GREETING_MS);
    client.on("data", handleData).once("end", handleEnd).once("close", handleEnd);
    parse();
  });
}

function createOtherNameRefusal(host: string, port: number, greeting: Greeting): ConnectionRefusal {
  const isNamed = greeting.kind === "host";
  const named = isNamed ? `names ${greeting.host}` : "names no host";
  const what = getProtocol(port) === "http" ? "request" : "TLS ClientHello";
  return new ConnectionRefusal(`This connection is to ${host}, but its ${what} ${named}.`, {
    status: 403,
    code: "other_name",
    reason: `The ${what} ${isNamed ? "names another host" : "names no host"}.`,
  });
}
