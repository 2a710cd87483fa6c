import type { Item } from "../model/item.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { Source } from "./run-records.ts";
import type { ArrowEnd, WorkflowGraph } from "./workflow-graph.ts";

/** A node that is to run, with what it is to run on. */
export interface Task {
  node: WorkflowNode;
  inputs: (readonly Item[] | undefined)[];
  sources: (Source | undefined)[];
}

/** In which order nodes run. */
export class Scheduler {
  readonly #workflow: Workflow;
  readonly #graph: WorkflowGraph;
  readonly #required: (node: WorkflowNode) => number;
  /** v1 takes the last, v0 the first. */
  readonly #ready: Task[] = [];
  #taken = 0;
  /** Nodes of several inputs that have some of them, in the order of their first. */
  readonly #waiting = new Map<string, Task[]>();

  constructor(workflow: Workflow, graph: WorkflowGraph, required: (node: WorkflowNode) => number) {
    this.#workflow = workflow;
    this.#graph = graph;
    this.#required = required;
  }

  begin(node: WorkflowNode, items: readonly Item[]): void {
    this.#ready.push({ node, inputs: [items], sources: [undefined] });
  }

  /** The next node, or none when all is done. */
  next(): Task | undefined {
    if (this.#workflow.order === "v1") return this.#ready.pop() ?? this.#partlyFed();
    const first = this.#ready[this.#taken];
    if (first === undefined) return this.#partlyFed();
    this.#taken += 1;
    if (this.#taken > 1000 && this.#taken * 2 > this.#ready.length) {
      this.#ready.splice(0, this.#taken);
      this.#taken = 0;
    }
    return first;
  }

  /** Hands what came out of a node to the nodes behind it. */
  deliver(from: string, run: number, outputs: readonly (readonly Item[])[]): void {
    const ends: { end: ArrowEnd; output: number }[] = [];
    for (const [output, arrows] of this.#graph.arrowsFrom(from).entries())
      for (const end of arrows)
        if (outputs[output]?.length || (outputs[output] && end.input > 0)) ends.push({ end, output });
    if (this.#workflow.order === "v1") {
      ends.sort((a, b) => this.#byPlace(a.end.node, b.end.node));
      ends.reverse();
    }
    for (const { end, output } of ends) this.#arrive(end, outputs[output] ?? [], { node: from, output, run });
  }

  /** From top to bottom, then from left to right. */
  #byPlace(a: string, b: string): number {
    const [aX, aY] = this.#workflow.nodes.get(a)?.position ?? [0, 0];
    const [bX, bY] = this.#workflow.nodes.get(b)?.position ?? [0, 0];
    return aY - bY || aX - bX;
  }

  #arrive({ node: name, input }: ArrowEnd, items: readonly Item[], source: Source): void {
    const node = this.#workflow.nodes.get(name);
    if (!node) return;
    const count = this.#graph.inputCount(name);
    if (count === 1) {
      this.#ready.push({ node, inputs: [items], sources: [source] });
      return;
    }
    const waiting = this.#waiting.get(name) ?? [];
    let task = waiting.find(({ inputs }) => inputs[input] === undefined);
    if (!task) {
      task = { node, inputs: Array(count).fill(undefined), sources: Array(count).fill(undefined) };
      waiting.push(task);
      this.#waiting.set(name, waiting);
    }
    task.inputs[input] = items;
    task.sources[input] = source;
    if (task.inputs.includes(undefined)) return;
    this.#stopWaiting(task);
    this.#ready.push(task);
  }

  #stopWaiting(task: Task): void {
    const left = (this.#waiting.get(task.node.name) ?? []).filter((other) => other !== task);
    if (left.length > 0) this.#waiting.set(task.node.name, left);
    else this.#waiting.delete(task.node.name);
  }

  /** Nothing more can come: a node with enough of its inputs runs, those that others wait for first. */
  #partlyFed(): Task | undefined {
    for (;;) {
      const names = [...this.#waiting.keys()];
      const free = names.find((name) => {
        const ancestors = this.#graph.ancestorsOf(name);
        return !names.some((other) => other !== name && ancestors.has(other));
      });
      const [task] = this.#waiting.get(free ?? names[0] ?? "") ?? [];
      if (!task) return undefined;
      this.#stopWaiting(task);
      const fed = task.inputs.filter((items) => items !== undefined && items.length > 0).length;
      if (fed >= Math.max(1, this.#required(task.node)))
        return { ...task, inputs: task.inputs.map((items) => items ?? []) };
    }
  }
}
