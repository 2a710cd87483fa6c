import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";

/** GitHub refuses requests that name no client. */
const USER_AGENT = "Stoa";

export interface ServiceRequest {
  url: URL;
  headers: Record<string, string>;
}

/**
 * A request to a service with its owner's credential attached.
 * @param path a clean path with its query, beginning with a slash.
 * @param chosen headers that the asker set; the credential's own always win.
 */
export function serviceRequest(
  service: ServiceDefinition,
  secrets: ConnectorSecrets,
  path: string,
  chosen: Readonly<Record<string, string>> = {},
): ServiceRequest {
  const attachment = service.attach(secrets);
  const url = new URL(`${service.baseUrl(secrets.config)}${attachment.pathPrefix ?? ""}${path}`);
  for (const [name, value] of Object.entries(attachment.query ?? {})) url.searchParams.set(name, value);
  return {
    url,
    headers: {
      "user-agent": USER_AGENT,
      accept: "application/json",
      ...service.defaultHeaders,
      ...chosen,
      ...attachment.headers,
    },
  };
}

/** The hosts that may get the credential. */
export function hostsOf(service: ServiceDefinition, config: ConnectorSecrets["config"]): ReadonlySet<string> {
  return new Set([new URL(service.baseUrl(config)).host, ...(service.otherHosts ?? [])]);
}
