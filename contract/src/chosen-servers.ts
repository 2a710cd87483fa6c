import { isApiHost } from "./api-host.ts";

/**
 * An agent declares this instead of a service if only its runs name the servers. Callers choose which of their keys
 * may be sent.
 */
export const RUN_NAMED = "*";

/**
 * Returns whether a declared service is an address that cannot receive a key, such as `http://0.0.0.0:9925`.
 * A caller replaces it with one of their own servers.
 */
export function isReplacedOrigin(service: string): boolean {
  if (!/^https?:\/\//.test(service) || !URL.canParse(service)) return false;
  const { origin, protocol, host } = new URL(service);
  return origin === service && !(protocol === "https:" && isApiHost(host));
}

/**
 * Returns how many of their own APIs a caller chooses for a declared server. Returns undefined for a named service,
 * for which there is no choice.
 */
export function findServerChoice(service: string): "one" | "several" | undefined {
  if (service === RUN_NAMED) return "several";
  return isReplacedOrigin(service) ? "one" : undefined;
}

/** Returns the label of a declared server; undefined for a named service. */
export function getChosenServerName(service: string): string | undefined {
  if (service === RUN_NAMED) return "Any server, chosen by the caller";
  return isReplacedOrigin(service) ? `Your own server instead of ${service}` : undefined;
}
