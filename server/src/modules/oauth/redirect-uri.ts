import { APP_LIMITS } from "@stoa/contract";

/** The hosts of a program on the person's device (RFC 8252). */
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The URL schemes of editors that are MCP clients. Other private schemes must contain a period, such as
 * `com.example.app` (RFC 8252): without one, they could also be schemes that a browser itself opens.
 */
const EDITOR_SCHEMES = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);

/** Returns why an app must not register a redirect URI; undefined if it may. */
export function findRedirectProblem(uri: string): string | undefined {
  if (uri.length > APP_LIMITS.urlMaxLength)
    return `A redirect URI must be at most ${APP_LIMITS.urlMaxLength} characters long`;
  // The parser ignores some characters, such as line feeds, so that two texts would be one URL.
  if (!/^[\x21-\x7e]*$/.test(uri)) return "A redirect URI must consist of printable ASCII characters";
  if (!URL.canParse(uri)) return `The redirect URI ${uri} is not a URL`;
  const url = new URL(uri);
  if (uri.includes("#")) return `The redirect URI ${uri} must not have a fragment`;
  if (url.username !== "" || url.password !== "")
    return `The redirect URI ${uri} must not contain a user name`;
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:")
    return LOOPBACK.has(url.hostname)
      ? undefined
      : `The redirect URI ${uri} must use https, or http on localhost`;
  const isPrivateScheme = url.protocol.includes(".") || EDITOR_SCHEMES.has(url.protocol);
  return isPrivateScheme
    ? undefined
    : `The scheme of the redirect URI ${uri} is not allowed. Use https, http on localhost, or a scheme with a period, such as com.example.app`;
}

/** Returns whether the app has registered a redirect URI: the same text, except for the port of a program on the device. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.some((known) => known === uri || dropLoopbackPort(known) === dropLoopbackPort(uri));
}

/** Programs on a device listen on any free port, so that a redirect to one may have any port (RFC 8252). */
function dropLoopbackPort(uri: string): string {
  if (!isLoopback(uri)) return uri;
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*)):\d+/, "$1");
}

function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === "http:" && LOOPBACK.has(hostname);
}

/** Returns where the answer goes: the host, or the scheme of an app, and whether that is on the person's device. */
export function describeRedirect(uri: string): { host: string; isOnDevice: boolean } {
  const { protocol, host } = new URL(uri);
  if (protocol === "https:") return { host, isOnDevice: false };
  return { host: protocol === "http:" ? host : protocol.slice(0, -1), isOnDevice: true };
}

/** Returns a redirect URI with parameters of the answer. */
export function addParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
