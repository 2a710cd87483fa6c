import type { AgentSummary } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import { createUnknownModelError } from "./api-errors.ts";
import { findNamedAgent, type Model, presentModel } from "./model-names.ts";

/** The number of agents per page of the catalog: its maximum. */
const PAGE = 100;
/**
 * The maximum number of models in a list. OpenAI's list has no pages, and programs with menus of models show all of them.
 * Every other agent can be run by its name, too.
 */
const MODELS_MAX = 1_000;

/** Lists and finds the agents that a caller can run, as models. */
export class Models {
  readonly #directory: AgentDirectory;

  constructor(directory: AgentDirectory) {
    this.#directory = directory;
  }

  /** Lists the caller's own agents, their favorites, and then the listed agents that are run most. */
  async list(caller: Caller): Promise<{ object: "list"; data: Model[] }> {
    const [owned, favorites] = await Promise.all([
      this.#directory.listOwned(caller),
      this.#directory.search({ favourites: "true", limit: PAGE }, caller),
    ]);
    const models = new Map<number, Model>();
    const add = (agent: AgentSummary) => {
      if (models.size < MODELS_MAX) models.set(agent.id, presentModel(agent));
    };
    for (const agent of owned) if (agent.is_active && !agent.is_archived && !agent.suspension) add(agent);
    for (const agent of favorites.agents) add(agent);
    for (let cursor: string | null | undefined; cursor !== null && models.size < MODELS_MAX; ) {
      const page = await this.#directory.search({ limit: PAGE, ...(cursor && { cursor }) }, caller);
      for (const agent of page.agents) add(agent);
      cursor = page.next_cursor;
    }
    return { object: "list", data: [...models.values()] };
  }

  /** @throws AppError 404 for an agent that does not exist or that the caller is not allowed to view */
  async get(name: string, caller: Caller): Promise<Model> {
    const { agentId } = await findNamedAgent(this.#directory, name);
    try {
      return presentModel(await this.#directory.get(agentId, caller));
    } catch (error) {
      if (error instanceof AppError && error.status === 404) throw createUnknownModelError(name);
      throw error;
    }
  }
}
