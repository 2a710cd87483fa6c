import { setTimeout as delay } from "node:timers/promises";
import { createJob, set, toWorkflowExport } from "../workflow/testing/workflow-job.ts";
import { WorkflowRuntime } from "../workflow/workflow-runtime.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const ROUNDS = 15;
const GOAL = 1 / 3;

/** The time to wait until a process has loaded its program, even on a busy machine. */
const SETTLE_MS = 2_000;

const SMALL = toWorkflowExport(set("=Hello {{ $json.message }}"));

async function measureTime(runtime: WorkflowRuntime): Promise<number> {
  const begun = performance.now();
  const { outcome } = await runtime.start(createJob(SMALL), () => undefined).receipt;
  if (outcome !== "completed") throw new Error(`the run ended as ${outcome}`);
  return performance.now() - begun;
}

/** Measures how much faster a small workflow runs in a waiting process than in a new process. */
export async function measureWorkflowRuns(): Promise<Figure> {
  const [waiting, started]: [number[], number[]] = [[], []];
  const runtime = new WorkflowRuntime();
  await measureTime(runtime);
  for (let round = 0; round < ROUNDS; round++) {
    await delay(SETTLE_MS);
    waiting.push(await measureTime(runtime));
    await delay(SETTLE_MS);
    const fresh = new WorkflowRuntime();
    started.push(await measureTime(fresh));
    await fresh.close();
  }
  await runtime.close();
  const share = getMedian(waiting) / getMedian(started);
  return {
    name: "a small workflow / the same in a new process",
    measurement: `${share.toFixed(2)} x`,
    goal: `<= ${GOAL.toFixed(2)} x`,
    met: share <= GOAL,
    detail: `p50 ${getMedian(waiting).toFixed(0)} ms and ${getMedian(started).toFixed(0)} ms, two nodes, ${ROUNDS} rounds`,
  };
}
