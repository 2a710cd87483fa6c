export type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "./budget.ts";
export type { Gateway, GatewaySession, ModelListing } from "./gateway.ts";
