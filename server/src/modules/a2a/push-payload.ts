import type { WebhookRun } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { presentTask } from "./present-task.ts";
import { readContext } from "./task-store.ts";
import { A2A_MEDIA_TYPE, type StreamResponse } from "./wire.ts";

/** Returns the function that presents the end of a run as the push notification of its task. */
export function createPushPresenter(db: Database) {
  return async (run: WebhookRun): Promise<{ contentType: string; body: StreamResponse }> => {
    const task = presentTask(run, await readContext(db, run.run_id));
    const metadata = { ...task.metadata, ...(run.agent_output_omitted && { answerOmitted: true }) };
    return { contentType: A2A_MEDIA_TYPE, body: { task: { ...task, metadata } } };
  };
}
