import type { AgentSummary } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import { createNotSoldError, createPrefixError, createUnknownModelError } from "./api-errors.ts";
import { findNamedAgent, type Model, presentModel } from "./model-names.ts";
import { SoldModels } from "./sold-models.ts";

/** The number of agents per page of the catalog: its maximum. */
const PAGE = 100;
/**
 * The maximum number of models in a list. OpenAI's list has no pages, and programs with menus of models show all of them.
 * Every other agent can be run by its name, too.
 */
const MODELS_MAX = 1_000;

export interface SalesOptions {
  /** The gateway's models, if this server sells them. */
  sold: SoldModels | undefined;
  /** Returns whether the gateway offers a model of this name. */
  offersModel(name: string): boolean;
}

/** Lists and finds the agents that a caller can run, as models, and the gateway's models if this server sells them. */
export class Models {
  readonly #directory: AgentDirectory;
  readonly #sales: SalesOptions;

  constructor(directory: AgentDirectory, sales: SalesOptions) {
    this.#directory = directory;
    this.#sales = sales;
  }

  /**
   * Returns the models on sale if a name is that of a model.
   * @throws AppError 404 that says so if this server does not sell models
   */
  findSold(name: string): SoldModels | undefined {
    const { sold, offersModel } = this.#sales;
    if (SoldModels.isModelName(name)) {
      if (!sold) throw createNotSoldError(name);
      return sold;
    }
    // Agents are named `agent/12` or `developer/agent-name`.
    if (!name.includes("/") && offersModel(name))
      throw sold ? createPrefixError(name) : createNotSoldError(name);
    return undefined;
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
    const sold = this.#sales.sold?.list(caller) ?? [];
    for (let cursor: string | null | undefined; cursor !== null && models.size < MODELS_MAX; ) {
      const page = await this.#directory.search({ limit: PAGE, ...(cursor && { cursor }) }, caller);
      for (const agent of page.agents) add(agent);
      cursor = page.next_cursor;
    }
    return { object: "list", data: [...sold, ...models.values()] };
  }

  /** @throws AppError 404 for an agent that does not exist or that the caller is not allowed to view */
  async get(name: string, caller: Caller): Promise<Model> {
    const sold = this.findSold(name);
    if (sold) return sold.get(name, caller);
    const { agentId } = await findNamedAgent(this.#directory, name);
    try {
      return presentModel(await this.#directory.get(agentId, caller));
    } catch (error) {
      if (error instanceof AppError && error.status === 404) throw createUnknownModelError(name);
      throw error;
    }
  }
}
