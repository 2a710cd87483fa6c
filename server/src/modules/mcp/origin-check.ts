import { isIP } from "node:net";
import { AppError } from "../../platform/http/app-error.ts";
import { MCP_TEXTS } from "./texts.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses a request that a web page could have sent by DNS rebinding, as the MCP specification requires: the page's name
 * resolves to this server, so `Host` or `Origin` is the name of the page. An IP address cannot be rebound.
 * @throws AppError 403
 */
export function checkOrigin(
  headers: { host?: string | undefined; origin?: string | undefined },
  publicHost: string,
): void {
  const host = parseHostname(`http://${headers.host ?? ""}`);
  const isKnown = (name: string | undefined): name is string =>
    name !== undefined && (name === publicHost || LOOPBACK.has(name));
  if (!isKnown(host) && !isAddress(host))
    throw new AppError(403, "forbidden", MCP_TEXTS.unknownHost(headers.host ?? "(none)"));
  if (headers.origin === undefined) return;
  const origin = parseHostname(headers.origin);
  if (!isKnown(origin) && origin !== host)
    throw new AppError(403, "forbidden", MCP_TEXTS.unknownOrigin(headers.origin.slice(0, 200)));
}

function parseHostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const isAddress = (name: string | undefined) =>
  name !== undefined && isIP(name.replace(/^\[|\]$/g, "")) !== 0;
