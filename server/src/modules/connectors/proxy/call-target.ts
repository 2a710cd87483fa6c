import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";

/** What an agent asks for: a service by its name, and there a path that means the same to everybody who reads it. */
export interface CallTarget {
  service: string;
  /** Begins with a slash; sent exactly as it is. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
}

/** As long as a request line that common servers accept. */
const MAX_TARGET_CHARS = 8 * 1024;
/** A service by its name, or an address such as `http://0.0.0.0:9925` with its signs encoded. */
const TARGET = /^\/connectors\/((?:[a-z0-9_.:-]|%(?:3A|2F|5B|5D)){1,300})(\/[^?]*)?(\?.*)?$/;
/** Printable ASCII without what browsers and proxies read differently: blank, backslash and fragment. */
const PLAIN = /^[\x21\x22\x24-\x5b\x5d-\x7e]*$/;
/** A server behind a server may decode again; deeper nesting is nobody's file name. */
const MAX_DECODINGS = 3;

/** @throws RouteRefusal 400 for a path that two readers could take for different ones. */
export function readTarget(url: string): CallTarget {
  if (url.length > MAX_TARGET_CHARS) throw badPath("The path and query are too long.");
  if (!PLAIN.test(url)) throw badPath("The path holds characters that must be percent-encoded.");
  const [, service, path = "/", query = ""] = TARGET.exec(url) ?? [];
  if (service === undefined) throw badPath("A connector is called at /connectors/<service>/<path>.");
  checkPath(path);
  return { service: decodeURIComponent(service), path, query };
}

/** @throws RouteRefusal 400. */
export function checkPath(path: string): void {
  if (path.includes("//")) throw badPath("The path has an empty part.");
  for (const part of path.split("/")) checkPart(part);
  if (new URL(`https://service.invalid${path}`).pathname !== path)
    throw badPath("The path holds characters that must be percent-encoded.");
}

/** A path as a server reads it that takes an encoded slash for a slash. */
export function withSlashesDecoded(path: string): string {
  return path.replace(/%2f/gi, "/");
}

function checkPart(part: string): void {
  for (const inner of fullyDecoded(part).split("/")) {
    const [name = ""] = inner.split(";");
    if (name === "." || name === ".." || inner.includes("\\") || hasControl(inner))
      throw badPath("The path leads out of itself.");
  }
}

function fullyDecoded(part: string): string {
  let decoded = part;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    const next = decodedOnce(decoded, round === 0);
    if (next === decoded) return decoded;
    decoded = next;
  }
  throw badPath("The path is encoded more than twice.");
}

/** What is encoded twice need not be valid the second time: "100%25" is a hundred percent. */
function decodedOnce(text: string, mustBeValid: boolean): string {
  try {
    return decodeURIComponent(text);
  } catch {
    if (mustBeValid) throw badPath("The path is not properly percent-encoded.");
    return text;
  }
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < " " || char === "\x7f");
}

function badPath(detail: string): RouteRefusal {
  return new RouteRefusal(detail, { status: 400, code: "bad_path" });
}
