import type { Item } from "../model/item.ts";
import { ErrorAllowance } from "./error-allowance.ts";
import { MAX_OUTPUTS, PREVIEW_CHARS, previewOf } from "./item-preview.ts";
import type { NodeTrace, RunEvents } from "./run-events.ts";

/** Runs of nodes that are told as they happen. With those of the end: as many entries as a run's log keeps of one kind. */
const MAX_TOLD = 700;

/** Nodes whose last run is told when all is over, so that a long loop does not hide what came after it. */
const MAX_TOLD_LAST = 300;

/** Rounds of a loop that are told of each node as they happen. Nobody opens the 26th; the last one is told in the end. */
const MAX_TOLD_OF_NODE = 25;

/** Later rounds of a loop leave as much for nodes that run for the first time after it. */
const KEPT_CHARS = PREVIEW_CHARS / 2;

interface Ended {
  node: string;
  within: string | undefined;
  serves?: string;
  runIndex: number;
  begun: number;
  inputs: readonly (readonly Item[] | undefined)[];
  outputs: readonly (readonly Item[])[];
  error?: string;
}

/** A run of a node that is over, with its figures. */
type Measured = Ended & { ms: number };

const counts = (lists: readonly (readonly Item[] | undefined)[]) =>
  lists.slice(0, MAX_OUTPUTS).map((items) => items?.length ?? 0);

/** Tells each run of a node as it happens, within bounds for all of them. */
export class RunTrace {
  readonly #events: RunEvents;
  readonly #begun = performance.now();
  readonly #served = new Set<string>();
  readonly #toldOf = new Map<string, number>();
  readonly #untold = new Map<string, Measured>();
  readonly #errors = new ErrorAllowance();
  #told = 0;
  #charsLeft = PREVIEW_CHARS;

  constructor(events: RunEvents) {
    this.#events = events;
  }

  started(node: string, within: string | undefined, runIndex: number): void {
    if (this.#hasRoomFor({ node, within })) this.#events.nodeStarted?.(node, within, runIndex);
  }

  /** A sub-node that was made ready, or could not be: the first time that a run of a node asks for it. */
  served(served: Pick<Ended, "node" | "within" | "runIndex" | "begun" | "error"> & { serves: string }): void {
    const { node, serves, runIndex, error } = served;
    const key = JSON.stringify([node, serves, runIndex, error !== undefined]);
    if (this.#served.has(key) || !this.#hasRoomFor(served)) return;
    this.#served.add(key);
    this.ended({ ...served, inputs: [], outputs: [] });
  }

  ended(ended: Ended): void {
    if (!this.#events.nodeEnded) return;
    const measured = { ...ended, ms: Math.round(performance.now() - ended.begun) };
    const key = keyOf(ended);
    if (!this.#hasRoomFor(ended)) {
      // Those that ran last come last.
      this.#untold.delete(key);
      this.#untold.set(key, measured);
      return;
    }
    this.#told += 1;
    this.#toldOf.set(key, (this.#toldOf.get(key) ?? 0) + 1);
    this.#untold.delete(key);
    this.#tell(measured);
  }

  /** Tells the last run of each node that was left out. Once, when nothing runs any more. */
  finish(): void {
    for (const measured of [...this.#untold.values()].slice(-MAX_TOLD_LAST)) this.#tell(measured);
    this.#untold.clear();
  }

  #hasRoomFor(ended: Pick<Ended, "node" | "within">): boolean {
    return this.#told < MAX_TOLD && (this.#toldOf.get(keyOf(ended)) ?? 0) < MAX_TOLD_OF_NODE;
  }

  #tell({ node, within, serves, runIndex, begun, ms, inputs, outputs, error }: Measured): void {
    const { items, chars } = previewOf(outputs, this.#charsLeft - (runIndex === 0 ? 0 : KEPT_CHARS));
    this.#charsLeft -= chars;
    const trace: NodeTrace = {
      node,
      ...(within !== undefined && { within }),
      ...(serves !== undefined && { serves }),
      runIndex,
      startedAtMs: Math.round(begun - this.#begun),
      ms,
      itemsIn: counts(inputs),
      itemsOut: counts(outputs),
      items,
      ...(error !== undefined && { error: this.#errors.take(error) }),
    };
    this.#events.nodeEnded?.(trace);
  }
}

function keyOf({ node, within }: Pick<Ended, "node" | "within">): string {
  return JSON.stringify([node, within ?? null]);
}
