/** The service "Any API": who connects it says the host, and the connector then has that host for its service's name. */
export const ANY_API = "api";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** The last label of a name begins with a letter, which no part of a numeric address does. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\\d{1,5})?$`);
/** The longest name that can be looked up, and a port. */
const MAX_HOST_CHARS = 253 + 6;

/**
 * Whether a service's name is the host of an API, with its port where that is not 443: `api.example.com`.
 * Names of all other services have no dot.
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

/** The host in what somebody entered: a host, or any https address there. */
export function apiHostIn(entered: string): string | undefined {
  const text = entered.trim();
  const address = text.includes("://") ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password } = new URL(address);
  const isPlain = protocol === "https:" && username === "" && password === "";
  return isPlain && isApiHost(host) ? host : undefined;
}
