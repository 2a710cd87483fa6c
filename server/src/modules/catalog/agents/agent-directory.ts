import { type Agent, type AgentList, AgentListQuery } from "@stoa/contract";
import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { Favorites } from "../listing/favorites.ts";
import type { Marketplace } from "../listing/marketplace.ts";
import { isNotDeleted } from "./agent-access.ts";
import type { AgentProfiles } from "./agent-profiles.ts";

/** Finds agents for protocols that address them in their own ways, such as a model's name. */
export interface AgentDirectory {
  /** Lists agents as `GET /agents` does. @throws AppError 400 for an invalid cursor */
  search(query: Partial<AgentListQuery>, caller: Caller | undefined): Promise<AgentList>;
  /** @throws AppError 404 for an agent that does not exist or that this caller is not allowed to view */
  get(agentId: number, caller: Caller | undefined): Promise<Agent>;
  /** Lists the agents of the caller's account in every state. */
  listOwned(caller: Caller): Promise<Agent[]>;
  /** Lists the IDs of the caller's favorite agents, the latest first. */
  listFavorites(caller: Caller): Promise<number[]>;
  /** Returns the ID of a developer's agent with this slug, the oldest one if there are several; undefined if none has it. */
  findBySlug(username: string, slug: string): Promise<number | undefined>;
}

/** Creates the directory from the parts that the routes of the catalog use. */
export function createAgentDirectory(
  db: Database,
  parts: { marketplace: Marketplace; profiles: AgentProfiles; favorites: Favorites },
): AgentDirectory {
  const { marketplace, profiles, favorites } = parts;
  return {
    async search(query, caller) {
      const page = await marketplace.list(AgentListQuery.parse(query), caller);
      return JSON.parse(page.toString("utf8")) as AgentList;
    },
    get: (agentId, caller) => profiles.get(agentId, caller?.accountId),
    listOwned: async (caller) => (await profiles.listOwned(caller.accountId)).agents,
    listFavorites: async (caller) =>
      (await favorites.list(caller)).favourites.map(({ agent_id }) => agent_id),
    async findBySlug(username, slug) {
      const { rows } = await sql<{ id: number }>`
        SELECT agents.id FROM agents JOIN account_owners o ON o.account_id = agents.owner_account_id
        WHERE lower(o.username) = lower(${username}) AND agents.slug = ${slug} AND ${isNotDeleted}
        ORDER BY agents.id LIMIT 1`.execute(db);
      return rows[0]?.id;
    },
  };
}
