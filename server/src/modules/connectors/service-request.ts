import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";

/** GitHub refuses requests without a user agent. */
const USER_AGENT = "Stoa";

export interface ServiceRequest {
  url: URL;
  headers: Record<string, string>;
}

/** A request to a service, before the credential is added. */
export interface UnauthenticatedRequest {
  method: string;
  /** The normalized path, which begins with a slash and includes the query. */
  path: string;
  /** Headers that the agent set; the credential's headers always override them. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** Returns a request with the owner's credential attached, or signed with it. */
export function createServiceRequest(
  service: ServiceDefinition,
  secrets: ConnectorSecrets,
  { method, path, headers: chosen = {}, body }: UnauthenticatedRequest,
): ServiceRequest {
  const attachment = service.attach(secrets);
  const prefix = attachment.pathPrefix ?? "";
  const whole = service.addPrefix?.(prefix, path) ?? prefix + path;
  const url = new URL(getBaseUrl(service, secrets.config, path) + whole);
  for (const [name, value] of Object.entries(attachment.query ?? {})) url.searchParams.set(name, value);
  return {
    url,
    headers: {
      "user-agent": USER_AGENT,
      accept: "application/json",
      ...service.defaultHeaders,
      ...chosen,
      ...attachment.headers,
      ...service.signer?.(secrets)?.({
        method,
        url,
        ...(chosen["content-type"] !== undefined && { contentType: chosen["content-type"] }),
        ...(body !== undefined && { body }),
      }),
    },
  };
}

/** Returns the base URL for a path. */
export function getBaseUrl(
  service: ServiceDefinition,
  config: ConnectorSecrets["config"],
  path: string,
): string {
  return service.getBaseUrl?.(path) ?? service.baseUrl(config);
}

/** Returns the hosts to which a redirect may carry the credential. */
export function getHosts(
  service: ServiceDefinition,
  config: ConnectorSecrets["config"],
  path: string,
): ReadonlySet<string> {
  return new Set([new URL(getBaseUrl(service, config, path)).host, ...(service.otherHosts ?? [])]);
}
