import type { Item } from "../model/item.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { Source } from "./execution-records.ts";
import type { NodeTask } from "./node-task.ts";
import type { ConnectionEnd, WorkflowGraph } from "./workflow-graph.ts";

/**
 * The number of taken tasks after which the list is compacted. Compacting it after every task would take quadratic
 * time.
 */
const MOVED_AFTER = 1_000;

/** Nodes that are ready to run: last in, first out in order v1; first in, first out in order v0. */
class ReadyTasks {
  readonly #isStack: boolean;
  readonly #tasks: NodeTask[] = [];
  #taken = 0;

  constructor(order: "v0" | "v1") {
    this.#isStack = order === "v1";
  }

  add(task: NodeTask): void {
    this.#tasks.push(task);
  }

  take(): NodeTask | undefined {
    if (this.#isStack) return this.#tasks.pop();
    const first = this.#tasks[this.#taken];
    if (first) this.#taken += 1;
    if (this.#taken > MOVED_AFTER) {
      this.#tasks.splice(0, this.#taken);
      this.#taken = 0;
    }
    return first;
  }

  list(): NodeTask[] {
    return this.#tasks.slice(this.#taken);
  }

  has(node: string): boolean {
    return this.#tasks.some((task, index) => index >= this.#taken && task.node.name === node);
  }
}

/**
 * Returns the nodes that order v0 forces to run. If a node has several inputs, v0 also runs the nodes before the inputs
 * that will get nothing, on an empty item: both branches of an If before a Merge run, for example. Each returned node
 * follows a node that has run.
 */
function findForcedNodes(
  graph: WorkflowGraph,
  node: string,
  isFed: (input: number) => boolean,
  { hasRun, isReady }: { hasRun: (node: string) => boolean; isReady: (node: string) => boolean },
): { node: string; behind: string }[] {
  const forced: { node: string; behind: string }[] = [];
  const seen = new Set([node]);
  const open = graph
    .getSources(node)
    .filter(({ input }) => !isFed(input))
    .map(({ from }) => from);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || hasRun(next) || isReady(next)) continue;
    seen.add(next);
    const parents = [...graph.getParents(next)];
    const behind = parents.find(hasRun);
    if (behind !== undefined && !parents.some(isReady)) forced.push({ node: next, behind });
    else open.push(...parents);
  }
  return forced;
}

/** The facts about nodes and their runs that the scheduler needs. */
export interface SchedulerQueries {
  /** Returns the number of inputs that a node needs. */
  countRequiredInputs(node: WorkflowNode): number;
  /** Returns the index of a node's last run, or undefined if it has not run. */
  getLastRunIndex(node: string): number | undefined;
}

/** The tasks of a scheduler, to keep them between turns of a conversation. */
interface ScheduledTasks {
  /** Tasks that are ready to run, in the order in which they were added. */
  ready: readonly NodeTask[];
  /** Tasks that wait for further inputs. */
  waiting: readonly NodeTask[];
}

/** Decides the order in which nodes run. */
export class NodeScheduler {
  readonly #workflow: Workflow;
  readonly #graph: WorkflowGraph;
  readonly #queries: SchedulerQueries;
  readonly #ready: ReadyTasks;
  /** Nodes that have received some of their inputs, in the order in which the first input arrived. */
  readonly #waiting = new Map<string, NodeTask[]>();

  constructor(workflow: Workflow, graph: WorkflowGraph, queries: SchedulerQueries) {
    this.#workflow = workflow;
    this.#graph = graph;
    this.#queries = queries;
    this.#ready = new ReadyTasks(workflow.order);
  }

  begin(node: WorkflowNode, items: readonly Item[]): void {
    this.#ready.add({ node, inputs: [items], sources: [undefined] });
  }

