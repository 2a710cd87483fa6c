import type { DeclaredRun } from "@stoa/runtime/declarative";
import type { NodeRun } from "@stoa/runtime/protocol";
import type { NodeTrace, RunError } from "./engine/index.ts";
import type { NodeBeginnings } from "./node-beginnings.ts";
import type { RunNews } from "./worker/worker-messages.ts";

const counted = (counts: readonly number[]) => (counts.length === 0 ? "0" : counts.join(" + "));

/** A run of a node in a line: `Set: 3 items in, 3 out, 12 ms`. */
export function nodeLine({ node, within, itemsIn, itemsOut, ms, error }: NodeTrace): string {
  const name = within === undefined ? node : `${within} > ${node}`;
  const end = error === undefined ? `${counted(itemsOut)} out` : `failed: ${error}`;
  return `${name}: ${counted(itemsIn)} items in, ${end}, ${ms} ms`;
}

/** Why a run failed, with the node and the field. */
export function runErrorText({ node, field, message }: RunError): string {
  if (node === "" || message.includes(`'${node}'`)) return message;
  return `Node '${node}'${field === undefined ? "" : `, ${field}`}: ${message}`;
}

/** An ending from outside, with the node that ran then. */
export function atNode(message: string, node: string | undefined): string {
  return node === undefined ? message : `Node '${node}': ${message}`;
}

/** Passes on what a workflow says. @throws OutputLimitReached */
export function tellNews(run: DeclaredRun, beginnings: NodeBeginnings, news: RunNews): void {
  if (news.type === "streamed") run.output(news.text);
  else if (news.type === "logged") run.log(news.level, `${news.node}: ${news.message}`);
  else if (news.type === "stepped") run.step(news.step.kind, news.step.source, news.step.text);
  else if (news.type === "began") beginnings.began(news);
  else {
    beginnings.ended(news.trace);
    run.node(nodeRunOf(news.trace));
  }
}

/** What a run of a node came to, as the run's log has it. */
function nodeRunOf(trace: NodeTrace): NodeRun {
  const { startedAtMs: _, ...run } = trace;
  return { ...run, state: run.error === undefined ? "done" : "failed" };
}
