import type { Ok, RememberedValueList, RememberingAgent, RememberingAgentList } from "./api-types.gen.ts";
import type { CallOptions } from "./run-calls.ts";
import type { Transport } from "./transport.ts";

const PATH = "/remembered-values";

/** Lists and deletes what agents remember about you between runs. */
export class RememberedValues {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the agents that remember something about you, the most recently updated first. */
  async agents({ signal }: CallOptions = {}): Promise<RememberingAgent[]> {
    const { agents } = await this.#transport.request<RememberingAgentList>({
      method: "GET",
      path: PATH,
      repeatable: true,
      signal,
    });
    return agents;
  }

  /** Returns what an agent remembers about you. */
  list(agentId: number, { signal }: CallOptions = {}): Promise<RememberedValueList> {
    return this.#transport.request({ method: "GET", path: `${PATH}/${agentId}`, repeatable: true, signal });
  }

  /** Deletes a value that an agent remembers about you. */
  async delete(agentId: number, key: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({
      method: "DELETE",
      path: `${PATH}/${agentId}/value`,
      query: { key },
      repeatable: true,
      signal,
    });
  }

  /** Deletes everything that an agent remembers about you. */
  async deleteAllOfAgent(agentId: number, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({
      method: "DELETE",
      path: `${PATH}/${agentId}`,
      repeatable: true,
      signal,
    });
  }

  /** Deletes everything that all agents remember about you. */
  async deleteAll({ signal }: CallOptions = {}): Promise<void> {
    await this.#transport.request<Ok>({ method: "DELETE", path: PATH, repeatable: true, signal });
  }
}
