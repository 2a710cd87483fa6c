/** In place of a host, in what a version declares: its runs choose their servers, and callers are told so. */
export const ANY_HOST = "*";

/** `www.` is its domain's own: sites redirect from one to the other. */
const siteOf = (host: string) => host.replace(/^www\./, "");

/** Returns whether the callers of an agent were told that it reaches the host of an address. */
export function isDeclaredHost(hosts: readonly string[], { host }: URL): boolean {
  return hosts.includes(ANY_HOST) || hosts.some((declared) => siteOf(declared) === siteOf(host));
}
