import { nanoToDecimal } from "@stoa/contract";
import type { LiveRun } from "../live/live-run.ts";

/** Returns the note that says in the output where and why it was cut. */
export function limitNote({ meter, tree, depth }: LiveRun): string {
  const { cap, capSetBy } = meter.terms;
  const isAtCap = meter.held >= cap || (depth === 0 && tree.held >= tree.cap);
  if (isAtCap && capSetBy === "account")
    return `[Stopped here: this run reached your limit of ${nanoToDecimal(cap)} USD per run. Send a higher max_cost or raise the limit in Settings.]`;
  if (isAtCap) return `[Stopped here: this run reached its limit of ${nanoToDecimal(cap)} USD.]`;
  if (tree.held >= tree.cap) return "[Stopped here: the run that called this agent has used up its limit.]";
  return "[Stopped here: the balance or a spending limit does not carry this run any further.]";
}

/** An answer with the note below it. */
export function withNote(text: string, note: string): string {
  return text === "" ? note : `${text}\n\n${note}`;
}
