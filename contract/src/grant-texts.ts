import { RUN_NAMED } from "./chosen-servers.ts";
import { scopeOf, verbsOf } from "./connector-labels.ts";
import type { AgentConnector, GrantState } from "./connectors.ts";

type Open = Exclude<GrantState, "granted">;

const STEPS: Readonly<Record<Open, (service: string) => string>> = {
  not_granted: () => "Allow it on the agent's page first.",
  changed: () => "It has changed since you allowed it: allow it again on the agent's page first.",
  no_connector: (service) => `You have no ${service} connector: add one in Settings first.`,
  inactive: () => "That connector is switched off: switch it on in Settings first.",
};

const STEPS_OF_CHOICE: Readonly<Record<Open, string>> = {
  not_granted: "Choose one of your connectors for it on the agent's page first.",
  changed: "It has changed since you allowed it: allow it again on the agent's page first.",
  no_connector:
    "Connect Any API in Settings, with the host and the key, and allow it on the agent's page first.",
  inactive: "The connector that you chose is switched off: switch it on in Settings first.",
};

/** A use of the caller's connector, and what the caller must do before the agent may use it. */
export function grantNeededText(need: AgentConnector): string {
  const { service, display_name: name, state } = need;
  const scope = scopeOf(need);
  const use = `${verbsOf(need.methods)}${scope === null ? "" : ` (${scope})`}`;
  if (!need.choose)
    return `This agent uses your ${name} connector to ${use}.${state === "granted" ? "" : ` ${STEPS[state](name)}`}`;
  const where =
    service === RUN_NAMED
      ? "needs a key for a server that the run names"
      : `needs a server of your own in place of ${service}`;
  return `This agent ${where}, to ${use}.${state === "granted" ? "" : ` ${STEPS_OF_CHOICE[state]}`}`;
}
