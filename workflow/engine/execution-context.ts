import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";
import type { WorkflowServices } from "../model/services.ts";
import type { Workflow } from "../model/workflow.ts";
import type { ExecutionBudget } from "./execution-budget.ts";
import type { ExecutionEvents } from "./execution-events.ts";
import type { ExecutionRecords } from "./execution-records.ts";
import type { ExecutionTrace } from "./execution-trace.ts";
import type { FindNodeType } from "./node-types.ts";
import type { PairedItems } from "./paired-items.ts";
import type { ResumeAddress } from "./resume-address.ts";
import type { WorkflowGraph } from "./workflow-graph.ts";

/** What all nodes of one workflow see while it runs. A workflow within has its own, of the same run. */
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
  /** By the caller, at the beginning. */
  readonly given: JsonObject;
  readonly execution: { readonly id: string; readonly mode: "test" | "production" };
  readonly events: ExecutionEvents;
  readonly trace: ExecutionTrace;
  /** The author's fixed outputs replace their nodes. */
  readonly usePinned: boolean;
  /** The node that called this workflow, where another did. */
  readonly within: string | undefined;
  staticData(node: string | undefined): JsonObject;
  /** Where the next wait is answered, and whether nodes ask for it before. */
  readonly resume: ResumeAddress;
  readonly usesResumeAddress: boolean;
  respond(answer: JsonValue): void;
  runSubWorkflow(node: string, workflow: Workflow, items: readonly Item[]): Promise<Item[]>;
}
