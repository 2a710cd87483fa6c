/** What one run of a workflow may use. */
export interface RunLimits {
  /** Runs of nodes. 10,000 items in a loop of nine nodes, one at a time, are 90,000. */
  nodeRuns: number;
  /** Items held at a time. Ten nodes of a chain, each with 50,000. */
  items: number;
  /** Bytes of items and files held at a time, as JSON would write them. A third of the worker's memory. */
  bytes: number;
  /** Bytes of one item: what a model or a form could still take. */
  itemBytes: number;
  /** The whole run with its waits. */
  wallMs: number;
  /** Workflows within workflows. n8n's own examples have two or three. */
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
