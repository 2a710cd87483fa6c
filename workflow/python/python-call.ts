import type { PythonCodeAnswer, PythonCodeJob } from "../code/index.ts";

/** What a run's process asks of the server, which has the sandboxes. A line takes the answer; closing it gives up. */
export type PythonCall = Pick<PythonCodeJob, "source" | "given" | "wallMs">;

export type PythonCallAnswer = { answer: PythonCodeAnswer } | { problem: string };
