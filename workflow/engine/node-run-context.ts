import type { Readable } from "node:stream";
import { setTimeout as sleepUnlessAborted } from "node:timers/promises";
import { LIMITS } from "@stoa/contract";
import { readBody } from "@stoa/runtime/gateway-http";
import type { JsonValue } from "@stoa/runtime/protocol";
import {
  ExpressionError,
  type ExpressionScope,
  evaluateParameter,
  evaluateText,
} from "../expressions/index.ts";
import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { SubNodeKind } from "../model/connection.ts";
import type { Item, JsonObject } from "../model/item.ts";
import { toText } from "../model/json-text.ts";
import type { AfterItemError, NodeContext, NodeMemory } from "../model/node-context.ts";
import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import { type Question, QuestionAsked } from "../model/question.ts";
import type { CodeScope } from "../model/services.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { getAttachedSubNodes } from "./attached-sub-nodes.ts";
import { CalledWorkflows } from "./called-workflows.ts";
import { createCodeScope } from "./code-scope.ts";
import type { ExecutionBudget } from "./execution-budget.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { createFailedItem, shouldStopRun } from "./failed-items.ts";
import { type CurrentNode, createItemScope, findOtherNode } from "./item-scope.ts";
import { getValueAtPath, hasExpressions } from "./parameter-path.ts";

/** Reads a service's response and counts it toward the run's limit while the node runs. */
async function readCountedResponse(
  budget: ExecutionBudget,
  answer: Readable,
  maxBytes: number,
): Promise<Buffer> {
  ensureHeapRoom();
  const body = await readBody(answer, maxBytes);
  budget.countAnswer(body.byteLength);
  return body;
}

const DAY_MS = 86_400_000;
/** A conversation is continued within a week. Its content might be deleted before a much later time. */
const LONGEST_PAUSE_MS = 7 * DAY_MS;

const LONGEST_RUN_MS = LIMITS.runTimeoutMaxSeconds * 1_000;

/** A node's view of the execution during one of its runs. */
export class NodeRunContext implements NodeContext {
  readonly #run: ExecutionContext;
  readonly #current: CurrentNode;
  #scope: ExpressionScope | undefined;
  #calls: CalledWorkflows;

  constructor(run: ExecutionContext, current: CurrentNode) {
    this.#run = run;
    this.#current = current;
    this.#calls = new CalledWorkflows(current.continues);
  }

  get node(): WorkflowNode {
    return this.#current.node;
  }
  get workflow(): Workflow {
    return this.#run.workflow;
  }
  get inputs(): readonly (readonly Item[] | undefined)[] {
    return this.#current.inputs;
  }
  get items(): readonly Item[] {
    return this.#current.inputs[0] ?? [];
  }
  get runIndex(): number {
    return this.#current.runIndex;
  }
  get services() {
    return this.#run.services;
  }
  get signal(): AbortSignal {
    return this.#run.signal;
  }
  get startedAt(): Date {
    return this.#run.startedAt;
  }
  get callerInput(): JsonObject {
    return this.#run.callerInput;
  }
  get execution() {
    return this.#run.execution;
  }
  get isInConversation(): boolean {
    return this.#run.session !== undefined;
  }
  get session() {
    return this.#run.session;
  }
  get nodeContext(): JsonObject {
    return this.#run.records.getContext(this.node.name);
  }
  otherNode(name: string) {
    return findOtherNode(this.#run, this.#current, name);
  }
  get memory(): Map<string, NodeMemory> {
    return this.#run.records.getMemory(this.node.name);
  }

  raw(path: string): JsonValue | undefined {
    return getValueAtPath(this.node.parameters, path);
  }

  parameter(path: string, itemIndex: number, fallback?: JsonValue): JsonValue | undefined {
    const raw = this.raw(path);
    if (raw === undefined) return fallback;
    if (!hasExpressions(raw)) return raw;
    return this.#evaluateWith(itemIndex, path, (scope) => evaluateParameter(raw, scope, path));
  }

  text(path: string, itemIndex: number, fallback = ""): string {
    return toText(this.parameter(path, itemIndex, fallback));
  }

  number(path: string, itemIndex: number, fallback: number): number {
    const value = this.parameter(path, itemIndex, fallback);
    if (value === undefined || value === null || value === "") return fallback;
    const number = typeof value === "object" ? Number.NaN : Number(value);
    if (Number.isNaN(number)) throw this.failure(`'${path}' must be a number`, { field: path, itemIndex });
    return number;
  }

  flag(path: string, itemIndex: number, fallback = false): boolean {
    const value = this.parameter(path, itemIndex, fallback);
    return value === "false" ? false : Boolean(value);
  }

  object(path: string, itemIndex: number): JsonObject {
    const value = this.parameter(path, itemIndex);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  }

  list(path: string, itemIndex: number): JsonValue[] {
    const value = this.parameter(path, itemIndex);
    return Array.isArray(value) ? value : [];
  }

  evaluate(
    text: string,
    itemIndex: number,
    names?: Readonly<Record<string, JsonValue>>,
  ): JsonValue | undefined {
    return this.#evaluateWith(itemIndex, undefined, (scope) =>
      evaluateText(text, names ? { ...scope, names } : scope),
    );
  }

