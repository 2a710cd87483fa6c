import { FAILED_RUNS_RULE } from "./failed-run-texts.ts";
import { Usd } from "./values.ts";

/** The amount that the caller of a failed run is charged for its model calls. */
export const FailureCharge = Usd.nullable().meta({
  description: `Amount charged for the model calls of a failed run, in USD; null if nothing was charged. ${FAILED_RUNS_RULE}`,
});
