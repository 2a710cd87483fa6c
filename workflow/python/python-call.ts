import type { PythonCodeAnswer, PythonCodeJob } from "../code/index.ts";

/**
 * A worker's request to run Python, sent to the server, which has the sandboxes. The answer comes on a channel;
 * closing the channel aborts the call.
 */
export type PythonCall = Pick<PythonCodeJob, "source" | "input" | "wallMs">;

export type PythonCallAnswer = { answer: PythonCodeAnswer } | { problem: string };
