import { isDeclaredHost } from "../../platform/outbound/declared-hosts.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";

/** Longer lists are hard to read in a sentence. */
const MAX_NAMED = 10;

function listed(hosts: readonly string[]): string {
  if (hosts.length === 0) return "none";
  const more = hosts.length - MAX_NAMED;
  return hosts.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/**
 * Requires that the agent declares the host of an address, because its callers were shown the declared hosts.
 * @param from the host that redirected to the address
 * @throws RouteRefusal 403 `not_declared`, as for undeclared connectors
 */
export function requireDeclared(hosts: readonly string[], address: URL, from?: URL): void {
  if (isDeclaredHost(hosts, address)) return;
  const { host } = address;
  const asked = from ? `${host}, to which ${from.host} redirects,` : host;
  throw new RouteRefusal(
    `${asked} is not among the hosts that this agent was published with: ${listed(hosts)}. Its file can name more under meta.stoa.hosts.`,
    { status: 403, code: "not_declared" },
  );
}
