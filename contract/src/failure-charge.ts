import { FAILED_RUNS_RULE } from "./failed-run-texts.ts";
import { Usd } from "./values.ts";

/** What a failed run's model calls cost its caller. */
export const FailureCharge = Usd.nullable().meta({
  description: `What a run that failed was charged for its model calls, in USD. ${FAILED_RUNS_RULE} null if nothing was charged`,
});
