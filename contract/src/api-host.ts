/** The service "Any API". Its connectors are named after the API host that the owner enters. */
export const ANY_API = "api";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** The last label of a host name begins with a letter, unlike every part of an IPv4 address. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\\d{1,5})?$`);
/** The longest host name, with a port. */
const MAX_HOST_CHARS = 253 + 6;

/**
 * Returns whether a service's name is the host of an API, with its port if that is not 443: `api.example.com`. The
 * names of all other services have no dot.
 */
export function isApiHost(service: string): boolean {
  const address = `https://${service}`;
  return (
    service.length <= MAX_HOST_CHARS &&
    HOST.test(service) &&
    URL.canParse(address) &&
    new URL(address).host === service
  );
}

/**
 * Returns the host in the entered text, or undefined if the text is neither the host of an API nor an https URL
 * without credentials.
 */
export function parseApiHost(entered: string): string | undefined {
  const text = entered.trim();
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  const isPlain = protocol === "https:" && username === "" && password === "";
  return isPlain && isApiHost(host) ? host : undefined;
}
