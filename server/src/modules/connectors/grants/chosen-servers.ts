import { type AllowedUse, type ConnectorUse, findServerChoice, type GrantState } from "@stoa/contract";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import type { ChosenConnector } from "./chosen-store.ts";
import { coversScope } from "./use-scope.ts";

/** A user's status for a server that they choose themselves. */
export interface ChosenStanding {
  state: GrantState;
  /** The hosts of the connectors that the user allows for the server. */
  chosen: string[];
}

/**
 * Returns the user's status for a server that they choose themselves. @param own the connectors that the user can
 * choose from
 */
export function getChosenStanding(
  use: ConnectorUse,
  own: readonly ChosenConnector[],
  agentOwnerAccountId: string,
): ChosenStanding {
  const granted = own.filter(({ grant }) => grant?.standsFor === use.service);
  if (granted.length === 0) return { state: own.length === 0 ? "no_connector" : "not_granted", chosen: [] };
  const chosen = granted.map(({ service }) => service);
  const held = granted.filter(
    ({ grant }) => grant?.agentOwnerAccountId === agentOwnerAccountId && coversScope(grant.scope, use),
  );
  if (held.length < granted.length) return { state: "changed", chosen };
  return { state: held.some(({ isActive }) => isActive) ? "granted" : "inactive", chosen };
}

/**
 * Returns the user's connectors that the request names for a service that the agent declares.
 * @throws AppError 400 if the request names no connector or too many; 409 if the user has no such connector.
 */
export function getNamedConnectors(
  { service, connectors = [] }: AllowedUse,
  own: readonly ChosenConnector[],
): ChosenConnector[] {
  const choice = findServerChoice(service);
  if (connectors.length === 0)
    throw invalidField("connectors", `connectors must name your connector for ${service}`);
  if (choice === "one" && connectors.length > 1)
    throw invalidField("connectors", `connectors must name only one connector for ${service}`);
  return [...new Set(connectors)].map((name) => {
    const named = own.find((each) => each.service === name);
    if (!named)
      throw new AppError(
        409,
        "conflict",
        `You have no connector for ${name.slice(0, 260)}. Connect it in Settings first.`,
      );
    return named;
  });
}
