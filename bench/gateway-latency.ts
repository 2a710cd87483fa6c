import type { Figure } from "./figure.ts";
import { Caller, type GatewayPath, type GatewayPaths } from "./gateway-load.ts";
import { reportNotInstalled } from "./gateway-portkey.ts";
import { getMedian, getPercentile } from "./statistics.ts";

/**
 * Node compiles code that runs often. Measuring the first calls, up to about this number, would measure the compiler.
 */
const WARM_UP = 400;
const CALLS = 1_000;
const GOAL = 1 / 4;

/** Measures the latencies. The paths alternate with each call, so that all are measured under the same conditions. */
async function measureLatencies(ways: readonly GatewayPath[]): Promise<Map<string, number[]>> {
  const callers = ways.map((way) => ({ caller: new Caller(way), name: way.name }));
  const times = new Map(ways.map(({ name }) => [name, [] as number[]]));
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    for (const { caller, name } of callers) {
      const ms = await caller.timed();
      if (i >= WARM_UP) times.get(name)?.push(ms);
    }
  }
  for (const { caller } of callers) caller.close();
  return times;
}

/** Measures the latency that a gateway adds to one call, with one client. */
export async function measureAddedLatency({ direct, thin, stoa, portkey }: GatewayPaths): Promise<Figure[]> {
  const times = await measureLatencies([direct, thin, stoa[0], ...(portkey === undefined ? [] : [portkey])]);
  const straight = getMedian(times.get("direct") ?? []);
  const getAddedLatency = (way: GatewayPath) => getMedian(times.get(way.name) ?? []) - straight;
  const name = "a model call's added latency / portkey's";
  const tail = getPercentile(times.get("stoa") ?? [], 0.99);
  const detail = `p50 ${getAddedLatency(stoa[0]).toFixed(3)} ms (p99 ${tail.toFixed(2)} ms total), thin proxy ${getAddedLatency(thin).toFixed(3)} ms, direct ${straight.toFixed(3)} ms total, ${CALLS} calls each, taking turns`;
  if (portkey === undefined) return [reportNotInstalled(name, `<= ${GOAL} x`, detail)];
  const ratio = getAddedLatency(stoa[0]) / getAddedLatency(portkey);
  return [
    {
      name,
      measurement: `${ratio.toFixed(2)} x`,
      goal: `<= ${GOAL} x`,
      met: ratio <= GOAL,
      detail: `${detail}; portkey ${getAddedLatency(portkey).toFixed(3)} ms`,
    },
  ];
}
