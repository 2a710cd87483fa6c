import { isApiHost } from "@stoa/contract";
import type {
  Outbound,
  OutboundAnswer,
  OutboundBounds,
  RedirectPolicy,
} from "../../../platform/outbound/outbound.ts";
import { REDIRECTS_ARE_ANSWERS } from "../../../platform/outbound/redirect.ts";
import type { OpenConnector } from "../connector-source.ts";
import { baseUrlAt, hostsOf, serviceRequest } from "../service-request.ts";
import { type CallTarget, checkPath } from "./call-target.ts";

/** Some services are models: they think for minutes, and then their pieces come a minute apart at most. */
export const SERVICE_BOUNDS: OutboundBounds = {
  connectMs: 10_000,
  headMs: 120_000,
  idleMs: 60_000,
  /** The longest run. */
  totalMs: 600_000,
  /** Half of what an agent may keep on its disk. */
  maxBytes: 32 * 1024 * 1024,
};

/** APIs use one or two. */
const MAX_REDIRECTS = 5;

export interface ServiceCall {
  connector: OpenConnector;
  target: CallTarget;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
  /** Whether the agent may do this, where a redirect leads to it. */
  isAllowed: (method: string, path: string) => Promise<boolean>;
  signal: AbortSignal;
}

/** Asks the service. @throws OutboundError where it gives no answer. */
export async function callService(
  outbound: Outbound,
  call: ServiceCall,
  bounds: OutboundBounds,
): Promise<OutboundAnswer> {
  const { connector, target, method, headers, body, signal } = call;
  const { service, secrets } = connector;
  if (service.speaks) return service.speaks({ outbound, secrets, method, path: target.path, body, signal });
  const request = serviceRequest(service, secrets, {
    method,
    path: target.path + target.query,
    headers,
    body,
  });
  return outbound.request({ method, ...request, body, redirects: redirectPolicy(call), bounds, signal });
}

/** To the service's hosts alone, and at the address that grants speak of only to what the agent is allowed anyway. */
function redirectPolicy({ connector: { service, secrets }, target, isAllowed }: ServiceCall): RedirectPolicy {
  const hosts = hostsOf(service, secrets.config, target.path);
  // A signature is of one address: who asked asks there anew.
  if (service.signer?.(secrets)) return REDIRECTS_ARE_ANSWERS;
  const base = new URL(
    baseUrlAt(service, secrets.config, target.path) + (service.attach(secrets).pathPrefix ?? ""),
  );
  const root = base.pathname.replace(/\/$/, "");
  const mayFollow: RedirectPolicy["mayFollow"] = async ({ url, method }) => {
    // What answers at any host sends its files from others, which the agent then asks without the credential.
    if (!hosts.has(url.host)) return isApiHost(service.name) ? "answer" : false;
    if (url.host !== base.host) return "with-credentials";
    const path = url.pathname.slice(root.length);
    const isWithin = url.pathname.startsWith(`${root}/`) && isClean(path);
    return isWithin && (await isAllowed(method, path)) && "with-credentials";
  };
  return { max: MAX_REDIRECTS, mayFollow };
}

function isClean(path: string): boolean {
  try {
    checkPath(path);
    return true;
  } catch {
    return false;
  }
}
