import { type ConnectorUse, isApiHost, isReplacedOrigin, RUN_NAMED } from "@stoa/contract";
import type { Queryable } from "../../../platform/db/database.ts";
import { serviceNamed } from "../supported-services.ts";
import { readChosen } from "./chosen-store.ts";
import { readStandings, type Standing } from "./grant-store.ts";
import { includesCall, type UseScope } from "./use-scope.ts";

/** A call that an agent wants to make with its caller's connector. */
export interface WantedCall {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  /** A service, or the address of a server that one of the caller's connectors replaces. */
  service: string;
  method: string;
  /** Clean, begins with a slash, has no query: exactly what is sent to the service. */
  path: string;
  /** What the running version declares. */
  uses: readonly ConnectorUse[];
}

type Refused = {
  kind: "refused";
  code: "not_declared" | "no_connector" | "not_granted" | "inactive";
  /** For the agent's log and the run's trace. It says nothing about the user except what they decided. */
  detail: string;
};

/** `service`: the service of the connector, which differs from the requested one if the connector replaces it. */
export type Allowance = { kind: "allowed"; connectorId: string; service: string } | Refused;

/** Decides whether a call is allowed. */
export type AllowanceFor = (call: WantedCall) => Promise<Allowance>;

/** A connector and what its user allows the agent to do with it. */
type Candidate = Pick<Standing, "connectorId" | "service" | "isActive" | "grant">;

/**
 * Allows a call only if the version declares it and the user has granted as much to the agent and its current owner.
 * It reads the database for each call, one row by an index, so that a revoked grant stops an active run from its next
 * call on every node.
 */
export function createAllowance(db: Queryable): AllowanceFor {
  return async (call) => {
    const { service, uses } = call;
    if (isReplacedOrigin(service)) return replacing(db, call);
    const own = await ofService(db, call);
    const mayBeNamed = isApiHost(service) && uses.some((use) => use.service === RUN_NAMED);
    return own.kind === "allowed" || !mayBeNamed ? own : namedByRun(db, call);
  };
}

/** Uses the connector of the service itself. */
async function ofService(db: Queryable, call: WantedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  const name = serviceNamed(service)?.displayName ?? service;
  if (!declares(call, service)) return notDeclared(call, name);
  const [standing] = await readStandings(db, { userId, agentId, services: [service] });
  if (!standing) return refused("no_connector", `The person who runs this agent has no ${name} connector.`);
  return judged(call, standing, name);
}

/** Uses the connector of exactly that host, if the user chose it for hosts that only the run names. */
async function namedByRun(db: Queryable, call: WantedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  if (!declares(call, RUN_NAMED)) return notDeclared(call, service);
  const declared = [RUN_NAMED];
  const chosen = (await readChosen(db, { userId, agentId, declared })).find((own) => own.service === service);
  if (!chosen?.grant)
    return refused(
      chosen ? "not_granted" : "no_connector",
      `The run asks ${service} with a key, and no key for it is allowed to this agent: connect it and allow it to this agent.`,
    );
  return judged(call, chosen, service);
}

/** Uses the connector that the user chose to replace the declared server. */
async function replacing(db: Queryable, call: WantedCall): Promise<Allowance> {
  const { userId, agentId, service } = call;
  if (!declares(call, service)) return notDeclared(call, service);
  const chosen = (await readChosen(db, { userId, agentId, declared: [service] })).find(({ grant }) => grant);
  if (!chosen)
    return refused(
      "not_granted",
      `No server was chosen for ${service}: connect a server of your own and allow it to this agent.`,
    );
  return judged(call, chosen, chosen.service);
}

function judged(
  call: WantedCall,
  { connectorId, service, isActive, grant }: Candidate,
  name: string,
): Allowance {
  const { method, path } = call;
  if (grant?.agentOwnerAccountId !== call.agentOwnerAccountId || !isWithin(grant.scope, call))
    return refused(
      "not_granted",
      `The person who runs this agent does not allow it to use their ${name} connector for ${method} ${path}.`,
    );
  if (!isActive)
    return refused("inactive", `The ${name} connector of the person who runs this agent is switched off.`);
  return { kind: "allowed", connectorId, service };
}

function declares(call: WantedCall, declared: string): boolean {
  const use = call.uses.find(({ service }) => service === declared);
  return use !== undefined && isWithin(use, call);
}

/** If a GET can change data too, every call needs permission to change data. */
function isWithin(scope: UseScope, { service, method, path }: WantedCall): boolean {
  return includesCall(scope, serviceNamed(service)?.hasSideEffects ? "POST" : method, path);
}

function notDeclared({ method, path }: WantedCall, name: string): Refused {
  return refused("not_declared", `This agent does not declare that it uses ${name} for ${method} ${path}.`);
}

function refused(code: Refused["code"], detail: string): Refused {
  return { kind: "refused", code, detail };
}
