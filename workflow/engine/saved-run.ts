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

/** An execution that ended a turn of a conversation with a question, as plain data. */
export interface SavedRun {
  execution: { id: string; startedAt: number; callerInput: JsonObject };
  question: PendingQuestion;
  /** The task of the node that asks. */
  asking: SavedTask;
  nodeRuns: number;
  staticData: JsonObject;
  runs: readonly (readonly [string, readonly { outputs: SavedLists; sources: SavedSources }[]])[];
  contexts: readonly (readonly [string, JsonObject])[];
  memories: readonly (readonly [string, readonly (readonly [string, SavedMemory])[]])[];
  lastNode: string | null;
  ready: readonly SavedTask[];
  waiting: readonly SavedTask[];
}

/** Numbers are saved as they are, and items as a list of numbers. */
type SavedMemory = { [name: string]: number | readonly number[] };

/** A node that has asked, in an execution whose turn ends. */
export interface PausedRun {
  run: ExecutionContext;
  scheduler: NodeScheduler;
  task: NodeTask;
  question: PendingQuestion;
}

/**
 * Returns an execution and its items as plain data.
 * @param count is called with the length of each item; it throws if the data becomes too large
 */
export function saveRun(
  { run, scheduler, task, question }: PausedRun,
  staticData: JsonObject,
  count: (chars: number) => void,
): { saved: SavedRun; contents: SavedContents } {
  const { records, execution, startedAt, callerInput, budget } = run;
  const writer = new ItemWriter(count);
  const writeLists = (lists: readonly (readonly Item[] | undefined)[]): SavedLists =>
    Array.from(lists, (items) => (items ? writer.addAll(items) : null));
  const writeTask = ({ node, inputs, sources }: NodeTask): SavedTask => ({
    node: node.name,
    inputs: writeLists(inputs),
    sources: writeSources(sources),
  });
  const { runs, contexts, memories, lastNode } = records.list();
  const { ready, waiting } = scheduler.list();
  const saved: SavedRun = {
    execution: {
      id: execution.id,
      startedAt: startedAt.getTime(),
      callerInput: omitFiles(callerInput),
    },
    question,
    asking: writeTask(task),
    // The node that asks is counted when it runs again.
    nodeRuns: budget.nodeRuns - 1,
    staticData,
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
  return { saved, contents: writer };
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
 * its reply.
 * @throws Error if the data does not fit the workflow
 */
export function restoreRun(
  { saved, contents }: { saved: SavedRun; contents: SavedContents },
  { run, scheduler, reply }: { run: ExecutionContext; scheduler: NodeScheduler; reply: Reply },
): NodeTask {
  const reader = new ItemReader(contents);
  const readTask = ({ node, inputs, sources }: SavedTask): NodeTask => ({
    node: findNode(run.workflow, node),
    inputs: inputs.map((items) => (items ? reader.getAll(items) : undefined)),
    sources: readSources(sources),
  });
  const readRun = ({ outputs, sources }: { outputs: SavedLists; sources: SavedSources }): NodeRunRecord => ({
    outputs: outputs.map((items) => reader.getAll(items ?? [])),
    sources: readSources(sources),
  });
  const runs = saved.runs.map(([node, list]) => [node, list.map(readRun)] as const);
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
  run.budget.restore(
    saved.nodeRuns,
    runs.flatMap(([, list]) => list.map(({ outputs }) => outputs)),
  );
  return { ...readTask(saved.asking), reply };
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
