import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { Item, JsonObject } from "../model/item.ts";
import { NodeError } from "../model/node-error.ts";
import type { HttpClient, WorkflowServices } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";
import { ExecutionBudget } from "./execution-budget.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { ExecutionEvents } from "./execution-events.ts";
import { ExecutionRecords } from "./execution-records.ts";
import { ExecutionTrace } from "./execution-trace.ts";
import { getErrorMessage } from "./failed-items.ts";
import type { FindNodeType } from "./node-types.ts";
import { PairedItems } from "./paired-items.ts";
import { ResumeAddress, usesResumeAddress } from "./resume-address.ts";
import { DEFAULT_LIMITS, type RunLimits } from "./run-limits.ts";
import { type RunError, runNodes } from "./run-nodes.ts";
import { StaticData } from "./static-data.ts";
import { WorkflowGraph } from "./workflow-graph.ts";

/** Returns an HTTP client that reports the size of each response. */
function countHttpResponses(http: HttpClient, count: (bytes: number) => void): HttpClient {
  return {
    async send(request) {
      ensureHeapRoom();
      const answer = await http.send(request);
      count(answer.body.byteLength);
      return answer;
    },
    ...(http.open && { open: http.open.bind(http) }),
  };
}

export interface RunWorkflowOptions {
  workflow: Workflow;
  /** The name of the trigger that the run starts with. */
  start: string;
  /** The items that the trigger receives as its input. */
  items: readonly Item[];
  services: WorkflowServices;
  findNodeType: FindNodeType;
  signal: AbortSignal;
  executionId: string;
  /** Whether this is the author's test run, in which nodes with pinned output return it instead of running. */
  isTest?: boolean;
  limits?: Partial<RunLimits>;
  events?: ExecutionEvents;
}

export interface WorkflowResult {
  /** The output of each node's last run, in the order in which the nodes first ran. */
  nodes: Map<string, readonly (readonly Item[])[]>;
  /** Nodes whose other outputs contain discarded items, so that only the first output can be the answer. */
  leavingOut: ReadonlySet<string>;
  /** The node that ran last. */
  lastNode: string | undefined;
  /** The response of Respond to Webhook. */
  response: JsonValue | undefined;
  error: RunError | undefined;
}

/** The part of the context that a workflow shares with its sub-workflows. */
type SharedContext = Omit<
  ExecutionContext,
  "workflow" | "graph" | "records" | "pairs" | "within" | "runSubWorkflow" | "usesResumeAddress"
>;

/** Returns the node that a called workflow starts with, or undefined if it has no trigger. */
export function findStartNode(workflow: Workflow, findNodeType: FindNodeType) {
  const triggers = [...workflow.nodes.values()].filter(
    (node) => !node.disabled && findNodeType(node.type)?.trigger === true,
  );
  return triggers.find(({ type }) => type.endsWith(".executeWorkflowTrigger")) ?? triggers[0];
}

async function runNested(
  shared: SharedContext,
  {
    workflow,
    start,
    items,
    within,
    depth,
  }: {
    workflow: Workflow;
    start: string;
    items: readonly Item[];
    within: string | undefined;
    depth: number;
  },
): Promise<Omit<WorkflowResult, "response">> {
  const first = workflow.nodes.get(start);
  const records = new ExecutionRecords();
  const run: ExecutionContext = {
    ...shared,
    workflow,
    graph: new WorkflowGraph(workflow),
    usesResumeAddress: usesResumeAddress(workflow),
    records,
    pairs: new PairedItems(records),
    within,
    runSubWorkflow: (node, called, items) => runSubWorkflow(shared, node, called, items, depth + 1),
  };
  const error = first
    ? await runNodes(run, first, items)
    : { node: start, message: "the node is not part of this workflow" };
  const nodes = new Map(Array.from(records.nodes, (name) => [name, records.getLastRun(name)?.outputs ?? []]));
  const leavingOut = new Set(
    [...nodes.keys()].filter((name) => shared.findNodeType(workflow.nodes.get(name)?.type ?? "")?.leavesOut),
  );
  return { nodes, leavingOut, lastNode: records.lastNode, error };
}

/** Runs a workflow that a node calls and returns the items of its last node. */
async function runSubWorkflow(
  shared: SharedContext,
  node: string,
  workflow: Workflow,
  items: readonly Item[],
  depth: number,
): Promise<Item[]> {
  if (depth > shared.budget.depth)
    throw new NodeError(`the node nests sub-workflows more than ${shared.budget.depth} levels deep`, {
      node,
    });
  const start = findStartNode(workflow, shared.findNodeType);
  if (!start) throw new NodeError(`the workflow '${workflow.name}' has no trigger to start from`, { node });
  const result = await runNested(shared, { workflow, start: start.name, items, within: node, depth });
  if (result.error)
    throw new NodeError(`${result.error.message} (node '${result.error.node}' of '${workflow.name}')`, {
      node,
    });
  const [last = []] = result.nodes.get(result.lastNode ?? "") ?? [];
  // The pairing of these items refers to nodes of the sub-workflow, not of the caller.
  return last.map(({ json, binary }) => ({ json, ...(binary && { binary }) }));
}

/** Runs a workflow from its trigger to its end. @throws the signal's reason if the signal is aborted */
export async function runWorkflow(options: RunWorkflowOptions): Promise<WorkflowResult> {
  const { workflow, start, items, services, findNodeType, signal, isTest = false, events = {} } = options;
  const staticData = new StaticData(services.storage, workflow);
  const trace = new ExecutionTrace(events);
  let response: JsonValue | undefined;
  const budget = new ExecutionBudget({ ...DEFAULT_LIMITS, ...options.limits });
  const http = countHttpResponses(services.http, (bytes) => budget.countAnswer(bytes));
  const shared: SharedContext = {
    budget,
    services: { ...services, http },
    findNodeType,
    signal,
    startedAt: new Date(),
    callerInput: items[0]?.json ?? {},
    execution: { id: options.executionId, mode: isTest ? "test" : "production" },
    events,
    trace,
    usePinned: isTest,
    staticData: (node): JsonObject => staticData.get(node),
    resume: new ResumeAddress(services.waits, options.executionId),
    respond: (answer) => {
      response ??= answer;
    },
  };
  await staticData.load();
  const result = await runNested(shared, { workflow, start, items, within: undefined, depth: 0 });
  trace.finish();
  try {
    await staticData.save();
  } catch (error) {
    events.logged?.(start, "warning", `static data could not be saved: ${getErrorMessage(error)}`);
  }
  return { ...result, response };
}