  list(): ScheduledTasks {
    return { ready: this.#ready.list(), waiting: [...this.#waiting.values()].flat() };
  }

  /** Continues with the tasks of another scheduler. This one must have none. */
  restore({ ready, waiting }: ScheduledTasks): void {
    for (const task of ready) this.#ready.add(task);
    for (const task of waiting)
      this.#waiting.set(task.node.name, [...(this.#waiting.get(task.node.name) ?? []), task]);
  }

  /** Returns the next task, or undefined when nothing is left to run. */
  next(): NodeTask | undefined {
    return this.#ready.take() ?? this.#takePartlyFed();
  }

  /** Passes the outputs of a node on to the nodes that follow it. */
  deliver(from: string, run: number, outputs: readonly (readonly Item[])[]): void {
    const ends: { end: ConnectionEnd; output: number }[] = [];
    for (const [output, arrows] of this.#graph.getConnectionsFrom(from).entries())
      for (const end of arrows)
        if (outputs[output]?.length || (outputs[output] && end.input > 0)) ends.push({ end, output });
    if (this.#workflow.order === "v1") {
      ends.sort((a, b) => this.#compareByPosition(a.end.node, b.end.node));
      ends.reverse();
    }
    for (const { end, output } of ends) this.#arrive(end, outputs[output] ?? [], { node: from, output, run });
  }

  /** Compares two nodes: from top to bottom, then from left to right. */
  #compareByPosition(a: string, b: string): number {
    const [aX, aY] = this.#workflow.nodes.get(a)?.position ?? [0, 0];
    const [bX, bY] = this.#workflow.nodes.get(b)?.position ?? [0, 0];
    return aY - bY || aX - bX;
  }

  #arrive({ node: name, input }: ConnectionEnd, items: readonly Item[], source: Source): void {
    const node = this.#workflow.nodes.get(name);
    if (!node) return;
    const count = this.#graph.countInputs(name);
    if (count === 1) {
      this.#ready.add({ node, inputs: [items], sources: [source] });
      return;
    }
    const waiting = this.#waiting.get(name) ?? [];
    let task = waiting.find(({ inputs }) => inputs[input] === undefined);
    if (!task) {
      task = { node, inputs: Array.from({ length: count }), sources: Array.from({ length: count }) };
      waiting.push(task);
      this.#waiting.set(name, waiting);
    }
    task.inputs[input] = items;
    task.sources[input] = source;
    if (task.inputs.includes(undefined)) {
      if (this.#workflow.order === "v0") this.#force(task);
      return;
    }
    this.#stopWaiting(task);
    this.#ready.add(task);
  }

  #force({ node: { name }, inputs }: NodeTask): void {
    const forced = findForcedNodes(this.#graph, name, (input) => inputs[input] !== undefined, {
      hasRun: (node) => this.#queries.getLastRunIndex(node) !== undefined,
      isReady: (node) => this.#ready.has(node) || this.#waiting.has(node),
    });
    for (const { node: forcedName, behind } of forced) {
      const node = this.#workflow.nodes.get(forcedName);
      const run = this.#queries.getLastRunIndex(behind);
      if (!node || run === undefined) continue;
      const output = this.#graph.findOutputTo(behind, forcedName) ?? 0;
      this.#ready.add({ node, inputs: [[{ json: {} }]], sources: [{ node: behind, output, run }] });
    }
  }

  #stopWaiting(task: NodeTask): void {
    const left = (this.#waiting.get(task.node.name) ?? []).filter((other) => other !== task);
    if (left.length > 0) this.#waiting.set(task.node.name, left);
    else this.#waiting.delete(task.node.name);
  }

  /**
   * Returns a node that has enough inputs to run once no more items can arrive, or undefined if there is none. Nodes
   * for which other nodes wait come first. In order v0, only nodes with items on the first input run.
   */
  #takePartlyFed(): NodeTask | undefined {
    for (;;) {
      const names = [...this.#waiting.keys()];
      const free = names.find((name) => {
        const ancestors = this.#graph.getAncestors(name);
        return !names.some((other) => other !== name && ancestors.has(other));
      });
      const [task] = this.#waiting.get(free ?? names[0] ?? "") ?? [];
      if (!task) return undefined;
      this.#stopWaiting(task);
      const fed = task.inputs.filter((items) => items !== undefined && items.length > 0).length;
      const isRefused = this.#workflow.order === "v0" && !task.inputs[0]?.length;
      if (!isRefused && fed >= Math.max(1, this.#queries.countRequiredInputs(task.node)))
        return { ...task, inputs: task.inputs.map((items) => items ?? []) };
    }
  }
}
