import { isApiHost } from "./api-host.ts";

/**
 * The service that an agent declares if its servers are known only at run time. Callers choose which of their keys the
 * agent may use.
 */
export const RUN_NAMED = "*";

/**
 * Returns whether a declared service is a URL to which Stoa does not send a key, such as `http://0.0.0.0:9925`. Callers
 * replace the URL with one of their own servers.
 */
export function isReplacedOrigin(service: string): boolean {
  if (!/^https?:\/\//.test(service) || !URL.canParse(service)) return false;
  const { origin, protocol, host } = new URL(service);
  return origin === service && !(protocol === "https:" && isApiHost(host));
}

/**
 * Returns how many of their own APIs callers can choose for a declared server. Returns undefined for a named service,
 * for which there is nothing to choose.
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
