import type { JsonObject } from "../model/item.ts";
import type { Storage } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";

const KEY = "static-data";

/** The data of `$getWorkflowStaticData`. It is stored between runs if the workflow uses it. */
export class StaticData {
  readonly #storage: Storage;
  readonly #workflow: Workflow;
  readonly #isUsed: boolean;
  #data: JsonObject = {};
  #before = "{}";

  constructor(storage: Storage, workflow: Workflow) {
    this.#storage = storage;
    this.#workflow = workflow;
    this.#isUsed = [...workflow.nodes.values()].some(({ parameters }) =>
      JSON.stringify(parameters).includes("StaticData"),
    );
  }

  /** @param kept the data of an earlier turn of the conversation. Stored data is newer, because that turn saved it. */
  async load(kept?: JsonObject): Promise<void> {
    const stored = this.#isUsed ? await this.#storage.read("static", KEY) : undefined;
    const data = stored ?? kept ?? this.#workflow.staticData;
    this.#before = JSON.stringify(data);
    this.#data = JSON.parse(this.#before) as JsonObject;
  }

  get all(): JsonObject {
    return this.#data;
  }

  /** Returns the data of a node, or the global data. The keys are n8n's: `global` and `node:<name>`. */
  get(node: string | undefined): JsonObject {
    const key = node === undefined ? "global" : `node:${node}`;
    const existing = Object.hasOwn(this.#data, key) ? this.#data[key] : undefined;
    if (existing !== null && typeof existing === "object" && !Array.isArray(existing)) return existing;
    const result: JsonObject = {};
    Object.defineProperty(this.#data, key, {
      value: result,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    return result;
  }

  async save(): Promise<void> {
    if (this.#isUsed && JSON.stringify(this.#data) !== this.#before)
      await this.#storage.write("static", KEY, this.#data);
  }
}
