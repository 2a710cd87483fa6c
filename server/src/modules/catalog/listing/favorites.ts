import { FAVORITE_TEXTS, type FavoriteList, LIMITS } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { canView, findAgentAccess } from "../agents/agent-access.ts";
import { deleteFavorite, insertFavorite, readFavorites } from "./favorite-store.ts";

/** Manages the favorite agents of people. */
export class Favorites {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(caller: Caller): Promise<FavoriteList> {
    const rows = await readFavorites(this.#db, caller);
    return {
      favourites: rows.map(({ agentId, createdAt }) => ({
        agent_id: agentId,
        added_at: createdAt.toISOString(),
      })),
      total: rows.length,
    };
  }

  /**
   * @throws AppError 404 for an agent that the caller is not allowed to view; 409 if they have the maximum number of
   * favorites.
   */
  async add({ userId, accountId }: Caller, agentId: number): Promise<void> {
    const agent = await findAgentAccess(this.#db, agentId);
    if (!agent || !canView(agent, accountId)) throw notFound("Agent");
    const marked = await insertFavorite(this.#db, { userId, agentId, max: LIMITS.favoritesMax });
    if (!marked) throw new AppError(409, "conflict", FAVORITE_TEXTS.full);
  }

  /** Removes a favorite, even if the agent is no longer listed. */
  remove(userId: string, agentId: number): Promise<void> {
    return deleteFavorite(this.#db, userId, agentId);
  }
}
