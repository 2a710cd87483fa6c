import type { AgentRuntime, RuntimeStatus } from "../agent-runtime.ts";

export type Unavailable = Extract<RuntimeStatus, { available: false }>;

/** A runtime that can run nothing here: its jobs crash at once, with the reason. */
export function unavailableRuntime(status: Unavailable): AgentRuntime {
  const error = { message: "Agents of this kind cannot run on this server.", developerDetail: status.reason };
  return {
    environmentDigest: undefined,
    status: () => status,
    inspect: () => Promise.reject(new Error(status.reason)),
    start: (job) => ({
      receipt: Promise.resolve({ runId: job.runId, outcome: "crashed", output: null, error, durationMs: 0 }),
      cancel: () => {},
    }),
    close: () => Promise.resolve(),
  };
}
