import type { AgentConnector, ConnectorGrant, ConnectorUse, GrantState } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { serviceNamed } from "../supported-services.ts";
import {
  type NewGrant,
  readLiveGrants,
  readStandings,
  revokeGrant,
  type Standing,
  storeGrants,
} from "./grant-store.ts";
import type { GrantedAgents } from "./granted-agents.ts";
import { coversScope, sameScope } from "./use-scope.ts";

/** An agent as somebody would run it: whose it is, and what the version declares. */
export interface WantedUses {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  uses: readonly ConnectorUse[];
}

/** What people allow agents to do with their connectors. */
export class ConnectorGrants {
  readonly #db: Database;
  readonly #agents: GrantedAgents;

  constructor(options: { db: Database; agents: GrantedAgents }) {
    this.#db = options.db;
    this.#agents = options.agents;
  }

  /** Where a person stands with each use, as declared. Services that are no longer supported cannot be reached. */
  async standing({ userId, agentId, agentOwnerAccountId, uses }: WantedUses): Promise<AgentConnector[]> {
    const known = supported(uses);
    if (known.length === 0) return [];
    const services = known.map(({ service }) => service);
    const standings = await readStandings(this.#db, { userId, agentId, services });
    return known.map((use) => {
      const own = standings.find(({ service }) => service === use.service);
      return presentUse(use, stateOf(use, own, agentOwnerAccountId));
    });
  }

  /** What an agent uses. A visitor has allowed nothing. @throws AppError 404. */
  async ofAgent(agentId: number, caller: Caller | undefined): Promise<AgentConnector[]> {
    const { ownerAccountId, uses } = await this.#declared(agentId, caller);
    if (!caller) return supported(uses).map((use) => presentUse(use, "not_granted"));
    return this.standing({ userId: caller.userId, agentId, agentOwnerAccountId: ownerAccountId, uses });
  }

  /**
   * Allows an agent the uses that the person saw, all of them or some.
   * @returns where they stand then with everything that it declares.
   * @throws AppError 404; 409 where it declares something else by now, or a connector is missing. Nothing is allowed
   *   then.
   */
  async grant(caller: Caller, agentId: number, seen: readonly ConnectorUse[]): Promise<AgentConnector[]> {
    const { ownerAccountId, uses } = await this.#declared(agentId, caller);
    for (const use of seen) requireDeclared(use, uses);
    const { userId } = caller;
    const services = seen.map(({ service }) => service);
    const standings = await readStandings(this.#db, { userId, agentId, services });
    const grants = seen.flatMap((use): NewGrant[] => {
      const own = standings.find(({ service }) => service === use.service);
      if (!own) throw noConnector(use.service);
      const { connectorId, grant } = own;
      // Said once more it stays as it is, with the time at which it was said first.
      if (grant?.agentOwnerAccountId === ownerAccountId && sameScope(grant.scope, use)) return [];
      return [{ userId, agentId, agentOwnerAccountId: ownerAccountId, connectorId, scope: use }];
    });
    await storeGrants(this.#db, grants);
    return this.standing({ userId, agentId, agentOwnerAccountId: ownerAccountId, uses });
  }

  /** What a person allows which agents, the latest first. */
  async list(caller: Caller): Promise<ConnectorGrant[]> {
    const grants = await readLiveGrants(this.#db, caller.userId);
    return grants.map(({ id, agentId, agentName, service, scope, createdAt }) => ({
      id,
      agent_id: agentId,
      agent_name: agentName,
      service_name: service,
      methods: scope.methods,
      paths: scope.paths,
      created_at: createdAt.toISOString(),
    }));
  }

  /** A run under way is refused from its next call on. @throws AppError 404. */
  async revoke(caller: Caller, grantId: string): Promise<void> {
    if (!(await revokeGrant(this.#db, grantId, caller.userId))) throw notFound("Grant");
  }

  async #declared(agentId: number, caller: Caller | undefined) {
    const declared = await this.#agents.declaredOf(agentId, caller?.accountId);
    if (!declared) throw notFound("Agent");
    return declared;
  }
}

function supported(uses: readonly ConnectorUse[]): ConnectorUse[] {
  return uses.filter(({ service }) => serviceNamed(service) !== undefined);
}

function presentUse({ service, methods, paths }: ConnectorUse, state: GrantState): AgentConnector {
  return { service, display_name: serviceNamed(service)?.displayName ?? service, methods, paths, state };
}

function stateOf(use: ConnectorUse, own: Standing | undefined, agentOwnerAccountId: string): GrantState {
  if (!own) return "no_connector";
  if (!own.grant) return "not_granted";
  if (own.grant.agentOwnerAccountId !== agentOwnerAccountId || !coversScope(own.grant.scope, use))
    return "changed";
  return own.isActive ? "granted" : "inactive";
}

function requireDeclared(seen: ConnectorUse, declared: readonly ConnectorUse[]): void {
  const use = declared.find(({ service }) => service === seen.service);
  if (use && sameScope(use, seen)) return;
  throw new AppError(
    409,
    "conflict",
    "This agent has changed what it asks for. Look at it again before you allow it.",
  );
}

function noConnector(service: string): AppError {
  const name = serviceNamed(service)?.displayName ?? service;
  return new AppError(409, "conflict", `You have no ${name} connector: add one in Settings first.`);
}
