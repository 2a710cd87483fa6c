import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { ConversationSession } from "../model/node-context.ts";
import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import type { PendingQuestion, Reply } from "../model/question.ts";
import type { HttpClient, WorkflowServices } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { WorkflowCall } from "./called-workflows.ts";
import { ExecutionBudget } from "./execution-budget.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { ExecutionEvents } from "./execution-events.ts";
import { ExecutionRecords } from "./execution-records.ts";
import { ExecutionTrace } from "./execution-trace.ts";
import { getErrorMessage } from "./failed-items.ts";
import type { SavedContents } from "./item-table.ts";
import type { NodeScheduler } from "./node-scheduler.ts";
import type { NodeTask } from "./node-task.ts";
import type { FindNodeType } from "./node-types.ts";
import { PairedItems } from "./paired-items.ts";
import { ResumeAddress, usesResumeAddress } from "./resume-address.ts";
import { DEFAULT_LIMITS, type RunLimits } from "./run-limits.ts";
import {
  createScheduler,
  type EarlyEnd,
  type ExecuteNode,
  type RunError,
  runNodes,
  toRunError,
} from "./run-nodes.ts";
import type { PausedCall } from "./saved-execution.ts";
import { pauseCall, restoreExecution, restoreRun, type SavedRun } from "./saved-run.ts";
import { encodeState } from "./saved-state.ts";
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
  /** Runs each node of the file in place of the engine, to compare its output with its pinned output. Waits are skipped. */
  compareNode?: ExecuteNode;
  limits?: Partial<RunLimits>;
  events?: ExecutionEvents;
  /** Set if the run is a turn of a conversation, in which a question ends the turn. */
  conversation?: ConversationTurn;
}

export interface ConversationTurn {
  session: ConversationSession;
  /** Identifies the workflow file, because only the same file can continue an execution. */
  file: string;
  /** The execution that the turn continues, with the reply to its question. */
  continues?: { saved: SavedRun; contents: SavedContents; reply: Reply };
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
  /** The question that ended the turn of a conversation, and the execution as text that the next turn continues. */
  asks?: { question: PendingQuestion; state: string };
}

/** The part of the context that a workflow shares with its sub-workflows. */
type SharedContext = Omit<
  ExecutionContext,
  "workflow" | "graph" | "records" | "pairs" | "within" | "canAsk" | "runSubWorkflow" | "usesResumeAddress"
>;

/** Returns the node that a called workflow starts with, or undefined if it has no trigger. */
export function findStartNode(workflow: Workflow, findNodeType: FindNodeType) {
  const triggers = [...workflow.nodes.values()].filter(
    (node) => !node.disabled && findNodeType(node.type)?.trigger === true,
  );
  return triggers.find(({ type }) => type.endsWith(".executeWorkflowTrigger")) ?? triggers[0];
}

interface NestedResult extends Omit<WorkflowResult, "response" | "error" | "asks"> {
  end: EarlyEnd | undefined;
  run: ExecutionContext;
  scheduler: NodeScheduler;
}

async function runNested(
  shared: SharedContext,
  {
    workflow,
    within,
    depth,
    canAsk,
    begin,
    execute,
  }: {
    workflow: Workflow;
    within: string | undefined;
    depth: number;
    canAsk: boolean;
    /** Gives the scheduler its tasks, and returns the task to begin with, if it comes before these. */
    begin: (run: ExecutionContext, scheduler: NodeScheduler) => NodeTask | undefined;
    execute?: ExecuteNode | undefined;
  },
): Promise<NestedResult> {
  const records = new ExecutionRecords();
  const run: ExecutionContext = {
    ...shared,
    workflow,
    graph: new WorkflowGraph(workflow),
    usesResumeAddress: usesResumeAddress(workflow),
    records,
    pairs: new PairedItems(records),
    within,
    canAsk,
    runSubWorkflow: (call) => runSubWorkflow(shared, call, depth + 1),
  };
  const scheduler = createScheduler(run);
  const end = await runNodes(run, scheduler, { first: begin(run, scheduler), execute });
  const nodes = new Map(Array.from(records.nodes, (name) => [name, records.getLastRun(name)?.outputs ?? []]));
  const leavingOut = new Set(
    [...nodes.keys()].filter((name) => shared.findNodeType(workflow.nodes.get(name)?.type ?? "")?.leavesOut),
  );
  return { nodes, leavingOut, lastNode: records.lastNode, end, run, scheduler };
}

