import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../platform/db/database.ts";
import type { BackgroundJob } from "../platform/jobs/job.ts";

/** Prometheus scrapes four times per minute; the outbox is counted at the same interval. */
const OUTBOX_MS = 15_000;
/** The audit reads every posting, so it is expensive. A delay of an hour is acceptable. */
const AUDIT_MS = 3_600_000;

/**
 * Registers metrics of the shared database, which are the same on every node. Returns the jobs that
 * read them in the background, so that no scrape has to wait for a query.
 */
export function measureDatabase(registry: Registry, db: Database): BackgroundJob[] {
  const depth = new Gauge({
    name: "stoa_outbox_depth",
    help: "Events in the outbox that wait to be forwarded",
    registers: [registry],
  });
  const findings = new Gauge({
    name: "stoa_ledger_audit_findings",
    help: "Mismatches that the last ledger audit found; investigate any value above 0",
    registers: [registry],
  });
  const auditedAt = new Gauge({
    name: "stoa_ledger_audit_time_seconds",
    help: "Unix time of the last ledger audit, in seconds; 0 before the first audit",
    registers: [registry],
  });
  const countOutbox = async () => {
    const { rows } = await sql<{ depth: bigint }>`SELECT count(*) AS depth FROM uncounted_runs`.execute(db);
    depth.set(Number(rows[0]?.depth ?? 0));
  };
  const audit = async () => {
    const { rows } = await sql<{ findings: bigint }>`SELECT count(*) AS findings FROM ledger_audit()`.execute(
      db,
    );
    findings.set(Number(rows[0]?.findings ?? 0));
    auditedAt.setToCurrentTime();
  };
  return [
    { name: "outbox depth", everyMs: OUTBOX_MS, run: countOutbox, runsAtStart: true },
    { name: "ledger audit", everyMs: AUDIT_MS, run: audit, runsAtStart: true },
  ];
}
