import type { IncomingHttpHeaders } from "node:http";
import type { ServiceDefinition } from "../service-definition.ts";

/**
 * Headers that an agent may set. It cannot set headers for its identity and origin, which come from the credential, or
 * for the method, which must be the allowed one.
 */
const FROM_AGENT: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "prefer",
  "range",
]);

/**
 * Headers that an agent may never set, even if all other headers are accepted: identity, origin, method and the
 * connection.
 */
const ABOUT_THE_REQUEST =
  /^(authorization|cookie|host|connection|keep-alive|content-length|accept-encoding|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|forwarded|via|x-forwarded(-.*)?|x-real-ip|x-http-method.*|x-method.*|x-stoa-.*)$/;

/**
 * Headers that can replace the URL that was compared with the grant. IIS, Symfony, Zend and many gateways route by
 * these headers instead of the path and the host.
 */
const ANOTHER_ADDRESS = /^x-(original-.*|rewrite-.*|override-.*|host|http-host-override|url.*)$/;

/**
 * The headers of a service's answer that are passed to the agent: headers that describe the answer or limits, and the
 * service's own `x-` headers.
 */
const FROM_SERVICE =
  /^(accept-ranges|cache-control|content-(disposition|language|length|range|type)|date|deprecation|etag|expires|last-modified|link|location|mcp-session-id|ratelimit.*|retry-after|sunset|vary|warning|x-(?!stoa-).*)$/;

/** The characters that a header may contain (RFC 9110, 5.5); Node refuses to send others. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the headers of an agent's request that are sent to the service. */
export function filterAgentHeaders(
  headers: IncomingHttpHeaders,
  service: ServiceDefinition,
): Record<string, string> {
  const isTaken = (name: string) =>
    service.passesHeaders === true && !ABOUT_THE_REQUEST.test(name) && !ANOTHER_ADDRESS.test(name);
  const own = new Set(Object.keys(service.defaultHeaders ?? {}).map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] =>
        typeof header[1] === "string" &&
        (FROM_AGENT.has(header[0]) || own.has(header[0]) || isTaken(header[0])),
    ),
  );
}

/** Returns the headers of a service's answer that the agent gets. Leaves out headers that repeat the credential. */
export function filterServiceHeaders(
  headers: Readonly<Record<string, string>>,
  hasSecret: (text: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => FROM_SERVICE.test(name) && SENDABLE.test(value) && !hasSecret(value),
    ),
  );
}
