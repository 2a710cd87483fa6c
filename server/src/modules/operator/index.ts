import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { type AgentModeration, Operators } from "./operators.ts";
import { mountOperatorRoutes } from "./routes.ts";

export { type AuditRow, readAuditLog } from "../../platform/audit/audit-log.ts";
export { findOwner } from "./account-owner-store.ts";
export { type AgentRecord, readAgentRecord } from "./agent-record-store.ts";
export { CreditGrants } from "./credit-grants.ts";
export { reconcile } from "./reconciliation.ts";
export { type RefundOutcome, Refunds } from "./refunds.ts";
export { type RunRecord, readRunRecord } from "./run-record-store.ts";
export { readUserRecord, type UserRecord } from "./user-record-store.ts";

export interface OperatorDeps {
  db: Database;
  /** Suspends and restores agents. The catalog module provides it. */
  suspensions: AgentModeration;
}

/**
 * Creates the operator module, which serves the API for operators. The `stoa admin` command uses the functions that
 * this file exports.
 */
export function createOperator({ db, suspensions }: OperatorDeps) {
  const operators = new Operators(db, suspensions);
  return defineModule({ api: {}, routes: (mount) => mountOperatorRoutes(mount, operators) });
}
