import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";
import type { ConversationSession } from "../model/node-context.ts";
import type { WorkflowServices } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";
import type { WorkflowCall } from "./called-workflows.ts";
import type { ExecutionBudget } from "./execution-budget.ts";
import type { ExecutionEvents } from "./execution-events.ts";
import type { ExecutionRecords } from "./execution-records.ts";
import type { ExecutionTrace } from "./execution-trace.ts";
import type { FindNodeType } from "./node-types.ts";
import type { PairedItems } from "./paired-items.ts";
import type { ResumeAddress } from "./resume-address.ts";
import type { PausedCall } from "./saved-execution.ts";
import type { WorkflowGraph } from "./workflow-graph.ts";

/** Shared state of one workflow execution. Sub-workflows get their own context within the same run. */
export interface ExecutionContext {
  readonly workflow: Workflow;
  readonly graph: WorkflowGraph;
  readonly records: ExecutionRecords;
  readonly pairs: PairedItems;
  readonly budget: ExecutionBudget;
  readonly services: WorkflowServices;
  readonly findNodeType: FindNodeType;
  readonly signal: AbortSignal;
  readonly startedAt: Date;
  /** The caller's input at the start of the run. */
  readonly callerInput: JsonObject;
  readonly execution: { readonly id: string; readonly mode: "test" | "production" };
  readonly events: ExecutionEvents;
  readonly trace: ExecutionTrace;
  /** Set if the run is a turn of a conversation, in which a wait ends the turn with a question. */
  readonly session: ConversationSession | undefined;
  /** Whether nodes can end the turn with a question: in a conversation, unless an agent has called the workflow as a tool. */
  readonly canAsk: boolean;
  /** Whether nodes with pinned output return it instead of running. */
  readonly usePinned: boolean;
  /** Whether waits end immediately, in a comparison with pinned output. */
  readonly skipsWaits: boolean;
  /** The node that called this workflow, if it is a sub-workflow. */
  readonly within: string | undefined;
  staticData(node: string | undefined): JsonObject;
  /**
   * The URL at which the next wait is answered. `usesResumeAddress` is whether the workflow's expressions read the URL.
   */
  readonly resume: ResumeAddress;
  readonly usesResumeAddress: boolean;
  respond(answer: JsonValue): void;
  /** Runs a workflow that a node calls. Returns the items of its last node, or its question. */
  runSubWorkflow(call: WorkflowCall): Promise<Item[] | PausedCall>;
}
