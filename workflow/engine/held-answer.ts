import type { Readable } from "node:stream";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import { readAnswer } from "../outside/read-answer.ts";
import type { RunBudget } from "./run-budget.ts";

/** A service's answer, counted among what the run holds while the node runs that asked for it. */
export async function heldAnswer(budget: RunBudget, answer: Readable, maxBytes: number): Promise<Buffer> {
  ensureHeapRoom();
  const body = await readAnswer(answer, maxBytes);
  budget.countAnswer(body.byteLength);
  return body;
}
