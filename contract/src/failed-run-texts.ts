import { LIMITS } from "./limits.ts";

/** The rule about the cost of failed runs, for every page that states it. */
export const FAILED_RUNS_RULE = `A run that fails costs nothing as long as the model calls of your failed runs cost at most ${LIMITS.freeFailuresUsdPerDay} USD per UTC day (the operator of a server can set another amount). Any cost beyond that is charged.`;
