import type { NodeContext } from "../../../model/node-context.ts";
import { WorkflowLimit } from "../../../model/node-error.ts";

/** A tool's failure in words for the model; a run that is at its end goes no further. */
export function toolFailure(context: NodeContext, error: unknown): string {
  context.signal.throwIfAborted();
  if (error instanceof WorkflowLimit) throw error;
  return `There was an error: "${error instanceof Error ? error.message : String(error)}"`;
}
