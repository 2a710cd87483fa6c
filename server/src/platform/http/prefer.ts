import type { FastifyRequest } from "fastify";

/** The preferences of a client (RFC 7240) that Stoa supports. */
export interface Preferences {
  /** Whether the client prefers not to wait until the work has finished. */
  respondAsync: boolean;
  /** How many seconds the client is willing to wait. */
  wait: number | undefined;
}

/**
 * The maximum length of the header. All registered preferences together take 200 characters; a longer header is
 * ignored.
 */
const MAX_HEADER_LENGTH = 1_000;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PREFERENCE = new RegExp(
  `^\\s*(?<name>${TOKEN})\\s*(?:=\\s*(?:(?<bare>${TOKEN})|"(?<quoted>[^"\\\\]*)"))?\\s*(?:;.*)?$`,
);

/** Parses the preferences. Ignores unknown and malformed ones; the first of several with the same name applies. */
export function parsePreferences(request: Pick<FastifyRequest, "headers">): Preferences {
  const said = new Map<string, string>();
  for (const part of splitHeader(String(request.headers.prefer ?? ""))) {
    const { name, bare, quoted } = PREFERENCE.exec(part)?.groups ?? {};
    if (name !== undefined && !said.has(name.toLowerCase()))
      said.set(name.toLowerCase(), bare ?? quoted ?? "");
  }
  const wait = said.get("wait") ?? "";
  return {
    respondAsync: said.get("respond-async") === "",
    wait: /^\d{1,9}$/.test(wait) ? Number(wait) : undefined,
  };
}

/** Splits the header at commas outside quotes. */
function splitHeader(header: string): string[] {
  if (header.length > MAX_HEADER_LENGTH) return [];
  const parts = [""];
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === "," && !isQuoted) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
