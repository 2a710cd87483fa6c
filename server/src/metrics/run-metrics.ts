import { Counter, Histogram, type Registry } from "prom-client";

/** An ended run as metrics see it. It contains no value that the agent or the caller can choose. */
export interface RunMeasurement {
  /** One of our runtimes. */
  runtime: string;
  status: string;
  tokens: number;
  seconds: number;
}

/** From an agent that replies immediately to the longest time limit. */
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** Counts ended runs, including child runs. */
export function measureRuns(registry: Registry): (run: RunMeasurement) => void {
  const durations = new Histogram({
    name: "stoa_run_duration_seconds",
    help: "Ended runs and how long they took, by runtime and outcome",
    labelNames: ["runtime", "outcome"],
    buckets: SECONDS,
    registers: [registry],
  });
  const tokens = new Counter({
    name: "stoa_run_tokens_total",
    help: "Tokens metered in ended runs, by runtime",
    labelNames: ["runtime"],
    registers: [registry],
  });
  return (run) => {
    durations.observe({ runtime: run.runtime, outcome: run.status }, run.seconds);
    tokens.inc({ runtime: run.runtime }, run.tokens);
  };
}
