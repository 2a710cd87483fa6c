import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";

/** The target of an agent's call: the name of a service, and a path that has only one interpretation. */
export interface CallTarget {
  service: string;
  /** The path, which begins with a slash and is sent unchanged. */
  path: string;
  /** The query with its question mark, or an empty string. */
  query: string;
}

/** The length of a request line that common servers accept. */
const MAX_TARGET_CHARS = 8 * 1024;
/** The name of a service, or a percent-encoded URL such as `http://0.0.0.0:9925`. */
const TARGET = /^\/connectors\/((?:[a-z0-9_.:-]|%(?:3A|2F|5B|5D)){1,300})(\/[^?]*)?(\?.*)?$/;
/** Printable ASCII without characters that browsers and proxies read differently: space, backslash and `#`. */
const PLAIN = /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/;
/**
 * Each server that forwards a request may decode its path again; no real path is encoded more
 * often.
 */
const MAX_DECODINGS = 3;

/** Parses a target. @throws RouteRefusal 400 if it is too long, or if servers could interpret the path differently. */
export function readTarget(url: string): CallTarget {
  if (url.length > MAX_TARGET_CHARS)
    throw createPathRefusal(`The path and query are too long. Use at most ${MAX_TARGET_CHARS} characters.`);
  if (!PLAIN.test(url)) throw createPathRefusal("The path contains characters that must be percent-encoded.");
  const [, service, path = "/", query = ""] = TARGET.exec(url) ?? [];
  if (service === undefined) throw createPathRefusal("The path must be /connectors/<service>/<path>.");
  checkPath(path);
  return { service: decodeURIComponent(service), path, query };
}

/** Checks a path. @throws RouteRefusal 400 if servers could interpret it differently. */
export function checkPath(path: string): void {
  if (path.includes("//")) throw createPathRefusal("The path has an empty segment.");
  for (const part of path.split("/")) checkPart(part);
  if (new URL(`https://service.invalid${path}`).pathname !== path)
    throw createPathRefusal("The path contains characters that must be percent-encoded.");
}

/** Returns a path as it is read by a server that treats an encoded slash as a slash. */
export function withSlashesDecoded(path: string): string {
  return path.replace(/%2f/gi, "/");
}

function checkPart(part: string): void {
  for (const inner of decodeFully(part).split("/")) {
    const [name = ""] = inner.split(";");
    if (name === "." || name === ".." || inner.includes("\\") || hasControl(inner))
      throw createPathRefusal("The path must not go above its root.");
  }
}

function decodeFully(part: string): string {
  let decoded = part;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    const next = decodeOnce(decoded, round === 0);
    if (next === decoded) return decoded;
    decoded = next;
  }
  throw createPathRefusal("The path is encoded more than twice. Encode it once.");
}

/** Decodes a path once. A path that is encoded twice need not be valid the second time: "100%25" means 100 percent. */
function decodeOnce(text: string, mustBeValid: boolean): string {
  try {
    return decodeURIComponent(text);
  } catch {
    if (mustBeValid) throw createPathRefusal("The path has invalid percent-encoding.");
    return text;
  }
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < " " || char === "\x7f");
}

function createPathRefusal(detail: string): RouteRefusal {
  return new RouteRefusal(detail, { status: 400, code: "bad_path" });
}
