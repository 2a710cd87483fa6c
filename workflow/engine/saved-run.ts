import { createHash } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeMemory } from "../model/node-context.ts";
import type { PendingQuestion, Reply } from "../model/question.ts";
import type { Workflow } from "../model/workflow.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { NodeRunRecord, Source } from "./execution-records.ts";
import { ItemReader, ItemWriter, type SavedContents } from "./item-table.ts";
import type { NodeScheduler } from "./node-scheduler.ts";
import type { NodeTask } from "./node-task.ts";

type SavedSources = readonly (Source | null)[];
/** The items of each input or output, by number. */
type SavedLists = readonly (readonly number[] | null)[];

interface SavedTask {
  node: string;
  inputs: SavedLists;
  sources: SavedSources;
}

/** The state of a workflow in an execution: the main workflow, or one that a node has called. */
interface SavedExecution {
  /** The task of the node that asks, or that has called the workflow that asks. */
  asking: SavedTask;
  /** The workflow that asks, if the node has called it, and the outputs of the workflows that the node called before. */
  called?: { workflow: string; outputs: SavedLists; execution: SavedExecution };
  runs: readonly (readonly [string, readonly { outputs: SavedLists; sources: SavedSources }[]])[];
  contexts: readonly (readonly [string, JsonObject])[];
  memories: readonly (readonly [string, readonly (readonly [string, SavedMemory])[]])[];
  lastNode: string | null;
  ready: readonly SavedTask[];
  waiting: readonly SavedTask[];
}

/** An execution that ended a turn of a conversation with a question, as plain data. */
export interface SavedRun extends SavedExecution {
  execution: { id: string; startedAt: number; callerInput: JsonObject };
  question: PendingQuestion;
  nodeRuns: number;
  staticData: JsonObject;
}

/** Numbers are saved as they are, and items as a list of numbers. */
type SavedMemory = { [name: string]: number | readonly number[] };

/** A workflow whose turn ends, because its node has asked, or because the workflow that the node has called has asked. */
export interface PausedExecution {
  run: ExecutionContext;
  scheduler: NodeScheduler;
  task: NodeTask;
  called?: { outputs: readonly (readonly Item[])[]; paused: PausedExecution } | undefined;
}

/** The main workflow of an execution whose turn ends, with the question. */
export interface PausedRun extends PausedExecution {
  question: PendingQuestion;
}

/** A called workflow that continues, and the outputs of the workflows that its node called before. */
export interface ContinuedCall {
  /** Identifies the workflow. */
  workflow: string;
  outputs: readonly (readonly Item[])[];
  /** Fills the run and the scheduler of the called workflow. Returns the task to begin with. */
  restore(run: ExecutionContext, scheduler: NodeScheduler): NodeTask;
}

/**
 * Returns an execution and its items as plain data.
 * @param count is called with the length of each item; it throws if the data becomes too large
 */
export function saveRun(
  { question, ...paused }: PausedRun,
  staticData: JsonObject,
  count: (chars: number) => void,
): { saved: SavedRun; contents: SavedContents } {
  const { execution, startedAt, callerInput, budget } = paused.run;
  const writer = new ItemWriter(count);
  const saved: SavedRun = {
    execution: {
      id: execution.id,
      startedAt: startedAt.getTime(),
      callerInput: omitFiles(callerInput),
    },
    question,
    // The node that asks, and those that have called its workflow, are counted when they run again.
    nodeRuns: budget.nodeRuns - countLevels(paused),
    staticData,
    ...saveExecution(paused, writer),
  };
  return { saved, contents: writer };
}

const countLevels = ({ called }: PausedExecution): number => 1 + (called ? countLevels(called.paused) : 0);

