import pg from "pg";
import type { RunAnswer } from "./load.ts";

/** Each query selects violations; an empty result is correct. */
const MUST_BE_EMPTY: Record<string, string> = {
  "an unbalanced ledger": "SELECT * FROM ledger_audit()",
  "a hold without a live run": `
    SELECT h.run_id FROM holds h LEFT JOIN runs r ON r.id = h.run_id
    WHERE h.state = 'live' AND (r.id IS NULL OR r.status NOT IN ('queued', 'running'))`,
  "a charge without a recorded result": `
    SELECT t.run_id FROM transfers t LEFT JOIN runs r ON r.id = t.run_id
    WHERE t.kind = 'run' AND (r.id IS NULL OR r.status IN ('queued', 'running'))`,
  "a result without its charge": `
    SELECT r.id FROM runs r LEFT JOIN transfers t ON t.run_id = r.id AND t.kind = 'run'
    WHERE r.cost > 0 AND t.id IS NULL`,
  "a run settled twice":
    "SELECT run_id FROM transfers WHERE kind = 'run' GROUP BY run_id HAVING count(*) > 1",
  "a charge that differs from its result": `
    SELECT r.id FROM runs r JOIN transfers t ON t.run_id = r.id AND t.kind = 'run'
    JOIN postings p ON p.transfer_id = t.id JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE a.kind = 'wallet' AND a.account_id = r.account_id
    GROUP BY r.id, r.cost HAVING -sum(p.amount) <> r.cost`,
  "a failed run with a cost": "SELECT id FROM runs WHERE status = 'failed' AND cost > 0",
  "a run that timed out without output but has a cost": `
    SELECT r.id FROM runs r WHERE r.status = 'timeout' AND r.cost > 0
      AND NOT EXISTS (SELECT FROM run_events e WHERE e.run_id = r.id AND e.kind <> 'cost')`,
  "two runs with the same idempotency key": `
    SELECT account_id, key FROM idempotency_keys GROUP BY account_id, key HAVING count(DISTINCT run_id) > 1`,
};

/** Returns all violations of the rules that must hold after a crash. The list is empty if the books are correct. */
export async function findViolations(databaseUrl: string, answers: RunAnswer[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found: string[] = [];
    for (const [what, query] of Object.entries(MUST_BE_EMPTY)) {
      const { rows } = await client.query(query);
      if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    for (const { result } of answers) {
      const { rows } = await client.query<{ cost: string; status: string }>(
        "SELECT cost::text, status FROM runs WHERE id = $1",
        [result.run_id],
      );
      const cost = Number(rows[0]?.cost ?? Number.NaN) / 1e9;
      if (cost !== result.cost || rows[0]?.status !== result.status)
        found.push(
          `a caller received ${result.status} for ${result.cost}, but the database has ${rows[0]?.status} for ${cost}`,
        );
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Returns the number of runs that are still open, which the sweeper must end. */
export async function openRuns(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM runs WHERE status IN ('queued', 'running')",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