  #evaluateWith<Value>(
    itemIndex: number,
    field: string | undefined,
    evaluate: (scope: ExpressionScope) => Value,
  ): Value {
    if (this.#scope?.itemIndex !== itemIndex)
      this.#scope = createItemScope(this.#run, this.#current, itemIndex);
    try {
      return evaluate(this.#scope);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const place = error.field ?? field;
      throw this.failure(
        error.message,
        { ...(place !== undefined && { field: place }), itemIndex },
        { cause: error },
      );
    }
  }

  getSubNodes<Kind extends SubNodeKind>(kind: Kind, itemIndex: number): Promise<SubNodes[Kind][]> {
    return getAttachedSubNodes(
      this.#run,
      this.#current,
      kind,
      itemIndex,
      (current) => new NodeRunContext(this.#run, current),
    );
  }

  withItems(items: readonly Item[], fromAi?: JsonObject): NodeContext {
    return new NodeRunContext(this.#run, {
      ...this.#current,
      ...{ inputs: [items], readableInputs: [items], fromAi, canAsk: false, continues: undefined },
    });
  }

  runSubWorkflow(workflow: Workflow, items: readonly Item[]): Promise<Item[]> {
    const { node, canAsk = false } = this.#current;
    return this.#calls.call(workflow, (continues) =>
      this.#run.runSubWorkflow({ node: node.name, workflow, items, canAsk, continues }),
    );
  }

  /** Whether a workflow that the node called has asked in an earlier turn. */
  get continuesCall(): boolean {
    return this.#current.continues !== undefined;
  }

  /** Makes the node call its workflows anew when it is retried. */
  forgetCalls(): void {
    this.#calls = new CalledWorkflows(undefined);
  }

  staticData(kind: "global" | "node"): JsonObject {
    return this.#run.staticData(kind === "node" ? this.node.name : undefined);
  }

  createCodeScope(itemIndex: number): CodeScope {
    return createCodeScope(this.#run, this.#current, itemIndex);
  }

  readResponse(answer: Readable, maxBytes: number): Promise<Buffer> {
    return readCountedResponse(this.#run.budget, answer, maxBytes);
  }

  respond(answer: JsonValue): void {
    this.#run.respond(answer);
  }

  stream(text: string): void {
    this.#run.events.streamed?.(this.node.name, text);
  }

  log(level: "debug" | "info" | "warning" | "error", message: string): void {
    this.#run.events.logged?.(this.node.name, level, message);
  }

  step(kind: "message" | "tool_call" | "tool_result", source: string, text: string): void {
    this.#run.events.stepped?.(this.node.name, { kind, source, text });
  }

  async sleep(ms: number): Promise<void> {
    if (this.#run.skipsWaits) return;
    const left = this.#run.budget.leftMs;
    if (ms > left)
      throw new WorkflowLimit(
        `the node would wait for ${Math.ceil(ms / 1000)} seconds, but the run has only ${Math.floor(left / 1000)} seconds left`,
      );
    await sleepUnlessAborted(ms, undefined, { signal: this.signal });
  }

  async pause(ms: number): Promise<void> {
    const isShort = !this.#current.reply && ms <= this.#run.budget.leftMs;
    if (isShort || !this.isInConversation) return this.sleep(ms);
    if (ms > LONGEST_PAUSE_MS)
      throw this.failure(
        `the node would wait for ${Math.ceil(ms / DAY_MS)} days, but a conversation waits for at most ${LONGEST_PAUSE_MS / DAY_MS} days`,
      );
    this.#ask({ kind: "time" }, ms);
  }

  /**
   * Returns the answer to a question of this node. Ends the turn of the conversation if the question was not asked yet.
   * Returns undefined if the time of the question has passed.
   */
  #ask(asks: Question, ms: number | undefined): WaitAnswer | undefined {
    const { reply, canAsk } = this.#current;
    if (!canAsk)
      // A limit, because an agent would take a failure as the answer of its tool.
      throw new WorkflowLimit(
        `the node '${this.node.name}' waits in a tool of an agent, which a conversation cannot continue later. Move the wait out of the tool: into the main workflow, or into a workflow that an Execute Workflow node calls`,
      );
    if (reply) return reply.answer;
    const until = ms === undefined ? undefined : Date.now() + ms;
    throw new QuestionAsked({ node: this.node.name, asks, ...(until !== undefined && { until }) });
  }

  resumeAddress(): Promise<string> {
    return this.#run.resume.getReady();
  }

  async waitForAnswer(asks: WaitRequest["asks"], ms?: number): Promise<WaitAnswer | undefined> {
    const { budget, within, resume } = this.#run;
    if (this.isInConversation) return this.#ask(asks, ms);
    const left = Math.min(budget.leftMs, LONGEST_RUN_MS);
    const begun = performance.now();
    const { answer, runEnds } = await resume.answer({
      node: this.node.name,
      ...(within !== undefined && { withItems: within }),
      run: this.runIndex,
      isLimited: ms !== undefined && ms <= left,
      waitMs: Math.min(ms ?? left, left),
      asks,
    });
    if (answer === undefined && (runEnds || ms === undefined || ms > left))
      throw new WorkflowLimit(
        `the node waited ${Math.round((performance.now() - begun) / 1000)} seconds, but received no answer before the run's time limit (at most ${LIMITS.runTimeoutMaxSeconds} seconds)`,
      );
    return answer;
  }

  failure(
    message: string,
    place: { field?: string; itemIndex?: number; details?: Readonly<Record<string, string | number>> } = {},
    options: ErrorOptions = {},
  ): NodeError {
    const { field, itemIndex, details } = place;
    return new NodeError(
      message,
      { node: this.node.name, field, itemIndex },
      { ...options, ...(details && { details }) },
    );
  }

  async each(
    make: (item: Item, index: number) => Promise<readonly Item[]> | readonly Item[],
    { afterError = "continue" }: { afterError?: AfterItemError } = {},
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (const [index, item] of this.items.entries()) {
      await this.#run.budget.tick(this.signal);
      try {
        for (const output of await make(item, index))
          items.push(output.pairedItem === undefined ? { ...output, pairedItem: { item: index } } : output);
      } catch (error) {
        const mayContinue = this.node.onError !== "stopWorkflow" && afterError !== "failNode";
        if (!mayContinue || shouldStopRun(error, this.signal)) throw error;
        items.push(createFailedItem(error, afterError === "continueUnpaired" ? undefined : index));
      }
    }
    return items;
  }
}
