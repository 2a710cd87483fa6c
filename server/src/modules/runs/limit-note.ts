import { nanoToDecimal } from "@stoa/contract";
import type { RunMeter } from "./run-meter.ts";

/** Says in the output where and why it was cut (reading 17). */
export function limitNote(meter: RunMeter): string {
  const atCap = meter.held >= meter.terms.cap;
  return atCap
    ? `[Stopped here: this run reached its limit of ${nanoToDecimal(meter.terms.cap)} USD.]`
    : "[Stopped here: the balance does not carry this run any further.]";
}

/** An answer with the note below it. */
export function withNote(text: string, note: string): string {
  return text === "" ? note : `${text}\n\n${note}`;
}
