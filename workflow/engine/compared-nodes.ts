import type { ComparedNode, ComparedNodeState } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item } from "../model/item.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { compareItems, MAX_DIFFERENCES } from "./compare-items.ts";
import { ErrorBudget } from "./error-allowance.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { getErrorMessage, shouldStopRun } from "./failed-items.ts";
import { MAX_OUTPUTS, PREVIEW_CHARS, previewItems } from "./item-preview.ts";
import { executeNode, type NodeExecution } from "./node-execution.ts";
import type { NodeTask } from "./node-task.ts";
import { pairByIndex } from "./paired-items.ts";

type ItemLists = readonly (readonly Item[])[];

const NEEDS_SERVICE =
  "The node calls a service or reads stored data, which a comparison does not do. Pin its output in n8n, so that the nodes after it can run";

/** The maximum number of differences of all nodes, so that the result fits into the output of a run. */
const MAX_ALL_DIFFERENCES = 400;

/** Returns items as plain JSON, because items may contain a library's objects. */
const toPlainItems = (items: readonly Item[]) =>
  JSON.parse(JSON.stringify(items.map(({ json }) => json))) as JsonValue[];

/** Returns pinned items with the pairing of the items that they replace, which later expressions follow. */
function pairPinned(pinned: readonly Item[], actual: readonly Item[] | undefined, task: NodeTask): ItemLists {
  const isSameNumber = actual?.length === pinned.length;
  const paired = pinned.map((item, index): Item => {
    const pairedItem = isSameNumber ? actual[index]?.pairedItem : undefined;
    return pairedItem === undefined ? item : { ...item, pairedItem };
  });
  return pairByIndex([paired], task.inputs);
}

interface NodeResult {
  state: ComparedNodeState;
  message?: string;
  outputs?: ItemLists;
}

/**
 * Runs the nodes of a workflow on their real input and compares their output with their pinned data. Later nodes get
 * the pinned data, so that one difference does not cause others.
 */
export class ComparedNodes {
  readonly #countCalls: () => number;
  readonly #nodes = new Map<string, ComparedNode>();
  readonly #errors = new ErrorBudget();
  #charsLeft = PREVIEW_CHARS;
  #differencesLeft = MAX_ALL_DIFFERENCES;

  /** @param countCalls returns how often the run has tried to call a service, which it cannot. */
  constructor(countCalls: () => number) {
    this.#countCalls = countCalls;
  }

  /** The results, in the order in which the nodes first ran. */
  get nodes(): ReadonlyMap<string, ComparedNode> {
    return this.#nodes;
  }

  /**
   * Runs a node once. Returns undefined if no items follow, so that the nodes after it do not run.
   * @throws WorkflowLimit, or the signal's reason if the signal is aborted
   */
  async execute(run: ExecutionContext, task: NodeTask, runIndex: number): Promise<NodeExecution | undefined> {
    const { node, sources } = task;
    const isTrigger = sources.every((source) => source === undefined);
    if (isTrigger) return executeNode(run, task, runIndex);
    const pinned = getPinned(run, node);
    const failedBefore = this.#findFailedBefore(run, task);
    if (failedBefore !== undefined) {
      const message = `Some of its input is missing, because '${failedBefore}' gave no output`;
      this.#add(node, pinned, { state: "not_reached", message });
      return pinned && { outputs: pairPinned(pinned, undefined, task) };
    }
    const calls = this.#countCalls();
    const { execution, error } = await this.#tryNode({ ...run, usePinned: false }, task, runIndex);
    const isService = this.#countCalls() > calls;
    if (!pinned) return this.#addUnpinned(node, { execution, error, isService });
    // The comparison visits both, so both must be within the run's limits.
    run.budget.hold([...(execution?.outputs ?? []), pinned]);
    if (isService) this.#add(node, pinned, { state: "pinned" });
    else if (error !== undefined)
      this.#add(node, pinned, { state: "failed", message: getErrorMessage(error) });
    else this.#compare(node, pinned, execution?.outputs ?? [[]]);
    return { outputs: pairPinned(pinned, isService ? undefined : execution?.outputs[0], task) };
  }

