import type { PythonCodeAnswer, PythonCodeJob } from "../code/index.ts";

/** What a run's thread asks of the thread that has the sandboxes. The port takes the answer; closing it gives up. */
export type PythonCall = Pick<PythonCodeJob, "source" | "given" | "wallMs">;

export type PythonCallAnswer = { answer: PythonCodeAnswer } | { problem: string };
