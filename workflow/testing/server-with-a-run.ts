import { WorkflowRuntime } from "../workflow-runtime.ts";
import { UNSTOPPABLE } from "./hostile-workflow.ts";
import { createJob, set, toWorkflowExport } from "./workflow-job.ts";

/** A program that has one active run, which cannot be interrupted, and a spare process. */
const runtime = new WorkflowRuntime();
await runtime.start(createJob(toWorkflowExport(set("="))), () => undefined).receipt;
runtime.start(createJob(UNSTOPPABLE, { wallMs: 600_000 }), (event) => {
  if (event.type === "node" && event.run.node === "Set") console.log("in progress");
});
