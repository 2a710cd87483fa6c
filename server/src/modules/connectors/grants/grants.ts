import {
  type AgentConnector,
  type AllowedUse,
  type ConnectorGrant,
  type ConnectorUse,
  findServerChoice,
  type GrantState,
  getChosenServerName,
} from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, invalidField, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { findService } from "../supported-services.ts";
import { getChosenStanding, getNamedConnectors } from "./chosen-servers.ts";
import { type ChosenConnector, readChosen } from "./chosen-store.ts";
import {
  type Choice,
  type NewGrant,
  readLiveGrants,
  readStandings,
  revokeGrant,
  type Standing,
  storeGrants,
} from "./grant-store.ts";
import type { GrantedAgents } from "./granted-agents.ts";
import { coversScope, isSameScope } from "./use-scope.ts";

/** An agent that a user would run, its owner, and the connectors that its version declares. */
export interface RequestedUses {
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  uses: readonly ConnectorUse[];
}

/** Manages the access to connectors that users grant to agents. */
export class ConnectorGrants {
  readonly #db: Database;
  readonly #agents: GrantedAgents;

  constructor(options: { db: Database; agents: GrantedAgents }) {
    this.#db = options.db;
    this.#agents = options.agents;
  }

  /** Returns a user's status for each declared connector. Services that are no longer supported cannot be called. */
  async getStanding({
    userId,
    agentId,
    agentOwnerAccountId,
    uses,
  }: RequestedUses): Promise<AgentConnector[]> {
    const known = filterSupported(uses);
    if (known.length === 0) return [];
    const { own, choices } = await this.#findConnectors(userId, agentId, known);
    return known.map((use) => {
      if (findServerChoice(use.service)) {
        const { state, chosen } = getChosenStanding(use, choices, agentOwnerAccountId);
        return { ...presentUse(use, state), chosen };
      }
      const standing = own.find(({ service }) => service === use.service);
      return presentUse(use, getState(use, standing, agentOwnerAccountId));
    });
  }

  /**
   * Lists the connectors that an agent declares, with the caller's status for each. A visitor has allowed nothing.
   * @throws AppError 404 for an agent that the caller is not allowed to view.
   */
  async listForAgent(agentId: number, caller: Caller | undefined): Promise<AgentConnector[]> {
    const { ownerAccountId, uses } = await this.#readDeclared(agentId, caller);
    if (!caller) return filterSupported(uses).map((use) => presentUse(use, "not_granted"));
    return this.getStanding({ userId: caller.userId, agentId, agentOwnerAccountId: ownerAccountId, uses });
  }

