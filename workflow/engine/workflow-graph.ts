import type { ConnectionKind, SubNodeKind } from "../model/connection.ts";
import type { Workflow } from "../model/workflow.ts";

/** The input at which a main connection ends. */
export interface ConnectionEnd {
  node: string;
  input: number;
}

/** The connections of a workflow, indexed for a run. */
export class WorkflowGraph {
  readonly #outgoing = new Map<string, ConnectionEnd[][]>();
  readonly #sources = new Map<string, { from: string; input: number }[]>();
  readonly #inputCounts = new Map<string, number>();
  readonly #attached = new Map<string, { kind: ConnectionKind; from: string; input: number }[]>();
  readonly #ancestors = new Map<string, ReadonlySet<string>>();

  constructor(workflow: Workflow) {
    for (const { kind, from, output, to, input } of workflow.connections) {
      if (kind !== "main") {
        this.#attached.set(to, [...(this.#attached.get(to) ?? []), { kind, from, input }]);
        continue;
      }
      const outputs = this.#outgoing.get(from) ?? [];
      this.#outgoing.set(from, outputs);
      while (outputs.length <= output) outputs.push([]);
      outputs[output]?.push({ node: to, input });
      this.#inputCounts.set(to, Math.max(this.#inputCounts.get(to) ?? 1, input + 1));
      const sources = this.#sources.get(to) ?? [];
      sources.push({ from, input });
      this.#sources.set(to, sources);
    }
  }

  /** Returns the connections that start at a node, in one list per output. */
  getConnectionsFrom(node: string): readonly (readonly ConnectionEnd[])[] {
    return this.#outgoing.get(node) ?? [];
  }

  /** Returns the number of a node's inputs up to the last connected input, or 1 if no input is connected. */
  countInputs(node: string): number {
    return this.#inputCounts.get(node) ?? 1;
  }

  getSources(node: string): readonly { from: string; input: number }[] {
    return this.#sources.get(node) ?? [];
  }

  getParents(node: string): ReadonlySet<string> {
    return new Set(this.getSources(node).map(({ from }) => from));
  }

  /** Returns all nodes from which a node can be reached, at any distance. A node in a loop is its own ancestor. */
  getAncestors(node: string): ReadonlySet<string> {
    const cached = this.#ancestors.get(node);
    if (cached) return cached;
    const found = new Set<string>();
    const open = [...this.getParents(node)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...this.getParents(next));
    }
    this.#ancestors.set(node, found);
    return found;
  }

  /**
   * Returns the sub-nodes attached by one kind of connection, ordered by input. The order matters, because an agent's
   * second model is its fallback.
   */
  getSubNodes(node: string, kind: SubNodeKind): readonly string[] {
    return (this.#attached.get(node) ?? [])
      .filter((entry) => entry.kind === kind)
      .sort((a, b) => a.input - b.input)
      .map(({ from }) => from);
  }

  /** Returns the first output of `from` that leads to `to`, or undefined if none does. */
  findOutputTo(from: string, to: string): number | undefined {
    const output = this.getConnectionsFrom(from).findIndex((ends) => ends.some(({ node }) => node === to));
    return output < 0 ? undefined : output;
  }
}
