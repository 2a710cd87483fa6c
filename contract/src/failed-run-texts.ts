import { LIMITS } from "./limits.ts";

/** The rule about the cost of failed runs, for every page that states it. */
export const FAILED_RUNS_RULE = `A run that fails costs nothing as long as the model calls of your failed runs come to at most ${LIMITS.freeFailuresUsdPerDay} USD a day (UTC; the operator of a server may set another amount). What they cost beyond that is charged.`;
