import { sql } from "kysely";
import { expect, test } from "vitest";
import { newRunId, USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();
const COLUMNS = "id,created_at,kind,description,amount_usd,agent_id,agent_name,run_id";

test("the history downloads as RFC 4180 CSV in which no agent name is read as a formula", async () => {
  const { client, account, run } = server();
  const payer = await account({ promo: USD });
  const developer = await account();
  const names = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", 'Says "hi", twice\nand more', "Ümlaut 名"];
  const runIds: string[] = [];
  for (const agentName of names) {
    const runId = newRunId();
    await run(payer, developer, 1_500n, { runId, agentId: 51, agentName });
    runIds.unshift(runId);
  }
  const answer = await client.get("/api/v1/billing/history?kind=run", {
    token: payer,
    headers: { accept: "text/csv" },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="stoa-billing-history.csv"');
  const text = String(answer.body).replace(/trf_\w+,[^,]+Z/g, "ID,AT");
  const row = (told: string, name: string, index: number) =>
    `ID,AT,run,${told},-0.0000015,51,${name},${runIds[index]}\r\n`;
  expect(text).toBe(
    [
      `${COLUMNS}\r\n`,
      row("A run of Ümlaut 名", "Ümlaut 名", 0),
      row('"A run of Says ""hi"", twice\nand more"', '"Says ""hi"", twice\nand more"', 1),
      row("A run of @SUM(A1)", "'@SUM(A1)", 2),
      row("A run of -1", "'-1", 3),
      row("A run of +1", "'+1", 4),
      row('"A run of =HYPERLINK(""http://x"")"', '"\'=HYPERLINK(""http://x"")"', 5),
    ].join(""),
  );
});

test("the CSV contains each entry of a long history once and ignores the paging parameters", async () => {
  const { client, db, account } = server();
  const payer = await account({ promo: USD });
  await sql`
    WITH runs AS (
      INSERT INTO transfers (kind, payer_account_id, grant_kind, grant_period)
      SELECT 'expiry', ${payer}, 'operator', n::text FROM generate_series(1, 1234) n RETURNING id
    ), lot AS (
      SELECT w.wallet_ledger_id, l.id FROM wallets w JOIN wallet_lots l USING (account_id)
      WHERE w.account_id = ${payer}
    ), posted AS (
      INSERT INTO postings (transfer_id, line, ledger_account_id, amount, lot_id, funding)
      SELECT r.id, part.line, CASE part.line WHEN 1 THEN lot.wallet_ledger_id ELSE 'promo_expense' END,
        part.amount, CASE part.line WHEN 1 THEN lot.id END, 'promo'
      FROM runs r, lot, (VALUES (1, -2), (2, 2)) part (line, amount)
    ), spent AS (
      UPDATE wallet_lots SET remaining = remaining - 2468 WHERE account_id = ${payer}
    )
    UPDATE wallets SET balance = balance - 2468 WHERE account_id = ${payer}`.execute(db);
  const answer = await client.get("/api/v1/billing/history?format=csv&limit=1&offset=5&cursor=x", {
    token: payer,
  });
  const lines = String(answer.body).trimEnd().split("\r\n");
  expect(lines[0]).toBe(COLUMNS);
  const ids = lines.slice(1).map((line) => line.split(",")[0] ?? "");
  expect(ids).toHaveLength(1235);
  expect(new Set(ids).size).toBe(1235);
  expect(ids).toEqual([...ids].sort().reverse());
});

test("a CSV without matching entries contains only the header", async () => {
  const { client, account } = server();
  const answer = await client.get("/api/v1/billing/history?format=csv", { token: await account() });
  expect(answer.body).toBe(`${COLUMNS}\r\n`);
});
