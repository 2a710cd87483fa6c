import type { ConnectorUse } from "@stoa/contract";
import type { Queryable } from "../../../platform/db/database.ts";
import { serviceNamed } from "../supported-services.ts";
import { readStandings } from "./grant-store.ts";
import { includesCall, type UseScope } from "./use-scope.ts";

/** One call that an agent wants to make with its caller's connector. */
export interface WantedCall {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  service: string;
  method: string;
  /** Cleaned, beginning with a slash, without its query: exactly what the service will be asked for. */
  path: string;
  /** What the version that runs declares. */
  uses: readonly ConnectorUse[];
}

export type Allowance =
  | { kind: "allowed"; connectorId: string }
  | {
      kind: "refused";
      code: "not_declared" | "no_connector" | "not_granted" | "inactive";
      /** For the agent's log and its run's trace; says nothing of the person but what they have decided. */
      detail: string;
    };

/** Decides about one call. */
export type AllowanceFor = (call: WantedCall) => Promise<Allowance>;

/**
 * Both must hold, at the moment of the call: the version declares it, and the person has allowed the agent, of this
 * owner, as much. Read from the database each time: one row by an index, so that a grant taken back stops a run
 * under way from its next call on, on every node.
 */
export function createAllowance(db: Queryable): AllowanceFor {
  return async (call) => {
    const { userId, agentId, service, method, path } = call;
    const definition = serviceNamed(service);
    const name = definition?.displayName ?? service;
    const use = call.uses.find((declared) => declared.service === service);
    // Where reading and changing look alike, a call is allowed as what it may be at worst.
    const isWithin = (scope: UseScope) =>
      includesCall(scope, definition?.getMayChange ? "POST" : method, path);
    if (!use || !isWithin(use))
      return refused(
        "not_declared",
        `This agent does not declare that it uses ${name} for ${method} ${path}.`,
      );
    const [standing] = await readStandings(db, { userId, agentId, services: [service] });
    if (!standing) return refused("no_connector", `The person who runs this agent has no ${name} connector.`);
    const { grant } = standing;
    if (grant?.agentOwnerAccountId !== call.agentOwnerAccountId || !isWithin(grant.scope))
      return refused(
        "not_granted",
        `The person who runs this agent does not allow it to use their ${name} connector for ${method} ${path}.`,
      );
    if (!standing.isActive)
      return refused("inactive", `The ${name} connector of the person who runs this agent is switched off.`);
    return { kind: "allowed", connectorId: standing.connectorId };
  };
}

function refused(code: Extract<Allowance, { kind: "refused" }>["code"], detail: string): Allowance {
  return { kind: "refused", code, detail };
}
