export { type AccountOwner, findOwner } from "./account-owner-store.ts";
export { type AgentRecord, readAgentRecord } from "./agent-record-store.ts";
export { type AuditFacts, type AuditRow, readAuditLog } from "./audit-log-store.ts";
export { type CreditGrant, CreditGrants } from "./credit-grants.ts";
export { type Reconciliation, reconcile } from "./reconciliation.ts";
export { type RefundOutcome, Refunds } from "./refunds.ts";
export { type RunRecord, readRunRecord } from "./run-record-store.ts";
export { readUserRecord, type UserRecord } from "./user-record-store.ts";
