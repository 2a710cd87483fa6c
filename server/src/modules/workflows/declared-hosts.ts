import { isDeclaredHost } from "../../platform/outbound/declared-hosts.ts";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";

/** More are not read in a sentence. */
const MAX_NAMED = 10;

function listed(hosts: readonly string[]): string {
  if (hosts.length === 0) return "none";
  const more = hosts.length - MAX_NAMED;
  return hosts.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/**
 * What callers of an agent were told that it reaches is all that its runs reach.
 * @param from the host that redirects there
 * @throws RouteRefusal 403 `not_declared`, as for connectors that are not declared
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
