import { isApiHost } from "@stoa/contract/api-host";
import type { AgentConnector, AllowedUse, Connector } from "@stoa/contract/connectors";
import { canBeAllowed } from "./service-standing.ts";

/** The hosts of the APIs that the user chose, keyed by the declared name of each server that the agent leaves open. */
export type ChosenApis = Readonly<Record<string, readonly string[]>>;

/** Returns the connectors that the user can choose: those for "Any API", which are named after their hosts. */
export function filterChoosable(connectors: readonly Connector[]): Connector[] {
  return connectors.filter(({ service_name }) => isApiHost(service_name));
}

/**
 * Returns the hosts of the APIs for a server: those chosen now, otherwise those chosen before, otherwise the user's
 * only API. Hosts without a connector are omitted.
 */
export function getChosenApis(
  { service, chosen = [] }: AgentConnector,
  answers: ChosenApis,
  choosable: readonly Connector[],
): readonly string[] {
  const present = new Set(choosable.map(({ service_name }) => service_name));
  const known = (answers[service] ?? chosen).filter((host) => present.has(host));
  const [only, ...others] = choosable;
  return answers[service] === undefined && known.length === 0 && only && others.length === 0
    ? [only.service_name]
    : known;
}

/**
 * Returns whether the user must confirm the access to a service, because it is not allowed yet, or because the chosen
 * APIs differ from the allowed APIs.
 */
export function needsConsent(use: AgentConnector, chosen: readonly string[]): boolean {
  if (canBeAllowed(use)) return true;
  const before = new Set(use.chosen);
  return (
    use.choose !== undefined && (before.size !== chosen.length || chosen.some((host) => !before.has(host)))
  );
}

/** Returns the access that the user allows, with the APIs that they chose. */
export function toAllowedUse(
  { service, methods, paths, choose }: AgentConnector,
  chosen: readonly string[],
): AllowedUse {
  return { service, methods, paths, ...(choose && { connectors: [...chosen] }) };
}
