import { ExecutionResult } from "@stoa/contract";
import * as z from "zod";
import type { Person } from "../tests/harness/client.ts";
import type { ServerProcess } from "../tests/harness/server-process.ts";
import { startBareProcess } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { PersistentConnection } from "./persistent-connection.ts";
import { getPercentile } from "./statistics.ts";

/**
 * Node compiles code that runs often. Measuring the first runs, up to about this number, would measure the compiler.
 */
const WARM_UP = 100;
const RUNS = 150;
const OWN_GOAL_MS = 4;
const BARE_GOAL = 2;
const WHOLE_GOAL_MS = 20;

const Paused = z.object({ paused: z.number() });

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/**
 * Measures a trivial agent with one client. The platform's overhead is the call's latency minus the sandbox's own time.
 * The runs alternate with calls to a bare server, which show the minimum time for such a call on this machine.
 */
export async function runOverhead(server: ServerProcess, person: Person, agentId: number): Promise<Figure[]> {
  const ours = new PersistentConnection(server.url, person.token);
  const process = await startBareProcess(
    new URL("bare-booking-server.ts", import.meta.url),
    server.databaseUrl,
  );
  const theirs = new PersistentConnection(process.url, "");
  const [whole, own, bare]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < WARM_UP + RUNS; i++) {
    const message = "hello";
    const run = await timed(() =>
      ours.post("/api/v1/execute/run", { agent_id: agentId, input_data: { message } }),
    );
    const result = ExecutionResult.parse(run.result);
    if (!result.success) throw new Error(`the run failed: ${result.detail}`);
    const sandboxMs = result.execution_time * 1000;
    const least = await timed(() => theirs.post("/", { message, ms: Math.round(sandboxMs) }));
    if (i < WARM_UP) continue;
    whole.push(run.ms);
    own.push(run.ms - sandboxMs);
    bare.push(least.ms - Paused.parse(least.result).paused);
  }
  ours.close();
  theirs.close();
  process.stop();
  return figures(whole, own, bare);
}

function figures(whole: number[], own: number[], bare: number[]): Figure[] {
  const [ownP50, wholeP50, bareP50] = [
    getPercentile(own, 0.5),
    getPercentile(whole, 0.5),
    getPercentile(bare, 0.5),
  ];
  return [
    {
      name: "platform overhead per run",
      measurement: `${ownP50.toFixed(2)} ms p50`,
      goal: `<= ${OWN_GOAL_MS} ms`,
      met: ownP50 <= OWN_GOAL_MS,
      detail: `p95 ${getPercentile(own, 0.95).toFixed(2)} ms, ${RUNS} runs with one client`,
    },
    {
      name: "the same / node:http, a read, two commits",
      measurement: `${(ownP50 / bareP50).toFixed(2)} x`,
      goal: `<= ${BARE_GOAL} x`,
      met: ownP50 / bareP50 <= BARE_GOAL,
      detail: `${bareP50.toFixed(2)} ms p50 for the bare server, taking turns`,
    },
    {
      name: "a complete metered run over HTTP",
      measurement: `${wholeP50.toFixed(1)} ms p50`,
      goal: `<= ${WHOLE_GOAL_MS} ms`,
      met: wholeP50 <= WHOLE_GOAL_MS,
      detail: `p95 ${getPercentile(whole, 0.95).toFixed(1)} ms, the same runs, one after the other`,
    },
  ];
}
