import type { DeclaredRun } from "@stoa/runtime/declarative";
import type { NodeRun } from "@stoa/runtime/protocol";
import type { NodeTrace, RunError } from "./engine/index.ts";
import type { StartedNodes } from "./started-nodes.ts";
import type { WorkerEvent } from "./worker/worker-messages.ts";

const joinCounts = (counts: readonly number[]) => (counts.length === 0 ? "0" : counts.join(" + "));

/** Formats a node run as one line, such as `Set: 3 items in, 3 out, 12 ms`. */
export function formatNodeLine({ node, within, itemsIn, itemsOut, ms, error }: NodeTrace): string {
  const name = within === undefined ? node : `${within} > ${node}`;
  const end = error === undefined ? `${joinCounts(itemsOut)} out` : `failed: ${error}`;
  return `${name}: ${joinCounts(itemsIn)} items in, ${end}, ${ms} ms`;
}

/** Returns the reason why a run failed, with the node and the field. */
export function formatRunError({ node, field, message }: RunError): string {
  if (node === "" || message.includes(`'${node}'`)) return message;
  return `Node '${node}'${field === undefined ? "" : `, ${field}`}: ${message}`;
}

/** Adds the node that was running to a message. */
export function addNodeName(message: string, node: string | undefined): string {
  return node === undefined ? message : `Node '${node}': ${message}`;
}

/** Forwards a worker's event to the run. @throws OutputLimitReached if the run exceeds its output limit */
export function forwardEvent(run: DeclaredRun, beginnings: StartedNodes, event: WorkerEvent): void {
  if (event.type === "streamed") run.output(event.text);
  else if (event.type === "logged") run.log(event.level, `${event.node}: ${event.message}`);
  else if (event.type === "stepped") run.step(event.step.kind, event.step.source, event.step.text);
  else if (event.type === "began") beginnings.start(event);
  else {
    beginnings.end(event.trace);
    run.reportNode(toNodeRun(event.trace));
  }
}

/** Converts a node run for the run's log. */
function toNodeRun(trace: NodeTrace): NodeRun {
  const { startedAtMs: _, asks, ...run } = trace;
  return { ...run, state: asks ? "waiting" : run.error === undefined ? "done" : "failed" };
}
