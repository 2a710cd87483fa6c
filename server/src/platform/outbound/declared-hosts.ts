/**
 * Stands for every host in the declaration of a version whose runs choose their servers. Callers see it before they run
 * the agent.
 */
export const ANY_HOST = "*";

/**
 * Removes `www.`. Sites redirect between the names with and without it, so both count as one host.
 */
const removeWww = (host: string) => host.replace(/^www\./, "");

/** The prefix of a declaration of all names below a domain, such as `*.example.com`. */
const BELOW = "*.";

/**
 * Returns whether an agent's declaration, which its callers see, includes the host of a URL. The host includes the port
 * unless it is the default port of http or https.
 */
export function isDeclaredHost(hosts: readonly string[], { host }: Pick<URL, "host">): boolean {
  return hosts.includes(ANY_HOST) || hosts.some((declared) => isHost(declared, host));
}

function isHost(declared: string, host: string): boolean {
  if (declared.startsWith(BELOW)) return host.endsWith(declared.slice(1));
  return removeWww(declared) === removeWww(host);
}
