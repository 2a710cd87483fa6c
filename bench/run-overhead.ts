import { ExecutionResult } from "@stoa/contract";
import { Client, type Person } from "../tests/harness/client.ts";
import type { Figure } from "./figure.ts";
import { percentile } from "./statistics.ts";

const WARM_UP = 10;
const RUNS = 150;
const GOAL_MS = 4;

/** A trivial agent, run by one client: the whole call less the sandbox's own time is the platform's part. */
export async function runOverhead(url: string, person: Person, agentId: number): Promise<Figure> {
  const client = new Client(url);
  const [whole, own]: [number[], number[]] = [[], []];
  for (let i = 0; i < WARM_UP + RUNS; i++) {
    const start = performance.now();
    const answer = await client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message: "hello" } },
      { token: person.token },
    );
    const total = performance.now() - start;
    const result = ExecutionResult.parse(answer.body);
    if (!result.success) throw new Error(`the run failed: ${result.detail}`);
    if (i < WARM_UP) continue;
    whole.push(total);
    own.push(total - result.execution_time * 1000);
  }
  const p50 = percentile(own, 0.5);
  return {
    name: "the platform's own part of a run",
    measured: `${p50.toFixed(2)} ms p50`,
    goal: `<= ${GOAL_MS} ms`,
    met: p50 <= GOAL_MS,
    detail: `p95 ${percentile(own, 0.95).toFixed(2)} ms; whole run ${percentile(whole, 0.5).toFixed(1)} ms p50 with a cold sandbox, ${RUNS} runs at one client`,
  };
}
