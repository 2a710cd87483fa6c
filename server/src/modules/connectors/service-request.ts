import type { ConnectorSecrets, ServiceDefinition } from "./service-definition.ts";

/** GitHub refuses requests that name no client. */
const USER_AGENT = "Stoa";

export interface ServiceRequest {
  url: URL;
  headers: Record<string, string>;
}

/** What is asked of a service. */
export interface AskedRequest {
  method: string;
  /** Clean, with its query, beginning with a slash. */
  path: string;
  /** Headers that the asker set; the credential's own always win. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
}

/** A request to a service with its owner's credential attached, or signed by it. */
export function serviceRequest(
  service: ServiceDefinition,
  secrets: ConnectorSecrets,
  { method, path, headers: chosen = {}, body }: AskedRequest,
): ServiceRequest {
  const attachment = service.attach(secrets);
  const prefix = attachment.pathPrefix ?? "";
  const whole = service.prefixed?.(prefix, path) ?? prefix + path;
  const url = new URL(baseUrlAt(service, secrets.config, path) + whole);
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

/** Where a path lies. */
export function baseUrlAt(
  service: ServiceDefinition,
  config: ConnectorSecrets["config"],
  path: string,
): string {
  return service.baseUrlOf?.(path) ?? service.baseUrl(config);
}

/** The hosts that may get the credential, where a call of a path is led on. */
export function hostsOf(
  service: ServiceDefinition,
  config: ConnectorSecrets["config"],
  path: string,
): ReadonlySet<string> {
  return new Set([new URL(baseUrlAt(service, config, path)).host, ...(service.otherHosts ?? [])]);
}
