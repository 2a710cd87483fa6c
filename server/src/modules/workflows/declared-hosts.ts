import { DoorRefusal } from "./door-refusal.ts";

/** In place of a host, in what a version declares: its runs choose their servers, and callers are told so. */
export const ANY_HOST = "*";

/** More are not read in a sentence. */
const MAX_NAMED = 10;

/** `www.` is its domain's own: sites redirect from one to the other. */
const siteOf = (host: string) => host.replace(/^www\./, "");

function listed(hosts: readonly string[]): string {
  if (hosts.length === 0) return "none";
  const more = hosts.length - MAX_NAMED;
  return hosts.slice(0, MAX_NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
}

/**
 * What callers of an agent were told that it reaches is all that its runs reach.
 * @param from the host that redirects there
 * @throws DoorRefusal 403 `not_declared`, as for connectors that are not declared
 */
export function requireDeclared(hosts: readonly string[], { host }: URL, from?: URL): void {
  if (hosts.includes(ANY_HOST) || hosts.some((declared) => siteOf(declared) === siteOf(host))) return;
  const asked = from ? `${host}, to which ${from.host} redirects,` : host;
  throw new DoorRefusal(
    `${asked} is not among the hosts that this agent was published with: ${listed(hosts)}. Its file can name more under meta.stoa.hosts.`,
    { status: 403, code: "not_declared" },
  );
}
