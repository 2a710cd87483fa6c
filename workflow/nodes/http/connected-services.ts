import { isApiHost } from "@stoa/contract/api-host";
import { isReplacedOrigin } from "@stoa/contract/chosen-servers";
import { isHostOfService, SERVICES_BY_URL } from "@stoa/contract/services";

/** Stoa's service names for n8n credential types that do not begin with this name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { googlepalm: "gemini", gmail: "google" };

const ORIGIN = /^https?:\/\/[^/?#{}\s]+(?=[/?#]|$)/i;

/**
 * Returns the host of a URL that begins with a literal host, or undefined if an expression determines the host. The
 * host has no user name, password or default port, so that it can be compared.
 * @param assumed the protocol of URLs that do not have one
 */
export function getLiteralHost(url: unknown, assumed: "" | "https://" = ""): string | undefined {
  if (typeof url !== "string") return undefined;
  const text = url.replace(/^=/, "").trim();
  const [origin = ""] = ORIGIN.exec(text.includes("://") ? text : assumed + text) ?? [];
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Returns the name of the service at a host, or undefined if the host does not belong to a supported service. */
export function findService(host: string): string | undefined {
  return SERVICES_BY_URL.find((service) => isHostOfService(service, host))?.name;
}

/** Returns the declaration of an agent that calls a service with these methods. */
export function findConnectorNeed(
  service: string,
  methods: readonly string[],
): { service: string; methods: readonly string[] } {
  const hasSideEffects = SERVICES_BY_URL.some((each) => each.name === service && each.hasSideEffects);
  return { service, methods: hasSideEffects ? ["POST"] : methods };
}

/**
 * Returns the service of a credential type such as `openAiApi` or `slackOAuth2Api`, or undefined if it is not known.
 */
export function getCredentialService(kind: string): string | undefined {
  const name = kind.toLowerCase();
  const other = Object.keys(OTHER_NAMES).find((beginning) => name.startsWith(beginning));
  return other ? OTHER_NAMES[other] : SERVICES_BY_URL.find((service) => name.startsWith(service.name))?.name;
}

/**
 * Returns the gateway path for a URL of a service, of a host with its own connector, or of a server that the caller
 * replaces.
 * @returns undefined for a URL that does not belong to the service.
 */
export function toConnectorPath(service: string, url: string): string | undefined {
  const { host: requestedHost, origin, pathname, search, protocol } = new URL(url);
  if (isReplacedOrigin(service))
    return origin === service ? `/connectors/${encodeURIComponent(service)}${pathname}${search}` : undefined;
  if (isApiHost(service))
    return protocol === "https:" && requestedHost === service
      ? `/connectors/${service}${pathname}${search}`
      : undefined;
  const knownService = SERVICES_BY_URL.find(({ name }) => name === service);
  const base = knownService?.basePath ?? "";
  const isTheirs =
    protocol === "https:" &&
    knownService !== undefined &&
    isHostOfService(knownService, requestedHost) &&
    (base === "" || pathname.startsWith(`${base}/`));
  return isTheirs ? `/connectors/${service}${pathname.slice(base.length)}${search}` : undefined;
}