/** Returns a function that begins with a node of the workflow and its items. */
const beginWith = (node: WorkflowNode, items: readonly Item[]) => (_: unknown, scheduler: NodeScheduler) => {
  scheduler.begin(node, items);
  return undefined;
};

/** Runs a workflow that a node calls, or continues it. Returns the items of its last node, or its question. */
async function runSubWorkflow(
  shared: SharedContext,
  { node, workflow, items, canAsk, continues }: WorkflowCall,
  depth: number,
): Promise<Item[] | PausedCall> {
  if (depth > shared.budget.depth)
    throw new NodeError(`the node nests sub-workflows more than ${shared.budget.depth} levels deep`, {
      node,
    });
  const start = findStartNode(workflow, shared.findNodeType);
  if (!start) throw new NodeError(`the workflow '${workflow.name}' has no trigger to start from`, { node });
  const begin = continues
    ? (inner: ExecutionContext, tasks: NodeScheduler) =>
        restoreExecution(continues, { run: inner, scheduler: tasks })
    : beginWith(start, items);
  const { end, run, scheduler, ...result } = await runNested(shared, {
    ...{ workflow, within: node, depth, canAsk, begin },
  });
  if (end && "asking" in end)
    return pauseCall({ run, scheduler, task: end.asking, called: end.called }, end.question);
  if (end) {
    const message = `${end.error.message} (node '${end.error.node}' of '${workflow.name}')`;
    throw end.isLimit ? new WorkflowLimit(message) : new NodeError(message, { node });
  }
  const [last = []] = result.nodes.get(result.lastNode ?? "") ?? [];
  // The pairing of these items refers to nodes of the sub-workflow, not of the caller.
  return last.map(({ json, binary }) => ({ json, ...(binary && { binary }) }));
}

function createFailedStart(start: string): WorkflowResult {
  const error = { node: start, message: "the node is not part of this workflow" };
  return { nodes: new Map(), leavingOut: new Set(), lastNode: undefined, response: undefined, error };
}

/** Runs a workflow from its trigger, or from a question of an earlier turn, to its end. @throws the signal's reason if the signal is aborted */
export async function runWorkflow(options: RunWorkflowOptions): Promise<WorkflowResult> {
  const {
    workflow,
    items,
    services,
    findNodeType,
    signal,
    isTest = false,
    events = {},
    conversation,
  } = options;
  const continued = conversation?.continues;
  const execution = continued?.saved.execution;
  const executionId = execution?.id ?? options.executionId;
  const start = workflow.nodes.get(options.start);
  if (!start) return createFailedStart(options.start);
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
    startedAt: execution ? new Date(execution.startedAt) : new Date(),
    callerInput: execution?.callerInput ?? items[0]?.json ?? {},
    execution: { id: executionId, mode: isTest ? "test" : "production" },
    session: conversation?.session,
    events,
    trace,
    usePinned: isTest,
    skipsWaits: options.compareNode !== undefined,
    staticData: (node): JsonObject => staticData.get(node),
    resume: new ResumeAddress(services.waits, executionId),
    respond: (answer) => {
      response ??= answer;
    },
  };
  await staticData.load(continued?.saved.staticData);
  const { end, run, scheduler, ...result } = await runNested(shared, {
    ...{ workflow, within: undefined, depth: 0, canAsk: conversation !== undefined },
    execute: options.compareNode,
    begin: continued
      ? (run, scheduler) => restoreRun(continued, { run, scheduler, reply: continued.reply })
      : beginWith(start, items),
  });
  trace.finish();
  try {
    await staticData.save();
  } catch (error) {
    events.logged?.(start.name, "warning", `static data could not be saved: ${getErrorMessage(error)}`);
  }
  if (!end || !conversation || "error" in end)
    return { ...result, response, error: end && "error" in end ? end.error : undefined };
  const { asking: task, question, called } = end;
  try {
    const state = encodeState({ run, scheduler, task, question, called }, staticData.all, conversation.file);
    return { ...result, response, error: undefined, asks: { question, state } };
  } catch (error) {
    return { ...result, response, error: toRunError(error, question.node) };
  }
}
