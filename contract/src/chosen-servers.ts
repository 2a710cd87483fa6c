import { isApiHost } from "./api-host.ts";

/** Declared in a service's place: servers that only a run names. Their callers choose whose keys may be sent. */
export const RUN_NAMED = "*";

/**
 * Whether what is declared is the address of a server that no key can be sent to, such as `http://0.0.0.0:9925`: a
 * caller names one of their own in its place.
 */
export function isReplacedOrigin(service: string): boolean {
  if (!/^https?:\/\//.test(service) || !URL.canParse(service)) return false;
  const { origin, protocol, host } = new URL(service);
  return origin === service && !(protocol === "https:" && isApiHost(host));
}

/** How many of their own APIs a caller chooses for what is declared; undefined for a service, which is its own. */
export function choiceOf(service: string): "one" | "several" | undefined {
  if (service === RUN_NAMED) return "several";
  return isReplacedOrigin(service) ? "one" : undefined;
}

/** What is declared, for people; undefined for a service. */
export function chosenServerName(service: string): string | undefined {
  if (service === RUN_NAMED) return "A server that the run names";
  return isReplacedOrigin(service) ? `A server of your own in place of ${service}` : undefined;
}
