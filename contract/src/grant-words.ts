import { scopeOf, verbsOf } from "./connector-words.ts";
import type { AgentConnector, GrantState } from "./connectors.ts";

const STEPS: Readonly<Record<Exclude<GrantState, "granted">, (service: string) => string>> = {
  not_granted: () => "Allow it on the agent's page first.",
  changed: () => "It has changed since you allowed it: allow it again on the agent's page first.",
  no_connector: (service) => `You have no ${service} connector: add one in Settings first.`,
  inactive: () => "That connector is switched off: switch it on in Settings first.",
};

/** What an agent would do with its caller's connector, and what they must do before it may. */
export function grantNeededText(need: AgentConnector): string {
  const scope = scopeOf(need);
  const use = `${verbsOf(need.methods)}${scope === null ? "" : ` (${scope})`}`;
  const step = need.state === "granted" ? "" : ` ${STEPS[need.state](need.display_name)}`;
  return `This agent uses your ${need.display_name} connector to ${use}.${step}`;
}
