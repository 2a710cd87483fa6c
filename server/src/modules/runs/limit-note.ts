import { nanoToDecimal } from "@stoa/contract";
import type { LiveRun } from "./live-run.ts";

/** Says in the output where and why it was cut (reading 17). */
export function limitNote({ meter, tree, depth }: LiveRun): string {
  const { cap } = meter.terms;
  if (meter.held >= cap || (depth === 0 && tree.held >= tree.cap))
    return `[Stopped here: this run reached its limit of ${nanoToDecimal(cap)} USD.]`;
  if (tree.held >= tree.cap) return "[Stopped here: the run that called this agent has used up its limit.]";
  return "[Stopped here: the balance or a spending limit does not carry this run any further.]";
}

/** An answer with the note below it. */
export function withNote(text: string, note: string): string {
  return text === "" ? note : `${text}\n\n${note}`;
}
