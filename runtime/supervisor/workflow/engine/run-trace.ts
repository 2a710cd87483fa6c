import type { Item } from "../model/item.ts";
import { PREVIEW_CHARS, previewOf } from "./item-preview.ts";
import type { RunEvents } from "./run-events.ts";

/** More runs of nodes are run, but not told: a loop of 500 rounds over four nodes is shown whole. */
const MAX_TOLD = 2_000;

interface Ended {
  node: string;
  within: string | undefined;
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
  #told = 0;
  #charsLeft = PREVIEW_CHARS;

  constructor(events: RunEvents) {
    this.#events = events;
  }

  started(node: string, runIndex: number): void {
    if (this.#told < MAX_TOLD) this.#events.nodeStarted?.(node, runIndex);
  }

  ended({ node, within, runIndex, begun, inputs, outputs, error }: Ended): void {
    if (this.#told >= MAX_TOLD || !this.#events.nodeEnded) return;
    this.#told += 1;
    const { items, chars } = previewOf(outputs, this.#charsLeft);
    this.#charsLeft -= chars;
    this.#events.nodeEnded({
      node,
      ...(within !== undefined && { within }),
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
