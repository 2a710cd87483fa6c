/** Declares any public host, with the ports of http and https. */
export const ANY_HOST = "*";
/** The prefix of a declaration that covers all names below a domain, such as `*.example.com`. */
const BELOW = "*.";
/** The maximum number of hosts that a version can declare. Callers read the list before they run the agent. */
export const MAX_AGENT_HOSTS = 50;
/** The maximum length of a host name (RFC 1035). */
const MAX_NAME_CHARS = 253;

/** The ports on which every declared host can be reached. */
export const USUAL_PORTS: readonly number[] = [443, 80];
/**
 * Ports that no declaration can name, because connections to them mostly do harm: remote shells and desktops, mail
 * servers that accept mail for anyone, and Windows file sharing. The last port belongs to the gateway in the sandbox.
 * `stoa_sandbox/egress.py` has the same list.
 */
export const CLOSED_PORTS: readonly number[] = [22, 23, 25, 135, 139, 445, 3389, 8741];
const MAX_PORT = 65_535;

/** A declared host in normalized form, or the reason why it cannot be declared. */
export type NormalizedHost = { host: string } | { problem: string };

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Returns a declared host in normalized form: lower case, Punycode, without a trailing dot, and without the port of
 * http or https.
 */
export function normalizeHost(written: string): NormalizedHost {
  const text = written.trim();
  if (text === ANY_HOST) return { host: ANY_HOST };
  if (text.includes("://") || text.includes("/")) return { problem: describeUrl(text) };
  const [, name = "", port] = /^(.*?)(?::([0-9]+))?$/s.exec(text) ?? [];
  const isBelow = name.startsWith(BELOW);
  const ascii = toAsciiName(isBelow ? name.slice(BELOW.length) : name);
  if (ascii === undefined)
    return { problem: `"${shorten(text)}" is not the name of a host. Use a name such as api.example.com.` };
  if (isAddress(ascii) || name.includes("["))
    return { problem: `"${shorten(text)}" is an IP address. Declare the name of a host.` };
  if (!ascii.includes("."))
    return {
      problem: `"${shorten(text)}" is not the name of a public host. Use a full name such as api.example.com.`,
    };
  const host = isBelow ? BELOW + ascii : ascii;
  if (port === undefined || USUAL_PORTS.includes(Number(port))) return { host };
  if (isBelow)
    return {
      problem: `"${shorten(text)}" combines * with a port. Declare each host that needs this port by its full name.`,
    };
  if (canDeclarePort(Number(port))) return { host: `${host}:${Number(port)}` };
  return {
    problem: `Port ${shorten(port)} cannot be used. A host can be declared with any port from 1 to ${MAX_PORT} except ${CLOSED_PORTS.join(", ")}, which belong to remote shells and desktops, mail relays, file sharing and the sandbox itself.`,
  };
}

function canDeclarePort(port: number): boolean {
  return port > 0 && port <= MAX_PORT && !CLOSED_PORTS.includes(port);
}

function describeUrl(text: string): string {
  const host = URL.canParse(text) ? new URL(text).host : text.split("/")[0];
  return `"${shorten(text)}" is a URL. Declare only its host: "${shorten(host ?? "")}".`;
}

/** Returns a name in lower-case ASCII, or undefined if the name is invalid. */
function toAsciiName(name: string): string | undefined {
  const bare = name.replace(/\.$/, "");
  // The URL parser also accepts characters that end a host, such as "#", and numbers that stand for an IP address.
  if (bare === "" || /[\s#?@\\%:]/.test(bare) || !URL.canParse(`http://${bare}`)) return undefined;
  const { hostname } = new URL(`http://${bare}`);
  if (hostname.length > MAX_NAME_CHARS) return undefined;
  return hostname.split(".").every((label) => LABEL.test(label)) ? hostname : undefined;
}

/** Returns whether a name is an IPv4 address. The URL parser has already converted every spelling to four numbers. */
function isAddress(ascii: string): boolean {
  return /^[0-9]+(?:\.[0-9]+){3}$/.test(ascii);
}

/** Shortens a value from a file so that it fits in a sentence. */
function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Returns whether one of the other declarations covers everything that `host` declares. */
export function isCoveredBy(host: string, others: readonly string[]): boolean {
  if (others.includes(host)) return true;
  const hasPort = host.includes(":");
  if (!hasPort && others.includes(ANY_HOST)) return true;
  return others.some(
    (other) => !hasPort && other.startsWith(BELOW) && host !== ANY_HOST && host.endsWith(other.slice(1)),
  );
}

/** Returns a declared host in words for callers: "any host below example.org". */
export function describeHost(host: string): string {
  if (host === ANY_HOST) return "any public host";
  return host.startsWith(BELOW) ? `any host below ${host.slice(BELOW.length)}` : host;
}

/** Returns the hosts of an agent as a list in a sentence: "api.example.com and any host below example.org". */
export function describeHosts(hosts: readonly string[]): string {
  const names = hosts.map(describeHost);
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
