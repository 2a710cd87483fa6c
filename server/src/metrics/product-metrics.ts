import type { Gateway, RunBudget } from "@stoa/gateway";
import { Registry } from "prom-client";
import type { Database } from "../platform/db/database.ts";
import type { BackgroundJob } from "../platform/jobs/job.ts";
import { measureDatabase } from "./database-metrics.ts";
import { measureCalls, measureProviders } from "./gateway-metrics.ts";
import { type MeasuredNode, measureNode } from "./node-metrics.ts";
import { measureRuns, type RunMeasurement } from "./run-metrics.ts";

/** The metrics of the entire product, for an operator's Prometheus. */
export interface ProductMetrics {
  registry: Registry;
  runEnded(run: RunMeasurement): void;
  /** The budget, wrapped so that the calls that it records are counted. */
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