  /**
   * Allows an agent some or all of the connectors that the user saw.
   * @returns the user's status for every connector that the agent declares
   * @throws AppError 400 for an invalid choice of connectors; 404 for an agent that the caller is not allowed to view;
   * 409 if the agent now declares something else, or a connector is missing. In that case nothing is allowed.
   */
  async grant(caller: Caller, agentId: number, seen: readonly AllowedUse[]): Promise<AgentConnector[]> {
    const { ownerAccountId, uses } = await this.#readDeclared(agentId, caller);
    for (const use of seen) requireDeclared(use, uses);
    const { userId } = caller;
    const { own, choices } = await this.#findConnectors(userId, agentId, seen);
    const chosenAnew: Choice[] = [];
    const grants = seen.flatMap((use): NewGrant[] => {
      const grant = { userId, agentId, agentOwnerAccountId: ownerAccountId, scope: use };
      if (!findServerChoice(use.service)) return toOwnGrant(use, own, grant);
      const standsFor = use.service;
      chosenAnew.push({ userId, agentId, standsFor });
      return getNamedConnectors(use, choices).map(({ connectorId }) => ({
        ...grant,
        connectorId,
        standsFor,
      }));
    });
    await storeGrants(this.#db, grants, chosenAnew);
    return this.getStanding({ userId, agentId, agentOwnerAccountId: ownerAccountId, uses });
  }

  /** Lists the grants of a user, newest first. */
  async list(caller: Caller): Promise<ConnectorGrant[]> {
    const grants = await readLiveGrants(this.#db, caller.userId);
    return grants.map(({ id, agentId, agentName, service, standsFor, scope, createdAt }) => ({
      id,
      agent_id: agentId,
      agent_name: agentName,
      service_name: service,
      stands_for: standsFor,
      methods: scope.methods,
      paths: scope.paths,
      created_at: createdAt.toISOString(),
    }));
  }

  /**
   * Revokes a grant; an active run is refused from its next call.
   * @throws AppError 404 if the caller has no such grant.
   */
  async revoke(caller: Caller, grantId: string): Promise<void> {
    if (!(await revokeGrant(this.#db, grantId, caller.userId))) throw notFound("Grant");
  }

  /** Returns the user's own connectors for named services, and the connectors to choose from for other servers. */
  async #findConnectors(
    userId: string,
    agentId: number,
    uses: readonly ConnectorUse[],
  ): Promise<{ own: Standing[]; choices: ChosenConnector[] }> {
    const names = uses.map(({ service }) => service);
    const declared = names.filter((name) => findServerChoice(name));
    const services = names.filter((name) => !findServerChoice(name));
    const [own, choices] = await Promise.all([
      services.length > 0 ? readStandings(this.#db, { userId, agentId, services }) : [],
      declared.length > 0 ? readChosen(this.#db, { userId, agentId, declared }) : [],
    ]);
    return { own, choices };
  }

  async #readDeclared(agentId: number, caller: Caller | undefined) {
    const declared = await this.#agents.findDeclaration(agentId, caller?.accountId);
    if (!declared) throw notFound("Agent");
    return declared;
  }
}

function filterSupported(uses: readonly ConnectorUse[]): ConnectorUse[] {
  return uses.filter(({ service }) => findServerChoice(service) ?? findService(service));
}

function presentUse({ service, methods, paths }: ConnectorUse, state: GrantState): AgentConnector {
  const choose = findServerChoice(service);
  return {
    service,
    display_name: getChosenServerName(service) ?? findService(service)?.displayName ?? service,
    methods,
    paths,
    state,
    ...(choose && { choose }),
  };
}

/**
 * Returns the grant for a service's own connector, or no grant if the same grant exists.
 * @throws AppError 400 if the request names connectors, 409 if the user has no connector for the service.
 */
function toOwnGrant(
  use: AllowedUse,
  own: readonly Standing[],
  grant: Omit<NewGrant, "connectorId" | "standsFor">,
): NewGrant[] {
  if (use.connectors)
    throw invalidField("connectors", `connectors must be omitted: ${use.service} has its own connector`);
  const standing = own.find(({ service }) => service === use.service);
  if (!standing) throw createNoConnectorError(use.service);
  const before = standing.grant;
  // Repeating a grant does not change it or its time.
  if (before?.agentOwnerAccountId === grant.agentOwnerAccountId && isSameScope(before.scope, use)) return [];
  return [{ ...grant, connectorId: standing.connectorId, standsFor: null }];
}

function getState(use: ConnectorUse, own: Standing | undefined, agentOwnerAccountId: string): GrantState {
  if (!own) return "no_connector";
  if (!own.grant) return "not_granted";
  if (own.grant.agentOwnerAccountId !== agentOwnerAccountId || !coversScope(own.grant.scope, use))
    return "changed";
  return own.isActive ? "granted" : "inactive";
}

function requireDeclared(seen: ConnectorUse, declared: readonly ConnectorUse[]): void {
  const use = declared.find(({ service }) => service === seen.service);
  if (use && isSameScope(use, seen)) return;
  throw new AppError(
    409,
    "conflict",
    "The agent changed the access it needs. Review it before you allow it.",
  );
}

function createNoConnectorError(service: string): AppError {
  const name = findService(service)?.displayName ?? service;
  return new AppError(409, "conflict", `You have no ${name} connector. Add one in Settings first.`);
}
