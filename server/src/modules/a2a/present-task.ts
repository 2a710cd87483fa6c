import type { ExecutionResult, RunStatus } from "@stoa/contract";
import type { Artifact, Message, Part, Task, TaskState, TaskStatus } from "./wire.ts";

const STATES: Readonly<Record<RunStatus, TaskState>> = {
  queued: "TASK_STATE_SUBMITTED",
  running: "TASK_STATE_WORKING",
  completed: "TASK_STATE_COMPLETED",
  failed: "TASK_STATE_FAILED",
  timeout: "TASK_STATE_FAILED",
  cancelled: "TASK_STATE_CANCELED",
};

/** The ID of the artifact with the agent's answer. Those of files are the IDs of the files. */
export const ANSWER_ID = "answer";

/** The task that an object belongs to. */
export interface TaskRef {
  taskId: string;
  contextId: string;
}

/** Returns the states of runs that a state of tasks stands for. */
export const listStatuses = (state: string): RunStatus[] =>
  (Object.keys(STATES) as RunStatus[]).filter((status) => STATES[status] === state);

/** Presents a run as a task. */
export function presentTask(result: ExecutionResult, contextId: string): Task {
  const ref = { taskId: result.run_id, contextId };
  const artifacts = presentArtifacts(result);
  return {
    id: ref.taskId,
    contextId,
    status: presentStatus(result, ref),
    ...(artifacts.length > 0 && { artifacts }),
    metadata: presentMetadata(result),
  };
}

/** Returns the state of a run, with the reason if it did not complete. */
export function presentStatus({ status, detail, metadata }: ExecutionResult, ref: TaskRef): TaskStatus {
  return {
    state: STATES[status],
    ...(detail !== null && { message: createMessage(ref, "end", [{ text: detail }]) }),
    timestamp: metadata.timestamp,
  };
}

/** Returns what the run cost. Amounts are in USD. Names are in camel case, as A2A demands of all fields. */
export function presentMetadata(result: ExecutionResult): Record<string, unknown> {
  const { run_id, cost, total_cost, tokens_used, max_cost, stop_reason, error, metadata } = result;
  return {
    ...{ runId: run_id, cost, totalCost: total_cost, tokensUsed: tokens_used, maxCost: max_cost },
    agentVersion: metadata.version,
    ...(stop_reason !== null && { stopReason: stop_reason }),
    ...(error !== null && { error }),
  };
}

/** Returns the answer of a run, and the files that it returned. */
export function presentArtifacts(result: ExecutionResult): Artifact[] {
  return [...presentAnswer(result), ...presentFiles(result)];
}

/** Returns the answer of a run as a list of one artifact, or of none if there is no answer. */
export function presentAnswer({ agent_output: output }: Pick<ExecutionResult, "agent_output">): Artifact[] {
  if (output === null) return [];
  const part: Part =
    typeof output === "string" ? { text: output } : { data: output, mediaType: "application/json" };
  return [{ artifactId: ANSWER_ID, name: ANSWER_ID, parts: [part] }];
}

/** Returns the files of a run as artifacts. Their links work for a short time; GetTask returns new ones. */
export function presentFiles({ artifacts }: Pick<ExecutionResult, "artifacts">): Artifact[] {
  return artifacts.map(({ id, name, type, url }) => ({
    artifactId: id,
    name,
    parts: [{ url, filename: name, mediaType: type }],
  }));
}

/** Creates a message of the agent about a task. */
export function createMessage({ taskId, contextId }: TaskRef, name: string, parts: Part[]): Message {
  return { messageId: `${taskId}-${name}`, contextId, taskId, role: "ROLE_AGENT", parts };
}
