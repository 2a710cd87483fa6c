import type { Gateway, RunBudget } from "@stoa/gateway";
import { Counter, Histogram, Registry } from "prom-client";
import type { Database } from "../platform/db/database.ts";
import type { BackgroundJob } from "../platform/jobs/job.ts";
import { measureDatabase } from "./database-metrics.ts";
import { measureCalls, measureProviders } from "./gateway-metrics.ts";
import { type MeasuredNode, measureNode } from "./node-metrics.ts";

/** An ended run as metrics see it. It contains no value that the agent or the caller can choose. */
interface RunMeasurement {
  /** The name of one of Stoa's runtimes. */
  runtime: string;
  status: string;
  tokens: number;
  seconds: number;
}

/** The buckets reach from an agent that replies immediately to the longest time limit. */
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** The metrics of the entire product, for an operator's Prometheus. */
export interface ProductMetrics {
  registry: Registry;
  runEnded(run: RunMeasurement): void;
  /** Returns the budget, wrapped so that the calls that it records are counted. */
  measureBudget(budget: RunBudget): RunBudget;
  /** Registers the metrics of the node and the database. Returns the jobs that measure them. */
  watch(parts: MeasuredNode & { db: Database; gateway: Gateway }): BackgroundJob[];
}

export function createMetrics(): ProductMetrics {
  const registry = new Registry();
  return {
    registry,
    runEnded: measureRuns(registry),
    measureBudget: (budget) => measureCalls(registry, budget),
    watch(parts) {
      measureNode(registry, parts);
      measureProviders(registry, parts.gateway);
      return measureDatabase(registry, parts.db);
    },
  };
}

/** Returns a function that records an ended run. Child runs are recorded too. */
function measureRuns(registry: Registry): (run: RunMeasurement) => void {
  const durations = new Histogram({
    name: "stoa_run_duration_seconds",
    help: "Duration of ended runs, by runtime and outcome",
    labelNames: ["runtime", "outcome"],
    buckets: DURATION_BUCKETS,
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
