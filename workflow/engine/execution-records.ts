import type { Item, JsonObject } from "../model/item.ts";

/** The node run and its output from which an input got its items. */
export interface Source {
  node: string;
  output: number;
  run: number;
}

/** One run of a node, as later nodes refer to it. */
export interface NodeRunRecord {
  outputs: readonly (readonly Item[])[];
  /** The source of each input. */
  sources: readonly (Source | undefined)[];
}

/** The node runs so far, and the data that each node stores between its own runs. */
export class ExecutionRecords {
  readonly #runs = new Map<string, NodeRunRecord[]>();
  readonly #contexts = new Map<string, JsonObject>();
  readonly #memories = new Map<string, Map<string, unknown>>();
  #lastNode: string | undefined;

  add(node: string, run: NodeRunRecord): void {
    const runs = this.#runs.get(node);
    if (runs) runs.push(run);
    else this.#runs.set(node, [run]);
    this.#lastNode = node;
  }

  /** The nodes in the order in which they first ran. */
  get nodes(): Iterable<string> {
    return this.#runs.keys();
  }

  get lastNode(): string | undefined {
    return this.#lastNode;
  }

  getRuns(node: string): readonly NodeRunRecord[] {
    return this.#runs.get(node) ?? [];
  }

  getLastRun(node: string): NodeRunRecord | undefined {
    return this.#runs.get(node)?.at(-1);
  }

  getLastRunIndex(node: string): number | undefined {
    const runs = this.getRuns(node).length;
    return runs === 0 ? undefined : runs - 1;
  }

  getContext(node: string): JsonObject {
    const existing = this.#contexts.get(node) ?? {};
    this.#contexts.set(node, existing);
    return existing;
  }

  getMemory(node: string): Map<string, unknown> {
    const existing = this.#memories.get(node) ?? new Map<string, unknown>();
    this.#memories.set(node, existing);
    return existing;
  }
}
