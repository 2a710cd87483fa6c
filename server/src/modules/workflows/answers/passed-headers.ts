import type { IncomingHttpHeaders } from "node:http";

/**
 * Headers that are meant for Stoa only. Without this, the developer of an agent could read the session of a signed-in
 * person who opens a resume address.
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

/** Returns the headers of a resume call that the run may read. */
export function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OURS.has(name) || name.startsWith("x-forwarded-")
        ? []
        : [[name, [value].flat().join(", ")]],
    ),
  );
}
