import type { Item, JsonObject } from "../model/item.ts";
import type { NodeMemory } from "../model/node-context.ts";

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

/** All records of an execution, in order, to keep them between turns of a conversation. */
interface RecordedExecution {
  runs: readonly (readonly [node: string, runs: readonly NodeRunRecord[]])[];
  contexts: readonly (readonly [node: string, context: JsonObject])[];
  memories: readonly (readonly [node: string, memory: ReadonlyMap<string, NodeMemory>])[];
  lastNode: string | undefined;
}

/** The node runs so far, and the data that each node stores between its own runs. */
export class ExecutionRecords {
  readonly #runs = new Map<string, NodeRunRecord[]>();
  readonly #contexts = new Map<string, JsonObject>();
  readonly #memories = new Map<string, Map<string, NodeMemory>>();
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

  getMemory(node: string): Map<string, NodeMemory> {
    const existing = this.#memories.get(node) ?? new Map<string, NodeMemory>();
    this.#memories.set(node, existing);
    return existing;
  }

  /** Returns all records. They share their items with this object. */
  list(): RecordedExecution {
    return {
      runs: [...this.#runs],
      contexts: [...this.#contexts],
      memories: [...this.#memories],
      lastNode: this.#lastNode,
    };
  }

  /** Continues an execution, of which this object has no records yet. */
  restore({ runs, contexts, memories, lastNode }: RecordedExecution): void {
    for (const [node, list] of runs) this.#runs.set(node, [...list]);
    for (const [node, context] of contexts) this.#contexts.set(node, context);
    for (const [node, memory] of memories) this.#memories.set(node, new Map(memory));
    this.#lastNode = lastNode;
  }
}
