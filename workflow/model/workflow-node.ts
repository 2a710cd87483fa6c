import type { JsonObject } from "./item.ts";

/** The behavior after a node fails. */
export type OnError = "stopWorkflow" | "continueRegularOutput" | "continueErrorOutput";

/** A node of a file, with n8n's defaults filled in. */
export interface WorkflowNode {
  id: string;
  name: string;
  /** The type in the form of the file, such as `n8n-nodes-base.set`. */
  type: string;
  version: number;
  position: readonly [number, number];
  /** The parameters before evaluation: expressions begin with `=`. */
  parameters: JsonObject;
  disabled: boolean;
  executeOnce: boolean;
  alwaysOutputData: boolean;
  onError: OnError;
  /** The total number of tries: 1 without retryOnFail. */
  maxTries: number;
  waitBetweenTriesMs: number;
  /** Types of the credentials that the node names. Their contents are never used. */
  credentials: readonly string[];
}
