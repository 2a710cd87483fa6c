import type { FastifyRequest } from "fastify";

/** What a client would rather have (RFC 7240), of what we know. */
export interface Preferences {
  /** It does not want to wait for the work to end. */
  respondAsync: boolean;
  /** So many seconds it does want to wait. */
  wait: number | undefined;
}

/** All preferences of the registry in one header are 200 characters; a longer one is not looked at. */
const MAX_HEADER_LENGTH = 1_000;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PREFERENCE = new RegExp(
  `^\\s*(?<name>${TOKEN})\\s*(?:=\\s*(?:(?<bare>${TOKEN})|"(?<quoted>[^"\\\\]*)"))?\\s*(?:;.*)?$`,
);

/** What nobody knows or can read is as if it were not there; of what is said twice the first holds. */
export function preferencesOf(request: Pick<FastifyRequest, "headers">): Preferences {
  const said = new Map<string, string>();
  for (const part of separated(String(request.headers.prefer ?? ""))) {
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

/** The parts between commas that are in no quotes. */
function separated(header: string): string[] {
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
