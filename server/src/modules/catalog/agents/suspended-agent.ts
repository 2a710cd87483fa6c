import { TEXTS } from "@stoa/contract";
import { sql } from "kysely";
import { AppError } from "../../../platform/http/app-error.ts";

/** Of a row of `agents`: whether an operator has suspended it, or its owner. */
export const isSuspended = sql<boolean>`(agents.suspended_at IS NOT NULL
  OR EXISTS (SELECT FROM suspended_accounts WHERE suspended_accounts.account_id = agents.owner_account_id))`;

/** Returns the 403 for a caller who could run the agent if it were not suspended. Only its owner sees the reason. */
export const agentSuspended = () => new AppError(403, "agent_suspended", TEXTS.run.agentSuspended);
