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

/** A value that a node keeps between its runs. It has this form so that it can be kept between turns of a conversation. */
export type NodeMemory = { [name: string]: number | readonly Item[] };

/** The turn of a conversation that a run is. */
export interface ConversationSession {
  /** The conversation's ID. */
  id: string;
  /** The run of the first turn, which conversations that were copied from each other have in common. */
  first: string;
  /** This run. */
  runId: string;
  /** The runs of the turns that this run follows, the oldest first, and this run. Edited turns are not among them. */
  runs: readonly string[];
}

/**
 * What happens after an item of a node failed that may continue: an item with the error takes its place, with or
 * without a pairing, or the node fails as a whole.
 */
export type AfterItemError = "continue" | "continueUnpaired" | "failNode";

/** The functions and data that a node can use while it runs. */
export interface NodeContext {
  readonly node: WorkflowNode;
  readonly workflow: Workflow;
  /** The items of each input, or undefined for an input that received nothing. */
  readonly inputs: readonly (readonly Item[] | undefined)[];
  /** The items of the first input. */
  readonly items: readonly Item[];
  /** The number of earlier runs of the node in this execution. */
  readonly runIndex: number;
  readonly services: WorkflowServices;
  /** Aborted when the run is canceled or out of time. */
  readonly signal: AbortSignal;
  /** The start of the run; `$now` is later. */
  readonly startedAt: Date;
  /** The caller's input at the start of the run. */
  readonly callerInput: JsonObject;
  /** The execution, in the form of `$execution`. */
  readonly execution: { readonly id: string; readonly mode: "test" | "production" };
  /** The values that expressions read as `$('Node').context`, such as `noItemsLeft` of a loop. The node writes them. */
  readonly nodeContext: JsonObject;
  /** Returns another node by name, with its runs so far, or undefined if the workflow has no node with this name. */
  otherNode(name: string): OtherNode | undefined;
  /** The data that the node keeps between its runs in this execution. No other node can see it. */
  readonly memory: Map<string, NodeMemory>;
  /** Whether the run is a turn of a conversation, in which a wait ends the turn and the next message is the answer. */
  readonly isInConversation: boolean;
  readonly session: ConversationSession | undefined;

  /**
   * Returns a parameter by its path (`options.timeout`) with its expressions evaluated for an item, or `fallback` if
   * the file does not set it. @throws NodeError that names the field
   */
  parameter(path: string, itemIndex: number, fallback?: JsonValue): JsonValue | undefined;
  /** Returns the parameter as text: objects are JSON, null and undefined are "". */
  text(path: string, itemIndex: number, fallback?: string): string;
  number(path: string, itemIndex: number, fallback: number): number;
  flag(path: string, itemIndex: number, fallback?: boolean): boolean;
  /**
   * `object` returns a collection, or `{}` if the parameter is not set. `list` returns a list, or `[]` if the parameter
   * is not set.
   */
  object(path: string, itemIndex: number): JsonObject;
  list(path: string, itemIndex: number): JsonValue[];
  /** Returns a parameter as it is in the file, or undefined if the file does not set it. */
  raw(path: string): JsonValue | undefined;
  /** Evaluates a parameter's text (`=...`) with additional names, such as `$response` of a paginated request. */
  evaluate(
    text: string,
    itemIndex: number,
    names?: Readonly<Record<string, JsonValue>>,
  ): JsonValue | undefined;

  /** Returns the values that the sub-nodes attached by a kind of connection supply, in the file's order. */
  getSubNodes<Kind extends SubNodeKind>(kind: Kind, itemIndex: number): Promise<SubNodes[Kind][]>;

  /**
   * Returns a context of the same node with other items and a model's values for its `$fromAI` calls, to run the node
   * as a tool.
   */
  withItems(items: readonly Item[], fromAi?: JsonObject): NodeContext;

  /** Runs another workflow in the file, or this workflow again, and returns the items of its last node. */
  runSubWorkflow(workflow: Workflow, items: readonly Item[]): Promise<Item[]>;
  staticData(kind: "global" | "node"): JsonObject;
  /** Returns the data of the workflow that the author's own code can read. */
  createCodeScope(itemIndex: number): CodeScope;

  /**
   * Reads a service's response, which counts toward the run's limit while the node runs.
   * @throws Error if the response is larger than `maxBytes`
   */
  readResponse(answer: Readable, maxBytes: number): Promise<Buffer>;

  /** Sets the response of the run, as Respond to Webhook does. Later calls have no effect. */
  respond(answer: JsonValue): void;
  /** Sends a chunk of the answer as soon as a model returns it. */
  stream(text: string): void;
  log(level: "debug" | "info" | "warning" | "error", message: string): void;
  /** Adds a step of an agent to the trace. */
  step(kind: "message" | "tool_call" | "tool_result", source: string, text: string): void;
  /** Waits for a duration, within the run's time. */
  sleep(ms: number): Promise<void>;
  /**
   * Waits for a duration. In a conversation, a wait that is longer than the rest of the run's time ends the turn, and a
   * later message continues the run.
   */
  pause(ms: number): Promise<void>;
  /** Returns the URL at which the next wait of this node is answered. */
  resumeAddress(): Promise<string>;
  /**
   * Waits for an answer from a person or another system. Returns undefined if no answer arrives within `ms`. In a
   * conversation, this ends the turn, and the node runs again from its beginning once the person has answered.
   * @throws WorkflowLimit if the run's time ends first
   */
  waitForAnswer(asks: WaitRequest["asks"], ms?: number): Promise<WaitAnswer | undefined>;

  /** Creates an error that names this node. */
  failure(
    message: string,
    place?: { field?: string; itemIndex?: number; details?: Readonly<Record<string, string | number>> },
    options?: ErrorOptions,
  ): NodeError;
  /**
   * Creates the output items for each input item in turn. An item that fails stops the node, or becomes an item with
   * the error, depending on the node's `onError`. Output items without a pairing are paired with their input item.
   */
  each(
    make: (item: Item, index: number) => Promise<readonly Item[]> | readonly Item[],
    options?: { afterError?: AfterItemError },
  ): Promise<Item[]>;
}
