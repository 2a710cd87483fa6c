import { isApiHost } from "@stoa/contract/api-host";
import { isReplacedOrigin } from "@stoa/contract/chosen-servers";
import { isHostOfService, SERVICES_BY_URL } from "@stoa/contract/services";

/** Kinds of n8n's credentials that do not begin with our name of the service. */
const OTHER_NAMES: Readonly<Record<string, string>> = { googlepalm: "gemini", gmail: "google" };

const ORIGIN = /^https?:\/\/[^/?#{}\s]+(?=[/?#]|$)/i;

/**
 * The host that a file's own text names, where no expression makes it, as addresses are compared: without a name and a
 * password, and without the port that is meant anyway.
 * @param assumed the protocol of addresses that name none
 */
export function literalHost(url: unknown, assumed: "" | "https://" = ""): string | undefined {
  if (typeof url !== "string") return undefined;
  const text = url.replace(/^=/, "").trim();
  const [origin = ""] = ORIGIN.exec(text.includes("://") ? text : assumed + text) ?? [];
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** The service that lies at a host. */
export function serviceAt(host: string): string | undefined {
  return SERVICES_BY_URL.find((service) => isHostOfService(service, host))?.name;
}

/** What an agent declares that asks a service by these methods. */
export function connectorNeed(
  service: string,
  methods: readonly string[],
): { service: string; methods: readonly string[] } {
  const hasSideEffects = SERVICES_BY_URL.some((each) => each.name === service && each.hasSideEffects);
  return { service, methods: hasSideEffects ? ["POST"] : methods };
}

/** The service that a kind of credential is for: `openAiApi`, `slackOAuth2Api`. */
export function serviceOfCredential(kind: string): string | undefined {
  const name = kind.toLowerCase();
  const other = Object.keys(OTHER_NAMES).find((beginning) => name.startsWith(beginning));
  return other ? OTHER_NAMES[other] : SERVICES_BY_URL.find((service) => name.startsWith(service.name))?.name;
}

/**
 * The path of the run's gateway that an address is called by: of a service, of the host that one is named by, or of
 * the server in whose place the caller has put one.
 * @returns undefined for an address that is not the service's.
 */
export function connectorPath(service: string, url: string): string | undefined {
  const { host: asked, origin, pathname, search, protocol } = new URL(url);
  if (isReplacedOrigin(service))
    return origin === service ? `/connectors/${encodeURIComponent(service)}${pathname}${search}` : undefined;
  if (isApiHost(service))
    return protocol === "https:" && asked === service
      ? `/connectors/${service}${pathname}${search}`
      : undefined;
  const known = SERVICES_BY_URL.find(({ name }) => name === service);
  const base = known?.basePath ?? "";
  const isTheirs =
    protocol === "https:" &&
    known !== undefined &&
    isHostOfService(known, asked) &&
    (base === "" || pathname.startsWith(`${base}/`));
  return isTheirs ? `/connectors/${service}${pathname.slice(base.length)}${search}` : undefined;
}
