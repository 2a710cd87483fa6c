import type { Item } from "../model/item.ts";
import { ErrorBudget } from "./error-allowance.ts";
import type { ExecutionEvents, NodeTrace } from "./execution-events.ts";
import { MAX_OUTPUTS, PREVIEW_CHARS, previewItems } from "./item-preview.ts";

/**
 * The maximum number of node runs that are reported as they happen. Together with `MAX_LAST_EVENTS`, this is as many
 * entries of one kind as the log of a run keeps.
 */
const MAX_EVENTS = 700;

/**
 * The maximum number of nodes whose last run is reported at the end, so that a long loop does not hide the nodes that
 * ran after it.
 */
const MAX_LAST_EVENTS = 300;

/**
 * The maximum number of runs of one node that are reported as they happen. Hardly anybody opens more of them. The
 * node's last run is also reported at the end.
 */
const MAX_EVENTS_PER_NODE = 25;

/** The number of characters that later iterations of a loop leave for nodes that first run after the loop. */
const KEPT_CHARS = PREVIEW_CHARS / 2;

interface EndedNodeRun {
  node: string;
  within: string | undefined;
  serves?: string;
  runIndex: number;
  begun: number;
  inputs: readonly (readonly Item[] | undefined)[];
  outputs: readonly (readonly Item[])[];
  error?: string;
  asks?: true;
}

/** A node run that has ended, with its duration. */
type MeasuredNodeRun = EndedNodeRun & { ms: number };

const countItems = (lists: readonly (readonly Item[] | undefined)[]) =>
  lists.slice(0, MAX_OUTPUTS).map((items) => items?.length ?? 0);

/** Reports each node run as it happens, within limits for the whole run. */
export class ExecutionTrace {
  readonly #events: ExecutionEvents;
  readonly #begun = performance.now();
  readonly #served = new Set<string>();
  readonly #emittedByNode = new Map<string, number>();
  readonly #leftOut = new Map<string, MeasuredNodeRun>();
  readonly #errors = new ErrorBudget();
  #emitted = 0;
  #charsLeft = PREVIEW_CHARS;

  constructor(events: ExecutionEvents) {
    this.#events = events;
  }

  startNode(node: string, within: string | undefined, runIndex: number): void {
    if (this.#hasRoomFor({ node, within })) this.#events.onNodeStart?.(node, within, runIndex);
  }

  /** Reports a sub-node that was supplied, or that failed, once per run of the node that it serves. */
  endSubNode(
    served: Pick<EndedNodeRun, "node" | "within" | "runIndex" | "begun" | "error"> & { serves: string },
  ): void {
    const { node, serves, runIndex, error } = served;
    const key = JSON.stringify([node, serves, runIndex, error !== undefined]);
    if (this.#served.has(key) || !this.#hasRoomFor(served)) return;
    this.#served.add(key);
    this.endNode({ ...served, inputs: [], outputs: [] });
  }

  endNode(nodeRun: EndedNodeRun): void {
    if (!this.#events.onNodeEnd) return;
    const measured = { ...nodeRun, ms: Math.round(performance.now() - nodeRun.begun) };
    const key = getKey(nodeRun);
    if (!this.#hasRoomFor(nodeRun)) {
      // Deleting the entry first keeps the nodes in the order of their last run.
      this.#leftOut.delete(key);
      this.#leftOut.set(key, measured);
      return;
    }
    this.#emitted += 1;
    this.#emittedByNode.set(key, (this.#emittedByNode.get(key) ?? 0) + 1);
    this.#leftOut.delete(key);
    this.#emit(measured);
  }

  /**
   * Reports the last run of each node if the limits omitted it, for at most `MAX_LAST_EVENTS` nodes. Call it once,
   * after the execution has ended.
   */
  finish(): void {
    for (const measured of [...this.#leftOut.values()].slice(-MAX_LAST_EVENTS)) this.#emit(measured);
    this.#leftOut.clear();
  }

  #hasRoomFor(nodeRun: Pick<EndedNodeRun, "node" | "within">): boolean {
    return (
      this.#emitted < MAX_EVENTS && (this.#emittedByNode.get(getKey(nodeRun)) ?? 0) < MAX_EVENTS_PER_NODE
    );
  }

  #emit({ node, within, serves, runIndex, begun, ms, inputs, outputs, error, asks }: MeasuredNodeRun): void {
    const { items, chars } = previewItems(outputs, this.#charsLeft - (runIndex === 0 ? 0 : KEPT_CHARS));
    this.#charsLeft -= chars;
    const trace: NodeTrace = {
      node,
      ...(within !== undefined && { within }),
      ...(serves !== undefined && { serves }),
      runIndex,
      startedAtMs: Math.round(begun - this.#begun),
      ms,
      itemsIn: countItems(inputs),
      itemsOut: countItems(outputs),
      items,
      ...(error !== undefined && { error: this.#errors.take(error) }),
      ...(asks && { asks }),
    };
    this.#events.onNodeEnd?.(trace);
  }
}

function getKey({ node, within }: Pick<EndedNodeRun, "node" | "within">): string {
  return JSON.stringify([node, within ?? null]);
}
