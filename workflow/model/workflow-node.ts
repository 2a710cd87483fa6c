import type { JsonObject } from "./item.ts";

/** What becomes of a run when a node fails. */
export type OnError = "stopWorkflow" | "continueRegularOutput" | "continueErrorOutput";

/** A node as its file has it, with n8n's defaults filled in. */
export interface WorkflowNode {
  id: string;
  name: string;
  /** As the file has it: `n8n-nodes-base.set`. */
  type: string;
  version: number;
  position: readonly [number, number];
  /** Not yet evaluated: expressions begin with `=`. */
  parameters: JsonObject;
  disabled: boolean;
  executeOnce: boolean;
  alwaysOutputData: boolean;
  onError: OnError;
  /** Tries in all: 1 without retryOnFail. */
  maxTries: number;
  waitBetweenTriesMs: number;
  /** Kinds of credentials that it names. Their contents are never used. */
  credentials: readonly string[];
}
