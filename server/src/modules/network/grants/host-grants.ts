import type { AgentHosts, HostGrant } from "@stoa/contract";
import { isCoveredBy } from "@stoa/contract/agent-hosts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { readHostGrant, readHostGrants, revokeHostGrant, storeHostGrant } from "./host-grant-store.ts";

/** An agent's owner, and the hosts that a version of it declares. */
export interface HostDeclaration {
  ownerAccountId: string;
  hosts: readonly string[];
}

/** An agent that a person would run. */
export interface RequestedHosts extends HostDeclaration {
  agentId: number;
}

/** The agents of the catalog, as grants need them; passed in because this module imports no other. */
export interface DeclaringAgents {
  /** Returns undefined for an agent that this account cannot see. A visitor has no account. */
  findDeclaration(agentId: number, accountId: string | undefined): Promise<HostDeclaration | undefined>;
}

/** Manages which hosts people allow agents to reach with their input. */
export class HostGrants {
  readonly #db: Database;
  readonly #agents: DeclaringAgents;

  constructor(options: { db: Database; agents: DeclaringAgents }) {
    this.#db = options.db;
    this.#agents = options.agents;
  }

  /**
   * Returns all hosts of an agent if this person must still allow some of them before a run, and otherwise an empty
   * list.
   */
  async findMissing(caller: Caller, wanted: RequestedHosts): Promise<readonly string[]> {
    const state = await this.#getState(caller, wanted);
    return state === "not_granted" || state === "changed" ? wanted.hosts : [];
  }

  /**
   * Lists an agent's hosts, with the caller's status.
   * @throws AppError 404 for an agent that the caller is not allowed to view.
   */
  async listForAgent(agentId: number, caller: Caller | undefined): Promise<AgentHosts> {
    const declared = await this.#readDeclared(agentId, caller);
    const state = await this.#getState(caller, { ...declared, agentId });
    return { hosts: [...declared.hosts], state };
  }

  /**
   * Allows an agent to reach the hosts that the person has seen.
   * @throws AppError 404 for an agent that the caller is not allowed to view; 409 if the agent now declares other
   * hosts.
   */
  async allow(caller: Caller, agentId: number, seen: readonly string[]): Promise<AgentHosts> {
    const { ownerAccountId, hosts } = await this.#readDeclared(agentId, caller);
    const isSame = seen.length === hosts.length && hosts.every((host) => seen.includes(host));
    if (!isSame)
      throw new AppError(
        409,
        "conflict",
        "The agent changed the hosts that it sends requests to. Review them before you allow them.",
      );
    const grant = { userId: caller.userId, agentId, agentOwnerAccountId: ownerAccountId };
    if (hosts.length > 0) await storeHostGrant(this.#db, { ...grant, hosts: [...hosts] });
    return this.listForAgent(agentId, caller);
  }

  /** Lists the agents that this person allows to reach hosts, newest first. */
  async list(caller: Caller): Promise<HostGrant[]> {
    const grants = await readHostGrants(this.#db, caller);
    return grants.map(({ agentId, agentName, hosts, createdAt }) => ({
      agent_id: agentId,
      agent_name: agentName,
      hosts,
      created_at: createdAt.toISOString(),
    }));
  }

  /** Revokes a person's grant. Active runs keep their connections. @throws AppError 404 if there is no grant. */
  async revoke(caller: Caller, agentId: number): Promise<void> {
    if (!(await revokeHostGrant(this.#db, { userId: caller.userId, agentId }))) throw notFound("Permission");
  }

  /** Returns the state of a grant. The agent's owner needs no grant, because they know the code. */
  async #getState(
    caller: Caller | undefined,
    { agentId, ownerAccountId, hosts }: RequestedHosts,
  ): Promise<AgentHosts["state"]> {
    if (hosts.length === 0 || caller?.accountId === ownerAccountId) return "not_needed";
    if (!caller) return "not_granted";
    const grant = await readHostGrant(this.#db, { userId: caller.userId, agentId });
    if (!grant) return "not_granted";
    const covers = hosts.every((host) => isCoveredBy(host, grant.hosts));
    return covers && grant.agentOwnerAccountId === ownerAccountId ? "granted" : "changed";
  }

  async #readDeclared(agentId: number, caller: Caller | undefined): Promise<HostDeclaration> {
    const declared = await this.#agents.findDeclaration(agentId, caller?.accountId);
    if (!declared) throw notFound("Agent");
    return declared;
  }
}
