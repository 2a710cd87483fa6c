import type { IncomingHttpHeaders } from "node:http";

/**
 * What a browser or a client says to Stoa and to nobody else: a signed-in person who opens an address must not
 * hand their session to an agent's author.
 */
const OURS = new Set([
  "authorization",
  "cookie",
  "forwarded",
  "proxy-authorization",
  "via",
  "x-api-key",
  "x-real-ip",
]);

/** The headers of a call as the run that waited for it sees them. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OURS.has(name) || name.startsWith("x-forwarded-")
        ? []
        : [[name, [value].flat().join(", ")]],
    ),
  );
}
