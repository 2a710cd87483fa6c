import type { Readable } from "node:stream";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { OtherNode } from "../expressions/index.ts";
import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import type { SubNodeKind } from "./connection.ts";
import type { Item, JsonObject } from "./item.ts";
import type { NodeError } from "./node-error.ts";
import type { CodeScope, WorkflowServices } from "./services.ts";
import type { SubNodes } from "./sub-nodes.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowNode } from "./workflow-node.ts";

/** What a node sees while it runs. */
export interface NodeContext {
  readonly node: WorkflowNode;
  readonly workflow: Workflow;
  /** By input; undefined where nothing came. */
  readonly inputs: readonly (readonly Item[] | undefined)[];
  /** What came in by the first input. */
  readonly items: readonly Item[];
  /** How often the node has run before in this run. */
  readonly runIndex: number;
  readonly services: WorkflowServices;
  /** Aborted when the run is cancelled or out of time. */
  readonly signal: AbortSignal;
  /** The instant the run began; `$now` is later. */
  readonly startedAt: Date;
  /** What the caller gave at the beginning of the run. */
  readonly given: JsonObject;
  /** The run, as `$execution` names it. */
  readonly execution: { readonly id: string; readonly mode: "test" | "production" };
  /** What expressions read as `$('Node').context`: `noItemsLeft` of a loop. The node writes it. */
  readonly nodeContext: JsonObject;
  /** Another node by its name, as far as it has run; undefined where the workflow has none of the name. */
  otherNode(name: string): OtherNode | undefined;
  /** What the node keeps between its own runs in this run. Nobody else sees it. */
  readonly memory: Map<string, unknown>;

  /**
   * A parameter by its path (`options.timeout`), its expressions evaluated for an item.
   * `fallback` where the file has none. @throws NodeError that names the field.
   */
  parameter(path: string, itemIndex: number, fallback?: JsonValue): JsonValue | undefined;
  /** The same as text: numbers and booleans are written out, objects as JSON, nothing as "". */
  text(path: string, itemIndex: number, fallback?: string): string;
  number(path: string, itemIndex: number, fallback: number): number;
  flag(path: string, itemIndex: number, fallback?: boolean): boolean;
  /** A collection or list under a path as records, `{}` or `[]` where it is not there. */
  object(path: string, itemIndex: number): JsonObject;
  list(path: string, itemIndex: number): JsonValue[];
  /** A parameter as the file has it. */
  raw(path: string): JsonValue | undefined;
  /** Evaluates a text of the file (`=...`) with further names, as `$response` of a paged request. */
  evaluate(
    text: string,
    itemIndex: number,
    names?: Readonly<Record<string, JsonValue>>,
  ): JsonValue | undefined;

  /** What is attached by a kind of connection, in the file's order. */
  getSubNodes<Kind extends SubNodeKind>(kind: Kind, itemIndex: number): Promise<SubNodes[Kind][]>;

  /** The same node with other items, and what a model gave for its `$fromAI`: how a node runs as a tool. */
  withItems(items: readonly Item[], fromAi?: JsonObject): NodeContext;

  /** Runs another workflow of the file's own, or this one anew, and gives its last node's items. */
  runSubWorkflow(workflow: Workflow, items: readonly Item[]): Promise<Item[]>;
  staticData(kind: "global" | "node"): JsonObject;
  /** What the author's own code sees of the workflow around this node. */
  createCodeScope(itemIndex: number): CodeScope;

  /** A service's answer, counted among what the run holds while the node runs. @throws Error where it is larger */
  readResponse(answer: Readable, maxBytes: number): Promise<Buffer>;

  /** What the run answers, from now on: Respond to Webhook. */
  respond(answer: JsonValue): void;
  /** A piece of the answer, as it comes from a model. */
  stream(text: string): void;
  log(level: "debug" | "info" | "warning" | "error", message: string): void;
  /** A step of an agent, for the trace. */
  step(kind: "message" | "tool_call" | "tool_result", source: string, text: string): void;
  /** Waits, within the run's time. */
  sleep(ms: number): Promise<void>;
  /** Where the answer that this node is about to wait for may be given. */
  resumeAddress(): Promise<string>;
  /**
   * Waits for an answer from outside: undefined where none came in `ms`.
   * @throws WorkflowLimit where the run's time ended first
   */
  waitForAnswer(asks: WaitRequest["asks"], ms?: number): Promise<WaitAnswer | undefined>;

  /** An error that names this node. */
  failure(
    message: string,
    place?: { field?: string; itemIndex?: number; details?: Readonly<Record<string, string | number>> },
    options?: ErrorOptions,
  ): NodeError;
  /**
   * Makes the items of each item in turn. An item that fails stops the node, or becomes an item that says the error,
   * as the node's `onError` wants. What has no pairing gets the one of its item.
   */
  each(make: (item: Item, index: number) => Promise<readonly Item[]> | readonly Item[]): Promise<Item[]>;
}
