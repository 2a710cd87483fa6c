import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Leaver } from "../../../platform/personal-data/personal-data.ts";
import { exportAgents, exportAgentVersions, exportRevenue } from "./export-agents.ts";
import { exportCredits, exportMovements, exportStatements } from "./export-money.ts";
import { type ExportedRow, type ExportQuery, usd } from "./export-query.ts";
import { exportRuns } from "./export-runs.ts";
import { exportSchedules, exportScheduleTimes } from "./export-schedules.ts";
import { exportWebhookEvents, exportWebhooks } from "./export-webhooks.ts";
import { exportWorkflowValues } from "./export-workflow-values.ts";

export interface ExportSection {
  name: string;
  query: ExportQuery;
  /** Rows in memory at a time. */
  pageRows: number;
}

/** Rows of a few hundred bytes: a page is some ten kilobytes. */
const PAGE = 200;
/** Rows with a file of up to 1 MiB, or a run with all that was written in it: a page is some megabytes. */
const LARGE_PAGE = 10;
/** Rows of up to 8 MiB. */
const FEW = 2;

export function readExportPage(
  db: Queryable,
  section: ExportSection,
  of: Leaver,
  after: string,
): Promise<ExportedRow[]> {
  const query = section.query(of, after, sql`LIMIT ${section.pageRows}`);
  return query.execute(db).then(({ rows }) => rows);
}

const exportUser: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT u.id AS cursor, row_to_json(r)::text AS row
  FROM users u JOIN user_identities i ON i.user_id = u.id
  JOIN memberships m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id,
  LATERAL (SELECT u.id, u.username, i.email, u.is_operator, u.created_at, a.id AS account_id, a.plan_type, m.role) r
  WHERE u.id = ${userId} AND u.id > ${after} ORDER BY u.id ${limit}`;

const exportSubscriptions: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT s.id AS cursor, row_to_json(r)::text AS row
  FROM subscriptions s, LATERAL (SELECT s.plan_type, s.period_anchor, s.started_at, s.ended_at) r
  WHERE s.account_id = ${accountId} AND s.id > ${after} ORDER BY s.id ${limit}`;

const exportSessions: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT encode(s.token_hash, 'hex') AS cursor, row_to_json(r)::text AS row
  FROM sessions s, LATERAL (SELECT s.created_at, s.expires_at, s.revoked_at) r
  WHERE s.user_id = ${userId} AND s.token_hash > decode(${after}, 'hex') ORDER BY s.token_hash ${limit}`;

const exportProviderIdentities: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT p.provider AS cursor, row_to_json(r)::text AS row
  FROM provider_identities p,
  LATERAL (SELECT p.provider, p.subject, p.email, p.created_at, p.last_used_at) r
  WHERE p.user_id = ${userId} AND p.provider > ${after} ORDER BY p.provider ${limit}`;

const exportKeys: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT k.id AS cursor, row_to_json(r)::text AS row
  FROM api_keys k LEFT JOIN spending_limits l ON l.account_id = k.account_id AND l.key_id = k.id,
  LATERAL (SELECT k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
    ${usd("l.per_run")} AS limit_per_run, ${usd("l.per_day")} AS limit_per_day,
    ${usd("l.per_month")} AS limit_per_month) r
  WHERE k.account_id = ${accountId} AND k.id > ${after} ORDER BY k.id ${limit}`;

const exportSpending: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT d.key_id || ' ' || d.day AS cursor, row_to_json(r)::text AS row
  FROM spending_days d LEFT JOIN spending_limits l USING (account_id, key_id),
  LATERAL (SELECT nullif(d.key_id, '') AS key_id, d.day, ${usd("d.amount")} AS amount,
    ${usd("l.per_run")} AS limit_per_run, ${usd("l.per_day")} AS limit_per_day) r
  WHERE d.account_id = ${accountId} AND d.key_id || ' ' || d.day > ${after} ORDER BY 1 ${limit}`;

const exportRunSettings: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT s.account_id AS cursor, row_to_json(r)::text AS row
  FROM run_settings s, LATERAL (SELECT s.keep_model_content) r
  WHERE s.account_id = ${accountId} AND s.account_id > ${after} ORDER BY 1 ${limit}`;

const exportConnectors: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT c.id AS cursor, row_to_json(r)::text AS row
  FROM connectors c, LATERAL (SELECT c.id, c.service_name, c.credential_kind, c.usage_quota, c.current_usage,
    c.usage_month, c.is_active, c.created_at, c.updated_at) r
  WHERE c.account_id = ${accountId} AND c.id > ${after} ORDER BY c.id ${limit}`;

const exportGrants: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT g.id AS cursor, row_to_json(r)::text AS row
  FROM connector_grants g,
  LATERAL (SELECT g.id, g.agent_id, g.connector_id, g.stands_for, g.manifest, g.created_at, g.revoked_at) r
  WHERE g.user_id = ${userId} AND g.id > ${after} ORDER BY g.id ${limit}`;

const exportNotifications: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT n.id AS cursor, row_to_json(r)::text AS row
  FROM notifications n, LATERAL (SELECT n.id, n.kind, n.facts, n.created_at, n.read_at) r
  WHERE n.user_id = ${userId} AND n.id > ${after} ORDER BY n.id ${limit}`;

