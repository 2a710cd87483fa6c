import type { Item } from "../model/item.ts";
import { PREVIEW_CHARS, previewOf } from "./item-preview.ts";
import type { RunEvents } from "./run-events.ts";

/** More runs of nodes are run, but not told: a loop of 500 rounds over four nodes is shown whole. */
const MAX_TOLD = 2_000;

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

/** Tells each run of a node as it happens, within bounds for all of them. */
export class RunTrace {
  readonly #events: RunEvents;
  readonly #begun = performance.now();
  readonly #served = new Set<string>();
  #told = 0;
  #charsLeft = PREVIEW_CHARS;

  constructor(events: RunEvents) {
    this.#events = events;
  }

  started(node: string, runIndex: number): void {
    if (this.#told < MAX_TOLD) this.#events.nodeStarted?.(node, runIndex);
  }

  /** A sub-node that was made ready, or could not be: the first time that a run of a node asks for it. */
  served(served: Pick<Ended, "node" | "within" | "runIndex" | "begun" | "error"> & { serves: string }): void {
    const { node, serves, runIndex, error } = served;
    const key = JSON.stringify([node, serves, runIndex, error !== undefined]);
    if (this.#served.has(key) || this.#told >= MAX_TOLD) return;
    this.#served.add(key);
    this.ended({ ...served, inputs: [], outputs: [] });
  }

  ended({ node, within, serves, runIndex, begun, inputs, outputs, error }: Ended): void {
    if (this.#told >= MAX_TOLD || !this.#events.nodeEnded) return;
    this.#told += 1;
    const { items, chars } = previewOf(outputs, this.#charsLeft);
    this.#charsLeft -= chars;
    this.#events.nodeEnded({
      node,
      ...(within !== undefined && { within }),
      ...(serves !== undefined && { serves }),
      runIndex,
      startedAtMs: Math.round(begun - this.#begun),
      ms: Math.round(performance.now() - begun),
      itemsIn: inputs.map((input) => input?.length ?? 0),
      itemsOut: outputs.map((output) => output.length),
      items,
      ...(error !== undefined && { error }),
    });
  }
}