function saveExecution(
  { run, scheduler, task, called }: PausedExecution,
  writer: ItemWriter,
): SavedExecution {
  const writeLists = (lists: readonly (readonly Item[] | undefined)[]): SavedLists =>
    Array.from(lists, (items) => (items ? writer.addAll(items) : null));
  const writeTask = ({ node, inputs, sources }: NodeTask): SavedTask => ({
    node: node.name,
    inputs: writeLists(inputs),
    sources: writeSources(sources),
  });
  const { runs, contexts, memories, lastNode } = run.records.list();
  const { ready, waiting } = scheduler.list();
  return {
    asking: writeTask(task),
    ...(called && {
      called: {
        workflow: identifyWorkflow(called.paused.run.workflow),
        outputs: writeLists(called.outputs),
        execution: saveExecution(called.paused, writer),
      },
    }),
    runs: runs.map(([node, list]) => [
      node,
      list.map(({ outputs, sources }) => ({ outputs: writeLists(outputs), sources: writeSources(sources) })),
    ]),
    contexts,
    memories: memories.map(([node, memory]) => [
      node,
      Array.from(memory, ([key, value]) => [key, writeMemory(value, writer)] as const),
    ]),
    lastNode: lastNode ?? null,
    ready: ready.map(writeTask),
    waiting: waiting.map(writeTask),
  };
}

/** Returns a text that is the same for the same nodes and connections. */
export function identifyWorkflow({ nodes, connections }: Workflow): string {
  return createHash("sha256")
    .update(JSON.stringify([[...nodes.values()], connections]))
    .digest("base64url");
}

/** Returns the caller's input without its files, which are in the trigger's items. */
function omitFiles(input: JsonObject): JsonObject {
  const isFile = (value: JsonValue | undefined) => isObject(value) && typeof value.data === "string";
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => !(Array.isArray(value) ? value : [value]).some(isFile)),
  );
}

const writeSources = (sources: readonly (Source | undefined)[]): SavedSources =>
  Array.from(sources, (source) => source ?? null);
const readSources = (sources: SavedSources) => sources.map((source) => source ?? undefined);

function writeMemory(memory: NodeMemory, writer: ItemWriter): SavedMemory {
  return Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [
      name,
      typeof value === "number" ? value : writer.addAll(value),
    ]),
  );
}

/**
 * Continues a saved execution: fills the run and its scheduler, and returns the task of the node that has asked, with
 * its reply, or of the node that has called the workflow that asked.
 * @throws Error if the data does not fit the workflow
 */
export function restoreRun(
  { saved, contents }: { saved: SavedRun; contents: SavedContents },
  { run, scheduler, reply }: { run: ExecutionContext; scheduler: NodeScheduler; reply: Reply },
): NodeTask {
  run.budget.restore(saved.nodeRuns);
  return restoreExecution(saved, { reader: new ItemReader(contents), reply }, { run, scheduler });
}

function restoreExecution(
  saved: SavedExecution,
  { reader, reply }: { reader: ItemReader; reply: Reply },
  { run, scheduler }: { run: ExecutionContext; scheduler: NodeScheduler },
): NodeTask {
  const readTask = ({ node, inputs, sources }: SavedTask): NodeTask => ({
    node: findNode(run.workflow, node),
    inputs: inputs.map((items) => (items ? reader.getAll(items) : undefined)),
    sources: readSources(sources),
  });
  const readLists = (lists: SavedLists) => lists.map((items) => reader.getAll(items ?? []));
  const runs = saved.runs.map(
    ([node, list]) =>
      [
        node,
        list.map(
          ({ outputs, sources }): NodeRunRecord => ({
            outputs: readLists(outputs),
            sources: readSources(sources),
          }),
        ),
      ] as const,
  );
  run.records.restore({
    runs,
    contexts: saved.contexts,
    memories: saved.memories.map(([node, memory]) => [
      node,
      new Map(memory.map(([key, value]) => [key, readMemory(value, reader)])),
    ]),
    lastNode: saved.lastNode ?? undefined,
  });
  scheduler.restore({ ready: saved.ready.map(readTask), waiting: saved.waiting.map(readTask) });
  for (const [, list] of runs) for (const { outputs } of list) run.budget.hold(outputs);
  const { called } = saved;
  if (!called) return { ...readTask(saved.asking), reply };
  const continues: ContinuedCall = {
    workflow: called.workflow,
    outputs: readLists(called.outputs),
    restore: (inner, tasks) =>
      restoreExecution(called.execution, { reader, reply }, { run: inner, scheduler: tasks }),
  };
  return { ...readTask(saved.asking), continues };
}

function findNode(workflow: Workflow, name: string) {
  const node = workflow.nodes.get(name);
  if (!node) throw new Error(`the workflow has no node '${name}'`);
  return node;
}

function readMemory(memory: SavedMemory, reader: ItemReader): NodeMemory {
  return Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [
      name,
      typeof value === "number" ? value : reader.getAll(value),
    ]),
  );
}
