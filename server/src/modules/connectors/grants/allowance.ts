import { type ConnectorUse, isApiHost, isReplacedOrigin, RUN_NAMED } from "@stoa/contract";
import type { Queryable } from "../../../platform/db/database.ts";
import { findService } from "../supported-services.ts";
import { readChosen } from "./chosen-store.ts";
import { readStandings, type Standing } from "./grant-store.ts";
import { isCallInScope, type UseScope } from "./use-scope.ts";

/** A call that an agent wants to make with its caller's connector. */
export interface RequestedCall {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  /** A service, or the URL of a server that one of the caller's connectors replaces. */
  service: string;
  method: string;
  /** A normalized path that begins with a slash and has no query. Exactly this path is sent to the service. */
  path: string;
  /** The connectors that the running version declares, with their methods and paths. */
  uses: readonly ConnectorUse[];
}

type Refused = {
  kind: "refused";
  code: "not_declared" | "no_connector" | "not_granted" | "inactive";
  /** The text for the agent's log and the run's trace. It reveals nothing about the user except their decision. */
  detail: string;
};

/** `service`: the service of the connector, which differs from the requested one if the connector replaces it. */
export type Allowance = { kind: "allowed"; connectorId: string; service: string } | Refused;

/** Decides whether a call is allowed. */
export type AllowanceFor = (call: RequestedCall) => Promise<Allowance>;

/** A connector, and the access to it that its user has granted to the agent. */
type Candidate = Pick<Standing, "connectorId" | "service" | "isActive" | "grant">;

/**
 * Allows a call only if the version declares it and the user has granted as much to the agent and its current owner.
 * Each call reads the grant from the database, so that a revoked grant stops an active run from its next call on every
 * node.
 */
export function createAllowance(db: Queryable): AllowanceFor {
  return async (call) => {
    const { service, uses } = call;
    if (isReplacedOrigin(service)) return findReplacement(db, call);
    const own = await findServiceConnector(db, call);
    const mayBeNamed = isApiHost(service) && uses.some((use) => use.service === RUN_NAMED);
    return own.kind === "allowed" || !mayBeNamed ? own : findRunConnector(db, call);
  };
}

/** Allows or refuses a call by the service's own connector. */
async function findServiceConnector(db: Queryable, call: RequestedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  const name = findService(service)?.displayName ?? service;
  if (!isDeclared(call, service)) return createUndeclaredRefusal(call, name);
  const [standing] = await readStandings(db, { userId, agentId, services: [service] });
  if (!standing) return createRefusal("no_connector", `The caller has no ${name} connector.`);
  return judgeCall(call, standing, name);
}

/**
 * Allows or refuses a call by the connector of exactly the requested host, if the user chose it for
 * hosts that only the run names.
 */
async function findRunConnector(db: Queryable, call: RequestedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  if (!isDeclared(call, RUN_NAMED)) return createUndeclaredRefusal(call, service);
  const declared = [RUN_NAMED];
  const chosen = (await readChosen(db, { userId, agentId, declared })).find((own) => own.service === service);
  if (!chosen?.grant)
    return createRefusal(
      chosen ? "not_granted" : "no_connector",
      `This agent needs your key for ${service}. Connect ${service} in Settings and allow this agent to use it.`,
    );
  return judgeCall(call, chosen, service);
}

/** Allows or refuses a call by the connector that the user chose to replace the declared server. */
async function findReplacement(db: Queryable, call: RequestedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  if (!isDeclared(call, service)) return createUndeclaredRefusal(call, service);
  const chosen = (await readChosen(db, { userId, agentId, declared: [service] })).find(({ grant }) => grant);
  if (!chosen)
    return createRefusal(
      "not_granted",
      `No server was chosen for ${service}. Connect your own server in Settings and allow this agent to use it.`,
    );
  return judgeCall(call, chosen, chosen.service);
}

function judgeCall(
  call: RequestedCall,
  { connectorId, service, isActive, grant }: Candidate,
  name: string,
): Allowance {
  const { method, path } = call;
  if (grant?.agentOwnerAccountId !== call.agentOwnerAccountId || !isWithin(grant.scope, call))
    return createRefusal(
      "not_granted",
      `The caller has not allowed this agent to use their ${name} connector for ${method} ${path}.`,
    );
  if (!isActive) return createRefusal("inactive", `The caller's ${name} connector is switched off.`);
  return { kind: "allowed", connectorId, service };
}

function isDeclared(call: RequestedCall, declared: string): boolean {
  const use = call.uses.find(({ service }) => service === declared);
  return use !== undefined && isWithin(use, call);
}

/** Returns whether a grant covers a call. If a GET can change data too, every call needs permission to change data. */
function isWithin(scope: UseScope, { service, method, path }: RequestedCall): boolean {
  return isCallInScope(scope, findService(service)?.hasSideEffects ? "POST" : method, path);
}

function createUndeclaredRefusal({ method, path }: RequestedCall, name: string): Refused {
  return createRefusal(
    "not_declared",
    `This agent does not declare that it uses ${name} for ${method} ${path}.`,
  );
}

function createRefusal(code: Refused["code"], detail: string): Refused {
  return { kind: "refused", code, detail };
}
