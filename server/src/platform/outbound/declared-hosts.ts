/**
 * Replaces the hosts in a version's declaration if its runs choose their servers; callers see this before they run
 * the agent.
 */
export const ANY_HOST = "*";

/**
 * Removes `www.`. Sites redirect between the names with and without it, so both count as one host.
 */
const removeWww = (host: string) => host.replace(/^www\./, "");

/** Returns whether an agent's declaration, which its callers see, includes the host of a URL. */
export function isDeclaredHost(hosts: readonly string[], { host }: URL): boolean {
  return hosts.includes(ANY_HOST) || hosts.some((declared) => removeWww(declared) === removeWww(host));
}
