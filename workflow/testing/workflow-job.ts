import type { Job } from "@stoa/runtime/protocol";

const TRIGGER = { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] };

/** Creates an export whose nodes are chained after a manual trigger. */
export function toWorkflowExport(
  ...nodes: { name: string; type: string; typeVersion: number; parameters?: object }[]
): string {
  const all = [TRIGGER, ...nodes.map((node, index) => ({ position: [200 * (index + 1), 0], ...node }))];
  const arrows = all
    .slice(0, -1)
    .map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name, type: "main", index: 0 }]] }]);
  return JSON.stringify({
    name: "Flow",
    nodes: all,
    connections: Object.fromEntries(arrows),
    settings: { executionOrder: "v1" },
  });
}

/** Creates a node that sets one field, `text`. */
export const set = (value: string) => ({
  name: "Set",
  type: "n8n-nodes-base.set",
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: "a", name: "text", value, type: "string" }] } },
});

/** Creates a node that sends a request to a server. */
export const request = (url: string) => ({
  name: "Ask",
  type: "n8n-nodes-base.httpRequest",
  typeVersion: 4.2,
  parameters: { url },
});

/** Creates a run of an export. */
export function createJob(
  source: string,
  changes: Partial<Job> & { wallMs?: number; outputBytes?: number } = {},
): Job {
  const { wallMs = 20_000, outputBytes = 1_000_000, ...rest } = changes;
  return {
    runId: "run_1",
    source,
    filename: "flow.json",
    entry: { name: "Start", kind: "workflow", takes: "parameters" },
    input: { message: "Ada" },
    limits: {
      wallMs,
      cpuSeconds: 60,
      memoryBytes: 1e9,
      diskBytes: 1e6,
      processes: 1,
      outputBytes,
    },
    runToken: "rt_1",
    connectGateway: (connection) => connection.destroy(),
    ...rest,
  };
}
