import { createHash } from "node:crypto";
import type { Item, JsonObject } from "../model/item.ts";
import type { PendingQuestion, Reply } from "../model/question.ts";
import type { Workflow } from "../model/workflow.ts";
import type { Source } from "./execution-records.ts";
import type { ItemReader, ItemWriter } from "./item-table.ts";

export type SavedSources = readonly (Source | null)[];
/** The items of each input or output, by number. */
export type SavedLists = readonly (readonly number[] | null)[];

export interface SavedTask {
  node: string;
  inputs: SavedLists;
  sources: SavedSources;
}

/** The state of a workflow in an execution: the main workflow, or one that a node has called. */
export interface SavedExecution {
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

/** Numbers are saved as they are, and items as a list of numbers. */
export type SavedMemory = { [name: string]: number | readonly number[] };

/** A called workflow that ended a turn with a question. */
export interface PausedCall {
  question: PendingQuestion;
  /** Identifies the workflow. */
  workflow: string;
  /** The number of workflows from this one down to the one that asks. */
  levels: number;
  save(writer: ItemWriter): SavedExecution;
}

/** A called workflow that continues, and the outputs of the workflows that its node called before. */
export interface ContinuedCall {
  /** Identifies the workflow. */
  workflow: string;
  outputs: readonly (readonly Item[])[];
  saved: SavedExecution;
  reader: ItemReader;
  reply: Reply;
}

/** Returns a text that is the same for the same nodes and connections. */
export function identifyWorkflow({ nodes, connections }: Workflow): string {
  return createHash("sha256")
    .update(JSON.stringify([[...nodes.values()], connections]))
    .digest("base64url");
}
