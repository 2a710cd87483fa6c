import { isApiHost } from "@stoa/contract";
import type {
  Outbound,
  OutboundAnswer,
  OutboundBounds,
  RedirectPolicy,
} from "../../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../../platform/outbound/redirect.ts";
import type { OpenConnector } from "../connector-source.ts";
import { createServiceRequest, getBaseUrl, getHosts } from "../service-request.ts";
import { type CallTarget, checkPath } from "./call-target.ts";

/**
 * The limits of a call. Some services are AI models: they can think for minutes, and then stream with pauses
 * of up to a minute.
 */
export const SERVICE_BOUNDS: OutboundBounds = {
  connectMs: 10_000,
  headMs: 120_000,
  idleMs: 60_000,
  /** The longest run takes this long. */
  totalMs: 600_000,
  /** The maximum size of an answer: half of an agent's disk space. */
  maxBytes: 32 * 1024 * 1024,
};

/** APIs redirect once or twice. */
const MAX_REDIRECTS = 5;

export interface ServiceCall {
  connector: OpenConnector;
  target: CallTarget;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
  /** Returns whether the agent may make the call to which a redirect leads. */
  isAllowed: (method: string, path: string) => Promise<boolean>;
  signal: AbortSignal;
}

/** Sends a call to its service. @throws OutboundError if the service does not answer */
export async function callService(
  outbound: Outbound,
  call: ServiceCall,
  bounds: OutboundBounds,
): Promise<OutboundAnswer> {
  const { connector, target, method, headers, body, signal } = call;
  const { service, secrets } = connector;
  if (service.callService)
    return service.callService({ outbound, secrets, method, path: target.path, body, signal });
  const request = createServiceRequest(service, secrets, {
    method,
    path: target.path + target.query,
    headers,
    body,
  });
  return outbound.request({
    method,
    ...request,
    body,
    redirects: createRedirectPolicy(call),
    bounds,
    signal,
  });
}

/**
 * Returns the redirect policy. It allows only redirects to hosts of the service, and on the service's main host only
 * calls that the agent may make.
 */
function createRedirectPolicy({
  connector: { service, secrets },
  target,
  isAllowed,
}: ServiceCall): RedirectPolicy {
  const hosts = getHosts(service, secrets.config, target.path);
  // A signature is valid for one URL only, so the agent must send the redirected request itself.
  if (service.signer?.(secrets)) return REDIRECTS_ARE_ANSWERS;
  const base = new URL(
    getBaseUrl(service, secrets.config, target.path) + (service.attach(secrets).pathPrefix ?? ""),
  );
  const root = base.pathname.replace(/\/$/, "");
  const canFollow: RedirectPolicy["canFollow"] = async ({ url, method }) => {
    // An "Any API" connector's service often redirects to files on other hosts, which the agent requests without the
    // credential.
    if (!hosts.has(url.host)) return isApiHost(service.name) ? "answer" : false;
    if (url.host !== base.host) return "with-credentials";
    const path = url.pathname.slice(root.length);
    const isWithin = url.pathname.startsWith(`${root}/`) && isClean(path);
    return isWithin && (await isAllowed(method, path)) && "with-credentials";
  };
  return { max: MAX_REDIRECTS, canFollow };
}

function isClean(path: string): boolean {
  try {
    checkPath(path);
    return true;
  } catch {
    return false;
  }
}
