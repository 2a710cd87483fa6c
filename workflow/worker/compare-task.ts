import type { ComparedNode, PinnedComparison } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { PythonSandbox } from "../code/index.ts";
import { ComparedNodes, type RunError, runWorkflow } from "../engine/index.ts";
import { findPinnedNodes, readWorkflow } from "../file/index.ts";
import { readMetadata } from "../inspection/workflow-metadata.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { chooseTrigger, toInputItems } from "../nodes/triggers/index.ts";
import { formatRunError } from "../workflow-events.ts";
import { createUnreachableServices } from "./unreachable-services.ts";
import type { RunTask, WorkerEvent, WorkflowRunResult } from "./worker-messages.ts";

/** The maximum number of nodes of a comparison, as many as a workflow's diagram has. */
const MAX_NODES = 500;

/**
 * Runs a workflow file on its pinned data and returns as the answer what each node returned beside what was pinned. The
 * run reaches nothing outside its process and stores nothing.
 */
export async function compareTask(
  task: RunTask,
  {
    python,
    signal,
    emit,
  }: { python: PythonSandbox; signal: AbortSignal; emit: (event: WorkerEvent) => void },
): Promise<WorkflowRunResult> {
  const read = readWorkflow(task.source);
  if ("problem" in read) return fail({ node: read.problem.node ?? "", message: read.problem.message });
  const { workflow } = read;
  if (readMetadata(task.source).stoa.engine === "n8n")
    return fail({ node: "", message: "The file runs on an n8n server, so there is nothing to compare" });
  const trigger = chooseStart(workflow, task.input);
  if ("problem" in trigger) return fail({ node: trigger.unfit ?? "", message: trigger.problem });
  const { services, countCalls } = createUnreachableServices(python);
  const comparison = new ComparedNodes(countCalls);
  const { error } = await runWorkflow({
    workflow,
    start: trigger.node.name,
    // A trigger that gets no input returns its pinned data.
    items: trigger.isPinned ? [{ json: {} }] : toInputItems(task.input),
    services,
    findNodeType,
    signal,
    executionId: task.runId,
    isTest: true,
    compareNode: (run, node, runIndex) => comparison.execute(run, node, runIndex),
    limits: { wallMs: task.wallMs },
    events: {
      onNodeStart: (node, within, runIndex) =>
        emit({ type: "began", node, ...(within !== undefined && { within }), runIndex }),
      logged: (node, level, message) => emit({ type: "logged", node, level, message }),
    },
  });
  const report = createReport(workflow, trigger, comparison.nodes, error);
  // Items may contain a library's objects, which cannot be sent to another process.
  return { answer: JSON.parse(JSON.stringify(report)) as JsonValue };
}

const fail = (error: RunError): WorkflowRunResult => ({ answer: null, error });

interface Start {
  node: WorkflowNode;
  isPinned: boolean;
}

/** Returns the trigger to start with: one with pinned data if there is one. */
function chooseStart(workflow: Workflow, input: JsonValue): Start | { problem: string; unfit?: string } {
  const chosen = chooseTrigger(workflow, toInputItems(input)[0]?.json);
  const pinned = [...workflow.nodes.values()].filter(
    ({ name, type, disabled }) =>
      !disabled && workflow.pinned.has(name) && findNodeType(type)?.trigger === true,
  );
  const isChosenPinned = "node" in chosen && pinned.includes(chosen.node);
  const [first] = isChosenPinned ? [chosen.node] : pinned;
  if (first) return { node: first, isPinned: true };
  return "node" in chosen ? { node: chosen.node, isPinned: false } : chosen;
}

/** Returns the nodes that process items, without triggers. */
function listComparable({ nodes, connections }: Workflow): WorkflowNode[] {
  const passesItems = new Set(
    connections.filter(({ kind }) => kind === "main").flatMap(({ from, to }) => [from, to]),
  );
  const serves = new Set(connections.filter(({ kind }) => kind !== "main").map(({ from }) => from));
  return [...nodes.values()].filter(
    ({ name, type }) => findNodeType(type)?.trigger !== true && (passesItems.has(name) || !serves.has(name)),
  );
}

const createUnreached = ({ name, type }: WorkflowNode, workflow: Workflow): ComparedNode => ({
  ...{ name, type, state: "not_reached", message: null, runs: 0, item_counts: [], items: [] },
  pinned_count: workflow.pinned.get(name)?.length ?? null,
  ...{ pinned_items: [], differences: [], has_more_differences: false },
});

function createReport(
  workflow: Workflow,
  { node, isPinned }: Start,
  ran: ReadonlyMap<string, ComparedNode>,
  error: RunError | undefined,
): PinnedComparison {
  const pinned = findPinnedNodes(workflow);
  const unreached = listComparable(workflow).filter(({ name }) => !ran.has(name));
  const nodes = [...ran.values(), ...unreached.map((each) => createUnreached(each, workflow))];
  return {
    trigger: { name: node.name, is_pinned: isPinned },
    pinned_nodes: pinned.size,
    equal_nodes: nodes.filter(({ name, state }) => state === "equal" && pinned.has(name)).length,
    nodes: nodes.slice(0, MAX_NODES),
    is_cut: nodes.length > MAX_NODES,
    error: error ? formatRunError(error) : null,
  };
}
