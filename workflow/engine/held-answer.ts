import type { Readable } from "node:stream";
import { readBody } from "../gateway/read-body.ts";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { ExecutionBudget } from "./execution-budget.ts";

/** A service's answer, counted among what the run holds while the node runs that asked for it. */
export async function readCountedResponse(
  budget: ExecutionBudget,
  answer: Readable,
  maxBytes: number,
): Promise<Buffer> {
  ensureHeapRoom();
  const body = await readBody(answer, maxBytes);
  budget.countAnswer(body.byteLength);
  return body;
}