const exportNotificationSettings: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT s.user_id AS cursor, row_to_json(r)::text AS row
  FROM notification_settings s, LATERAL (SELECT s.muted) r
  WHERE s.user_id = ${userId} AND s.user_id > ${after} ${limit}`;

const exportFavourites: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT lpad(f.agent_id::text, 10, '0') AS cursor, row_to_json(r)::text AS row
  FROM favourites f, LATERAL (SELECT f.agent_id, f.created_at) r
  WHERE f.user_id = ${userId} AND lpad(f.agent_id::text, 10, '0') > ${after} ORDER BY 1 ${limit}`;

const exportReviews: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT v.id AS cursor, row_to_json(r)::text AS row
  FROM agent_reviews v, LATERAL (SELECT v.id, v.agent_id, v.rating, v.text, v.created_at, v.updated_at,
    v.reply_text, v.reply_created_at, v.withdrawn_at, v.hidden_at) r
  WHERE v.user_id = ${userId} AND v.id > ${after} ORDER BY v.id ${limit}`;

const exportReviewReports: ExportQuery = ({ userId }, after, limit) => sql`
  SELECT v.review_id AS cursor, row_to_json(r)::text AS row
  FROM review_reports v, LATERAL (SELECT v.review_id, v.reason, v.created_at, v.closed_at) r
  WHERE v.user_id = ${userId} AND v.review_id > ${after} ORDER BY v.review_id ${limit}`;

const exportReviewReplies: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT v.id AS cursor, row_to_json(r)::text AS row
  FROM agent_reviews v JOIN agents a ON a.id = v.agent_id,
  LATERAL (SELECT v.id AS review_id, v.agent_id, v.reply_text, v.reply_created_at, v.reply_updated_at) r
  WHERE a.owner_account_id = ${accountId} AND v.reply_text IS NOT NULL AND v.id > ${after} ORDER BY v.id ${limit}`;

/** What operators did to the person or the account, without who did it; why only where it was told to them. */
const exportOperatorActions: ExportQuery = ({ userId, accountId }, after, limit) => sql`
  SELECT l.id AS cursor, row_to_json(r)::text AS row
  FROM audit_log l, LATERAL (SELECT l.action, l.before, l.after, l.details, l.created_at) r
  WHERE l.subject IN (${userId}, ${accountId}) AND l.id > ${after} ORDER BY l.id ${limit}`;

/** The file in its order; the contract names the same sections. */
export const EXPORT_SECTIONS: readonly ExportSection[] = [
  { name: "user", query: exportUser, pageRows: PAGE },
  { name: "subscriptions", query: exportSubscriptions, pageRows: PAGE },
  { name: "sessions", query: exportSessions, pageRows: PAGE },
  { name: "provider_identities", query: exportProviderIdentities, pageRows: PAGE },
  { name: "api_keys", query: exportKeys, pageRows: PAGE },
  { name: "spending", query: exportSpending, pageRows: PAGE },
  { name: "run_settings", query: exportRunSettings, pageRows: PAGE },
  { name: "connectors", query: exportConnectors, pageRows: PAGE },
  { name: "connector_grants", query: exportGrants, pageRows: PAGE },
  { name: "notifications", query: exportNotifications, pageRows: PAGE },
  { name: "notification_settings", query: exportNotificationSettings, pageRows: PAGE },
  { name: "favourites", query: exportFavourites, pageRows: PAGE },
  { name: "reviews", query: exportReviews, pageRows: PAGE },
  { name: "review_reports", query: exportReviewReports, pageRows: PAGE },
  { name: "review_replies", query: exportReviewReplies, pageRows: PAGE },
  { name: "agents", query: exportAgents, pageRows: LARGE_PAGE },
  { name: "agent_versions", query: exportAgentVersions, pageRows: LARGE_PAGE },
  { name: "agent_revenue", query: exportRevenue, pageRows: PAGE },
  { name: "credits", query: exportCredits, pageRows: PAGE },
  { name: "movements", query: exportMovements, pageRows: PAGE },
  { name: "statements", query: exportStatements, pageRows: PAGE },
  { name: "schedules", query: exportSchedules, pageRows: LARGE_PAGE },
  { name: "schedule_times", query: exportScheduleTimes, pageRows: PAGE },
  { name: "runs", query: exportRuns, pageRows: LARGE_PAGE },
  { name: "webhooks", query: exportWebhooks, pageRows: PAGE },
  { name: "webhook_events", query: exportWebhookEvents, pageRows: LARGE_PAGE },
  { name: "workflow_values", query: exportWorkflowValues, pageRows: FEW },
  { name: "operator_actions", query: exportOperatorActions, pageRows: PAGE },
];
