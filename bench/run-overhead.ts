import { ExecutionResult } from "@stoa/contract";
import type { Person } from "../tests/harness/client.ts";
import type { Figure } from "./figure.ts";
import { KeptConnection } from "./kept-connection.ts";
import { percentile } from "./statistics.ts";

/** Node compiles what it runs often: before about this many runs a figure is one of the compiler. */
const WARM_UP = 100;
const RUNS = 150;
const OWN_GOAL_MS = 4;
const WHOLE_GOAL_MS = 20;

/** A trivial agent, run by one client: the whole call less the sandbox's own time is the platform's part. */
export async function runOverhead(url: string, person: Person, agentId: number): Promise<Figure[]> {
  const connection = new KeptConnection(url, person.token);
  const [whole, own]: [number[], number[]] = [[], []];
  for (let i = 0; i < WARM_UP + RUNS; i++) {
    const start = performance.now();
    const answer = await connection.post("/api/v1/execute/run", {
      agent_id: agentId,
      input_data: { message: "hello" },
    });
    const total = performance.now() - start;
    const result = ExecutionResult.parse(answer);
    if (!result.success) throw new Error(`the run failed: ${result.detail}`);
    if (i < WARM_UP) continue;
    whole.push(total);
    own.push(total - result.execution_time * 1000);
  }
  connection.close();
  const [ownP50, wholeP50] = [percentile(own, 0.5), percentile(whole, 0.5)];
  return [
    {
      name: "the platform's own part of a run",
      measured: `${ownP50.toFixed(2)} ms p50`,
      goal: `<= ${OWN_GOAL_MS} ms`,
      met: ownP50 <= OWN_GOAL_MS,
      detail: `p95 ${percentile(own, 0.95).toFixed(2)} ms, ${RUNS} runs at one client`,
    },
    {
      name: "a whole metered run over HTTP",
      measured: `${wholeP50.toFixed(1)} ms p50`,
      goal: `<= ${WHOLE_GOAL_MS} ms`,
      met: wholeP50 <= WHOLE_GOAL_MS,
      detail: `p95 ${percentile(whole, 0.95).toFixed(1)} ms, the same runs, one after the other`,
    },
  ];
}
