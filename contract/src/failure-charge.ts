import { FAILED_RUNS_RULE } from "./failed-run-texts.ts";
import { Usd } from "./values.ts";

/** The cost of a failed run's model calls for its caller. */
export const FailureCharge = Usd.nullable().meta({
  description: `Amount charged for the model calls of a failed run, in USD; null if nothing was charged. ${FAILED_RUNS_RULE}`,
});
