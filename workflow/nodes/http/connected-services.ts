import { isApiHost } from "@stoa/contract/api-host";
import { isReplacedOrigin } from "@stoa/contract/chosen-servers";

/** A service that people keep a connector for, and where its API lies on the internet. */
interface ConnectedService {
  service: string;
  /** Of whole hosts. */
  host: RegExp;
  /** What the connector puts before a path of its own. */
  basePath?: string;
  /** A call by GET can change things there too: whatever is asked, it is declared as POST. */
  getMayChange?: true;
}

const host = (name: string) => new RegExp(`^${name.replaceAll(".", "\\.")}$`);

const SERVICES: readonly ConnectedService[] = [
  { service: "airtable", host: host("api.airtable.com"), basePath: "/v0" },
  { service: "anthropic", host: host("api.anthropic.com") },
  { service: "asana", host: host("app.asana.com"), basePath: "/api/1.0" },
  { service: "cohere", host: host("api.cohere.com") },
  { service: "deepseek", host: host("api.deepseek.com") },
  { service: "discord", host: host("discord.com"), basePath: "/api/v10" },
  { service: "gemini", host: host("generativelanguage.googleapis.com") },
  { service: "github", host: host("api.github.com") },
  { service: "gitlab", host: host("gitlab.com"), basePath: "/api/v4" },
  { service: "google", host: /^(?:www|sheets|docs|gmail)\.googleapis\.com$/ },
  { service: "groq", host: host("api.groq.com"), basePath: "/openai/v1" },
  { service: "hubspot", host: host("api.hubapi.com") },
  { service: "linear", host: host("api.linear.app") },
  { service: "mistral", host: host("api.mistral.ai") },
  { service: "notion", host: host("api.notion.com") },
  { service: "openai", host: host("api.openai.com"), basePath: "/v1" },
  { service: "openrouter", host: host("openrouter.ai"), basePath: "/api/v1" },
  { service: "resend", host: host("api.resend.com") },
  { service: "sendgrid", host: host("api.sendgrid.com"), basePath: "/v3" },
  { service: "serper", host: host("google.serper.dev") },
  { service: "slack", host: host("slack.com"), basePath: "/api", getMayChange: true },
  { service: "stripe", host: host("api.stripe.com"), basePath: "/v1" },
  { service: "tavily", host: host("api.tavily.com") },
  { service: "twilio", host: host("api.twilio.com"), basePath: "/2010-04-01" },
  { service: "zendesk", host: /^[a-z0-9-]+\.zendesk\.com$/, basePath: "/api/v2" },
];

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
  return SERVICES.find(({ host: pattern }) => pattern.test(host))?.service;
}

/** What an agent declares that asks a service by these methods. */
export function connectorNeed(
  service: string,
  methods: readonly string[],
): { service: string; methods: readonly string[] } {
  const alike = SERVICES.some((each) => each.service === service && each.getMayChange);
  return { service, methods: alike ? ["POST"] : methods };
}

/** The service that a kind of credential is for: `openAiApi`, `slackOAuth2Api`. */
export function serviceOfCredential(kind: string): string | undefined {
  const name = kind.toLowerCase();
  const other = Object.keys(OTHER_NAMES).find((beginning) => name.startsWith(beginning));
  return other ? OTHER_NAMES[other] : SERVICES.find(({ service }) => name.startsWith(service))?.service;
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
  const known = SERVICES.find((each) => each.service === service);
  const base = known?.basePath ?? "";
  const isTheirs =
    protocol === "https:" &&
    known?.host.test(asked) === true &&
    (base === "" || pathname.startsWith(`${base}/`));
  return isTheirs ? `/connectors/${service}${pathname.slice(base.length)}${search}` : undefined;
}
