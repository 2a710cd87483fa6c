import { describeHosts } from "./agent-hosts.ts";
import { RUN_NAMED } from "./chosen-servers.ts";
import { formatMethods, formatScope } from "./connector-labels.ts";
import type { AgentConnector, GrantState } from "./connectors.ts";

type Open = Exclude<GrantState, "granted">;

const STEPS: Readonly<Record<Open, (service: string) => string>> = {
  not_granted: () => "Allow it on the agent's page first.",
  changed: () => "The agent changed. Review and allow access again on its page.",
  no_connector: (service) => `You have no ${service} connector. Add one in Settings first.`,
  inactive: () => "That connector is switched off. Switch it on in Settings first.",
};

const STEPS_OF_CHOICE: Readonly<Record<Open, string>> = {
  not_granted: "Choose one of your connectors for it on the agent's page first.",
  changed: "The agent changed. Review and allow access again on its page.",
  no_connector: "Connect Any API in Settings with the host and the key, then allow it on the agent's page.",
  inactive: "The connector that you chose is switched off. Switch it on in Settings first.",
};

/**
 * Returns a text that says how the agent uses the caller's connector and, if access is not granted, what to do first.
 */
export function grantNeededText(need: AgentConnector): string {
  const { service, display_name: name, state } = need;
  const scope = formatScope(need);
  const use = `${formatMethods(need.methods)}${scope === null ? "" : ` (${scope})`}`;
  if (!need.choose)
    return `This agent uses your ${name} connector to ${use}.${state === "granted" ? "" : ` ${STEPS[state](name)}`}`;
  const where =
    service === RUN_NAMED
      ? "needs your key for a server that you choose"
      : `needs your own server instead of ${service}`;
  return `This agent ${where}, to ${use}.${state === "granted" ? "" : ` ${STEPS_OF_CHOICE[state]}`}`;
}

/** Returns a text that names the hosts and says how the caller allows them. */
export function hostsNeededText(hosts: readonly string[]): string {
  return `This agent sends requests to ${describeHosts(hosts)}. Allow that on the agent's page first, or with POST /agents/{id}/hosts/allow.`;
}
