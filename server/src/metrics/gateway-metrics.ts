import type { Gateway, ModelCall, RunBudget } from "@stoa/gateway";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** The buckets reach from `stoa-basic` to the longest response of a large model. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

/** Returns the budget, wrapped so that every call that it records is also counted. */
export function measureCalls(registry: Registry, budget: RunBudget): RunBudget {
  const durations = new Histogram({
    name: "stoa_gateway_call_duration_seconds",
    help: "Duration of model calls, by provider and outcome",
    labelNames: ["provider", "outcome"],
    buckets: SECONDS,
    registers: [registry],
  });
  const tokens = new Counter({
    name: "stoa_gateway_tokens_total",
    help: "Tokens of model calls, by provider and kind (prompt or completion)",
    labelNames: ["provider", "kind"],
    registers: [registry],
  });
  const count = ({ provider, outcome, durationMs, promptTokens, completionTokens }: ModelCall) => {
    durations.observe({ provider, outcome }, durationMs / 1000);
    tokens.inc({ provider, kind: "prompt" }, promptTokens);
    tokens.inc({ provider, kind: "completion" }, completionTokens);
  };
  return {
    reserve: (runId, estimate) => budget.reserve(runId, estimate),
    record: (runId, reservationId, call) => {
      count(call);
      return budget.record(runId, reservationId, call);
    },
  };
}

/** Reports which providers are currently skipped because they fail. */
export function measureProviders(registry: Registry, gateway: Gateway): void {
  new Gauge({
    name: "stoa_gateway_breaker_open",
    help: "1 while calls to a failing provider are suspended, by provider",
    labelNames: ["provider"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, isLeftAlone } of gateway.listProviders())
        this.set({ provider: name }, isLeftAlone ? 1 : 0);
    },
  });
}
