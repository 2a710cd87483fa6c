import { isApiHost } from "@stoa/contract/api-host";
import type { AgentConnector, AllowedUse, Connector } from "@stoa/contract/connectors";
import { canBeAllowed } from "./service-standing.ts";

/** The hosts of the user's chosen APIs for each server that the agent leaves open, by the server's declared name. */
export type ChosenApis = Readonly<Record<string, readonly string[]>>;

/** Returns the connectors that can be chosen: those for "Any API", which are named by their hosts. */
export function choosableOf(connectors: readonly Connector[]): Connector[] {
  return connectors.filter(({ service_name }) => isApiHost(service_name));
}

/** Returns the API for a server: the one chosen now, else the one chosen before, else the only one. */
export function chosenFor(
  { service, chosen = [] }: AgentConnector,
  said: ChosenApis,
  choosable: readonly Connector[],
): readonly string[] {
  const present = new Set(choosable.map(({ service_name }) => service_name));
  const known = (said[service] ?? chosen).filter((host) => present.has(host));
  const [only, ...others] = choosable;
  return said[service] === undefined && known.length === 0 && only && others.length === 0
    ? [only.service_name]
    : known;
}

/** Returns whether the user's permission would change anything about a use. */
export function isAsked(use: AgentConnector, chosen: readonly string[]): boolean {
  if (canBeAllowed(use)) return true;
  const before = new Set(use.chosen);
  return (
    use.choose !== undefined && (before.size !== chosen.length || chosen.some((host) => !before.has(host)))
  );
}

/** Returns the uses that the user allows, with their choices. */
export function allowedUse(
  { service, methods, paths, choose }: AgentConnector,
  chosen: readonly string[],
): AllowedUse {
  return { service, methods, paths, ...(choose && { connectors: [...chosen] }) };
}