  async #tryNode(
    run: ExecutionContext,
    task: NodeTask,
    runIndex: number,
  ): Promise<{ execution?: NodeExecution | undefined; error?: unknown }> {
    try {
      return { execution: await executeNode(run, task, runIndex) };
    } catch (error) {
      if (shouldStopRun(error, run.signal)) throw error;
      return { error };
    }
  }

  #addUnpinned(
    node: WorkflowNode,
    {
      execution,
      error,
      isService,
    }: { execution?: NodeExecution | undefined; error?: unknown; isService: boolean },
  ): NodeExecution | undefined {
    if (isService || error !== undefined) {
      const message = isService ? NEEDS_SERVICE : getErrorMessage(error);
      this.#add(node, undefined, { state: "failed", message });
      return undefined;
    }
    if (execution) this.#add(node, undefined, { state: "not_pinned", outputs: execution.outputs });
    return execution;
  }

  #compare(node: WorkflowNode, pinned: readonly Item[], outputs: ItemLists): void {
    const [actual = []] = outputs;
    this.#releaseRoom(node.name);
    const most = Math.min(MAX_DIFFERENCES, this.#differencesLeft);
    const { differences, hasMore } = compareItems(toPlainItems(actual), toPlainItems(pinned), most);
    this.#differencesLeft -= differences.length;
    const state = differences.length === 0 && !hasMore ? "equal" : "different";
    this.#add(node, pinned, { state, outputs }, { differences, has_more_differences: hasMore });
  }

  /** Adds the result of a node run. Of several runs, the first equal one is kept, otherwise the last one. */
  #add(
    { name, type }: WorkflowNode,
    pinned: readonly Item[] | undefined,
    { state, message, outputs = [] }: NodeResult,
    found: Pick<ComparedNode, "differences" | "has_more_differences"> = {
      differences: [],
      has_more_differences: false,
    },
  ): void {
    this.#releaseRoom(name);
    const earlier = this.#nodes.get(name);
    const runs = (earlier?.runs ?? 0) + (state === "not_reached" ? 0 : 1);
    if (earlier?.state === "equal") {
      earlier.runs = runs;
      return;
    }
    this.#nodes.set(name, {
      ...{ name, type, state, runs, ...found },
      message: message === undefined ? null : this.#errors.take(message),
      item_counts: outputs.slice(0, MAX_OUTPUTS).map((items) => items.length),
      items: this.#preview(outputs),
      pinned_count: pinned?.length ?? null,
      pinned_items: earlier?.pinned_items ?? (pinned ? (this.#preview([pinned])[0] ?? []) : []),
    });
  }

  /** Releases the room of a node's earlier run, which the next one replaces, so that loops leave room for others. */
  #releaseRoom(name: string): void {
    const earlier = this.#nodes.get(name);
    if (!earlier || earlier.state === "equal") return;
    this.#charsLeft += JSON.stringify(earlier.items).length;
    this.#differencesLeft += earlier.differences.length;
    earlier.items = [];
    earlier.differences = [];
  }

  #preview(outputs: ItemLists): JsonValue[][] {
    const { items, chars } = previewItems(outputs, this.#charsLeft);
    this.#charsLeft -= chars;
    return items;
  }

  /**
   * Returns a failed node from which an input of the task should have received items, or undefined if there is none.
   * Behind a pinned node nothing is missing, because its pinned data was passed on.
   */
  #findFailedBefore(run: ExecutionContext, { node: { name }, sources }: NodeTask): string | undefined {
    const seen = new Set<string>();
    const open = run.graph
      .getSources(name)
      .filter(({ input }) => sources[input] === undefined)
      .map(({ from }) => from);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const node = run.workflow.nodes.get(next);
      if (seen.has(next) || !node || getPinned(run, node)) continue;
      seen.add(next);
      if (this.#nodes.get(next)?.state === "failed") return next;
      open.push(...run.graph.getParents(next));
    }
    return undefined;
  }
}

/** Returns a node's pinned data. As in n8n, a disabled node has none. */
function getPinned({ workflow }: ExecutionContext, node: WorkflowNode): readonly Item[] | undefined {
  return node.disabled ? undefined : workflow.pinned.get(node.name);
}
