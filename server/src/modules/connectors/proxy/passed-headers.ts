import type { IncomingHttpHeaders } from "node:http";
import type { ServiceDefinition } from "../service-definition.ts";

/**
 * What an agent may say beside its request. Never who it is or where it comes from: those are the credential's.
 * Nor which method is meant: the one that is asked for is the one that was allowed.
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

/** What an agent may not say even where any header is taken: who asks, where from, by what method, and of the connection. */
const ABOUT_THE_REQUEST =
  /^(authorization|cookie|host|connection|keep-alive|content-length|accept-encoding|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|forwarded|via|x-forwarded(-.*)?|x-real-ip|x-http-method.*|x-method.*|x-stoa-.*)$/;

/**
 * Nor another address than the one that its grant was compared with: IIS, Symfony, Zend and many gateways route by
 * these in place of the path and the host that were asked for.
 */
const ANOTHER_ADDRESS = /^x-(original-.*|rewrite-.*|override-.*|host|http-host-override|url.*)$/;

/** What an agent learns beside an answer: about the answer, about limits, and the service's own `x-`. */
const FROM_SERVICE =
  /^(accept-ranges|cache-control|content-(disposition|language|length|range|type)|date|deprecation|etag|expires|last-modified|link|location|mcp-session-id|ratelimit.*|retry-after|sunset|vary|warning|x-(?!stoa-).*)$/;

/** What a header may hold (RFC 9110, 5.5); node refuses to send anything else. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers of an agent's request that go to the service. */
export function headersFromAgent(
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

/** The headers of a service's answer that go to the agent; one that repeats the credential does not. */
export function headersFromService(
  headers: Readonly<Record<string, string>>,
  holdsSecret: (text: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => FROM_SERVICE.test(name) && SENDABLE.test(value) && !holdsSecret(value),
    ),
  );
}
