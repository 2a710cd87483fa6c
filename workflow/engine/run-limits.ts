/** The limits of one run of a workflow. */
export interface RunLimits {
  /**
   * The maximum number of node runs. 10,000 items in a loop of nine nodes, one item at a time, need 90,000.
   */
  nodeRuns: number;
  /** The maximum number of items held at a time, which is enough for a chain of ten nodes with 50,000 items each. */
  items: number;
  /**
   * The maximum size of the items and files held at a time, in bytes as JSON: a third of the heap of a run.
   */
  bytes: number;
  /** The maximum size of one item in bytes: about as much as a model or a form accepts. */
  itemBytes: number;
  /** The maximum duration of the whole run in milliseconds, including its waits. */
  wallMs: number;
  /** The maximum depth of nested sub-workflows. n8n's own examples have two or three levels. */
  depth: number;
}

export const DEFAULT_LIMITS: RunLimits = {
  nodeRuns: 100_000,
  items: 500_000,
  bytes: 96 * 1024 * 1024,
  itemBytes: 32 * 1024 * 1024,
  wallMs: 300_000,
  depth: 5,
};
