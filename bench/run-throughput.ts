import autocannon from "autocannon";
import type { Person } from "../tests/harness/client.ts";
import type { Figure } from "./figure.ts";

const CONNECTIONS = 8;
const SECONDS = 8;
const GOAL = 100;

/**
 * Measures metered runs of the trivial agent over HTTP with several concurrent clients. @throws Error if any run is
 * refused or gets no response.
 */
export async function runThroughput(url: string, person: Person, agentId: number): Promise<Figure> {
  const result = await autocannon({
    url: `${url}/api/v1/execute/run`,
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
    body: JSON.stringify({ agent_id: agentId, input_data: { message: "hello" } }),
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`runs: ${result.non2xx} were refused, ${result.errors} had no response`);
  }
  const rate = result.requests.average;
  return {
    name: "runs per second",
    measurement: `${rate.toFixed(0)} runs/s`,
    goal: `>= ${GOAL} on two cores`,
    met: rate >= GOAL,
    detail: `${CONNECTIONS} clients for ${SECONDS} s, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms; the clients ran on the same cores`,
  };
}
