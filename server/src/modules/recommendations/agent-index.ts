import type { Database } from "../../platform/db/database.ts";
import { findVectors } from "./embedding-store.ts";
import { findListedAgents, type ListedAgent } from "./listed-agent-store.ts";
import { computeDirection, type Direction } from "./vector.ts";

/** How far a node's index may lag behind the database. The limit is the same as for credentials. */
const FRESH_MS = 5_000;
/**
 * The number of agents that a node keeps in memory, the most run first: 40 MB with their vectors,
 * and 20 ms to compare them all with a query. The rest have hardly been run.
 */
const AGENTS_MAX = 30_000;

export interface IndexedAgent extends ListedAgent {
  /**
   * The direction of the agent's vector; undefined until the job has created the vector, and for
   * text that the embedder does not understand.
   */
  direction: Direction | undefined;
}

/** Keeps the listed agents with their figures and vectors, at most a few seconds old. */
export class AgentIndex {
  readonly #db: Database;
  readonly #model: string | undefined;
  readonly #directions = new Map<number, Direction | undefined>();
  #vectorsUntil: string | undefined;
  #agents: ReadonlyMap<number, IndexedAgent> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<ReadonlyMap<number, IndexedAgent>> | undefined;

  /** @param model the model whose vectors are read; undefined without an embedder. */
  constructor(db: Database, model: string | undefined) {
    this.#db = db;
    this.#model = model;
  }

  /** Returns the agents, keyed by id. Parallel callers share one read. */
  async readAgents(): Promise<ReadonlyMap<number, IndexedAgent>> {
    if (performance.now() - this.#readAt < FRESH_MS) return this.#agents;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Makes the next call read the agents again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<ReadonlyMap<number, IndexedAgent>> {
    const readAt = performance.now();
    const listed = await findListedAgents(this.#db, AGENTS_MAX);
    if (this.#model !== undefined) await this.#readVectors(this.#model, listed);
    const agents = new Map(
      listed.map((agent) => [agent.agentId, { ...agent, direction: this.#directions.get(agent.agentId) }]),
    );
    this.#agents = agents;
    this.#readAt = readAt;
    return agents;
  }

  async #readVectors(model: string, listed: readonly ListedAgent[]): Promise<void> {
    const missing = listed.filter(({ agentId }) => !this.#directions.has(agentId));
    const { vectors, until } = await findVectors(this.#db, model, {
      agentIds: missing.map(({ agentId }) => agentId),
      after: this.#vectorsUntil,
    });
    for (const { agentId, vector } of vectors)
      this.#directions.set(agentId, vector.length > 0 ? computeDirection(new Int8Array(vector)) : undefined);
    this.#vectorsUntil = until;
    const ids = new Set(listed.map(({ agentId }) => agentId));
    for (const agentId of this.#directions.keys()) if (!ids.has(agentId)) this.#directions.delete(agentId);
  }
}
