/** The length of a TLS record's header: its type, its version and the length of its content. */
const RECORD_HEAD_BYTES = 5;
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
/** The length of a handshake message's header: its type, and the length of its content in three bytes. */
const MESSAGE_HEAD_BYTES = 4;
const VERSION_AND_RANDOM_BYTES = 2 + 32;
const SERVER_NAME = 0;
const END_OF_HEAD = "\r\n\r\n";

/** The host that a client's first bytes name. `incomplete`: more bytes are needed. `none`: they name no host. */
export type Greeting = { kind: "incomplete" } | { kind: "none" } | { kind: "host"; host: string };

const INCOMPLETE: Greeting = { kind: "incomplete" };
const NONE: Greeting = { kind: "none" };

/** Returns whether a connection begins with TLS. */
export function isTls(data: Buffer): boolean {
  return data[0] === HANDSHAKE;
}

/**
 * Reads the server name of a TLS ClientHello. The message may be split into several records, each of which may state
 * wrong lengths.
 */
export function readServerName(data: Buffer): Greeting {
  const parts: Buffer[] = [];
  let collected = 0;
  let needed = MESSAGE_HEAD_BYTES;
  for (let at = 0; collected < needed; ) {
    if (data.length < at + RECORD_HEAD_BYTES)
      return at < data.length && data[at] !== HANDSHAKE ? NONE : INCOMPLETE;
    if (data[at] !== HANDSHAKE) return NONE;
    const end = at + RECORD_HEAD_BYTES + data.readUInt16BE(at + 3);
    if (data.length < end) return INCOMPLETE;
    const part = data.subarray(at + RECORD_HEAD_BYTES, end);
    // An empty record of a handshake is invalid, and any number of them could follow.
    if (part.length === 0) return NONE;
    parts.push(part);
    collected += part.length;
    at = end;
    if (collected >= MESSAGE_HEAD_BYTES && needed === MESSAGE_HEAD_BYTES) {
      const head = Buffer.concat(parts);
      if (head[0] !== CLIENT_HELLO) return NONE;
      needed = MESSAGE_HEAD_BYTES + head.readUIntBE(1, 3);
    }
  }
  const name = findServerName(Buffer.concat(parts).subarray(0, needed));
  return name === undefined ? NONE : { kind: "host", host: name };
}

function findServerName(hello: Buffer): string | undefined {
  try {
    let at = MESSAGE_HEAD_BYTES + VERSION_AND_RANDOM_BYTES;
    at += 1 + hello.readUInt8(at);
    at += 2 + hello.readUInt16BE(at);
    at += 1 + hello.readUInt8(at);
    const end = at + 2 + hello.readUInt16BE(at);
    for (at += 2; at + 4 <= end; ) {
      const kind = hello.readUInt16BE(at);
      const size = hello.readUInt16BE(at + 2);
      if (kind === SERVER_NAME) return readNameList(hello.subarray(at + 4, at + 4 + size));
      at += 4 + size;
    }
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads the list in the extension, which contains one name (RFC 6066). */
function readNameList(list: Buffer): string | undefined {
  const size = list.readUInt16BE(3);
  const isOneName =
    list.readUInt16BE(0) === list.length - 2 && list.readUInt8(2) === 0 && size === list.length - 5;
  return isOneName ? list.toString("latin1", 5).toLowerCase() : undefined;
}

/** Reads the host of an HTTP request from its Host header, which the request's target must not contradict. */
export function readHttpHost(data: Buffer): Greeting {
  const text = data.toString("latin1");
  const end = text.indexOf(END_OF_HEAD);
  if (end < 0) return INCOMPLETE;
  const head = text.slice(0, end);
  const [requestLine = "", ...headers] = head.split("\r\n");
  const hosts = headers.flatMap((line) => /^host:[ \t]*([^ \t]*)[ \t]*$/i.exec(line)?.[1] ?? []);
  const [host = ""] = hosts;
  const target = requestLine.split(" ")[1] ?? "";
  // Servers disagree about folded lines, spaces before a colon, and line ends of one character.
  const isAmbiguous =
    headers.some((line) => /^[ \t]|^[^:]*[ \t]:/.test(line)) || /\r(?!\n)|(?<!\r)\n/.test(head);
  if (hosts.length !== 1 || isAmbiguous) return NONE;
  const named = removePort(host);
  // If the target is a whole URL, servers use its host and ignore the header.
  const isPath = target.startsWith("/") || target === "*";
  if (!isPath && !(URL.canParse(target) && new URL(target).hostname === named)) return NONE;
  return named === "" ? NONE : { kind: "host", host: named };
}

function removePort(host: string): string {
  return host.toLowerCase().replace(/:[0-9]+$/, "");
}
