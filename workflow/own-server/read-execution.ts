import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson } from "@stoa/runtime/sandbox";
import { z } from "zod";
import { ErrorBudget } from "../engine/error-allowance.ts";
import type { NodeTrace, RunError } from "../engine/index.ts";
import { MAX_OUTPUTS, PREVIEW_CHARS, previewItems } from "../engine/item-preview.ts";
import { isObject } from "../model/is-object.ts";
import type { Item } from "../model/item.ts";

/** The maximum number of node runs in the trace, the same as for Stoa's own runs. */
const MAX_TRACES = 700;

const Source = z
  .object({
    previousNode: z.string(),
    previousNodeOutput: z.int().min(0).catch(0),
    previousNodeRun: z.int().min(0).catch(0),
  })
  .nullable()
  .catch(null);

const Failure = z.object({
  message: z.string(),
  node: z.object({ name: z.string() }).optional().catch(undefined),
});

const NodeRun = z.object({
  startTime: z.number().catch(0),
  executionTime: z.number().catch(0),
  source: z.array(Source).catch([]),
  data: z
    .object({ main: z.array(z.array(z.unknown()).nullable()).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  error: Failure.optional().catch(undefined),
});
type NodeRun = z.infer<typeof NodeRun>;

const Execution = z.object({
  status: z.string().optional().catch(undefined),
  data: z.object({
    resultData: z.object({
      runData: z.record(z.string(), z.array(NodeRun)),
      lastNodeExecuted: z.string().optional().catch(undefined),
      error: Failure.optional().catch(undefined),
    }),
  }),
});

/** The result of a run on a developer's own server. */
export interface RemoteExecution {
  nodes: Map<string, readonly (readonly Item[])[]>;
  lastNode: string | undefined;
  error: RunError | undefined;
  traces: NodeTrace[];
}

/** Returns the items of an execution. Files stay on the server, so items have no binary data. */
function toItems(output: readonly unknown[] | null): Item[] {
  return (output ?? []).map((item) => {
    const json = isObject(item) ? toStorableJson(item.json ?? {}) : {};
    return { json: isObject(json) ? json : {} };
  });
}

const toOutputs = ({ data }: NodeRun) => (data?.main ?? []).map(toItems);

/** n8n's statuses of executions without an error message. */
const ENDINGS: Readonly<Record<string, string>> = {
  canceled: "The execution was stopped on the n8n server",
  crashed: "The execution crashed on the n8n server",
  error: "The execution failed on the n8n server",
};

function findError(
  status: string | undefined,
  failure: z.infer<typeof Failure> | undefined,
): RunError | undefined {
  if (failure) return { node: failure.node?.name ?? "", message: failure.message };
  const ending = ENDINGS[status ?? ""];
  return ending === undefined ? undefined : { node: "", message: ending };
}

/**
 * Parses an execution from n8n's API. Leaves out the webhook that started it.
 * @throws Error if the execution is invalid
 */
export function readExecution(text: string, entrance: string): RemoteExecution {
  const read = Execution.safeParse(tryParse(text));
  if (!read.success) throw new Error("The n8n server returned an invalid execution");
  const { status, data } = read.data;
  const { runData, lastNodeExecuted, error } = data.resultData;
  const runs = Object.entries(runData)
    .filter(([node]) => node !== entrance)
    .flatMap(([node, list]) => list.map((run, runIndex) => ({ node, runIndex, run })))
    .sort((a, b) => a.run.startTime - b.run.startTime);
  const nodes = new Map<string, readonly (readonly Item[])[]>();
  for (const { node, run } of runs) if (run.data?.main) nodes.set(node, toOutputs(run));
  return {
    nodes,
    lastNode: lastNodeExecuted,
    error: findError(status, error),
    traces: buildTraces(runs, runData),
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function buildTraces(
  runs: readonly { node: string; runIndex: number; run: NodeRun }[],
  runData: Readonly<Record<string, readonly NodeRun[]>>,
): NodeTrace[] {
  const began = runs[0]?.run.startTime ?? 0;
  const toSource = (source: NodeRun["source"][number]) =>
    source === null
      ? 0
      : (runData[source.previousNode]?.[source.previousNodeRun]?.data?.main?.[source.previousNodeOutput]
          ?.length ?? 0);
  const errors = new ErrorBudget();
  let left = PREVIEW_CHARS;
  return runs.slice(0, MAX_TRACES).map(({ node, runIndex, run }) => {
    const outputs = toOutputs(run).slice(0, MAX_OUTPUTS);
    const { items, chars } = previewItems(outputs, left);
    left -= chars;
    return {
      node,
      runIndex,
      startedAtMs: run.startTime - began,
      ms: run.executionTime,
      itemsIn: run.source.slice(0, MAX_OUTPUTS).map(toSource),
      itemsOut: outputs.map((output) => output.length),
      items: items satisfies JsonValue[][],
      ...(run.error && { error: errors.take(run.error.message) }),
    };
  });
}
