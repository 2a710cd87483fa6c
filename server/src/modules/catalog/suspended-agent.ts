import { TEXTS } from "@stoa/contract";
import { sql } from "kysely";
import { AppError } from "../../platform/http/app-error.ts";

/** Of a row of `agents`: whether an operator has suspended it, or its owner. */
export const isSuspended = sql<boolean>`(agents.suspended_at IS NOT NULL
  OR EXISTS (SELECT FROM suspended_accounts WHERE suspended_accounts.account_id = agents.owner_account_id))`;

/** 403 for whoever could run the agent if it were not suspended. Why it is, its owner alone is told. */
export const agentSuspended = () => new AppError(403, "agent_suspended", TEXTS.run.agentSuspended);
