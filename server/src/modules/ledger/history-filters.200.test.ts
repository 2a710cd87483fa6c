import { BillingHistory } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { USD } from "./ledger.fixture.ts";
import { allowMoving, movedTo } from "./moved-transfer.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

async function readHistory(token: string, query: string) {
  const answer = await server().client.get(`/api/v1/billing/history?limit=100&${query}`, { token });
  return parseAnswer(BillingHistory, answer).history;
}

test("filters the history by kind, by agent, and by both", async () => {
  const { db, account, run, reverse } = server();
  const developer = await account({ promo: USD });
  const payer = await account({ promo: 10n * USD });
  const first = await run(payer, developer, USD, { agentId: 31, agentName: "Echo" });
  await run(payer, developer, USD, { agentId: 32 });
  const refund = await reverse(first.transferId);
  await sql`SELECT ledger_claim_earnings(${developer})`.execute(db);

  const runs = await readHistory(payer, "kind=run");
  expect(runs.map(({ kind, agent_id, agent_name }) => [kind, agent_id, agent_name])).toEqual([
    ["run", 32, null],
    ["run", 31, "Echo"],
  ]);
  expect((await readHistory(payer, "kind=grant")).map(({ amount }) => amount)).toEqual([10]);
  expect((await readHistory(payer, "agent_id=31")).map(({ id }) => id)).toEqual([refund, first.transferId]);
  expect((await readHistory(payer, "agent_id=31&kind=reversal")).map(({ id }) => id)).toEqual([refund]);
  expect((await readHistory(developer, "kind=earning")).map(({ amount }) => amount)).toEqual([0.7]);
  expect(await readHistory(payer, "kind=payment")).toEqual([]);
});

test("filters the history by UTC days, including the first and the last day", async () => {
  const { db, account, run } = server();
  const payer = await account({ promo: USD });
  const developer = await account();
  const moments = ["2026-03-01T00:00:00Z", "2026-03-02T23:59:59.999Z", "2026-03-03T00:00:00Z"];
  const ids: string[] = [];
  await allowMoving(db);
  for (const moment of moments) {
    const { transferId } = await run(payer, developer, 5n);
    ids.push(await movedTo(db, transferId, moment));
  }
  expect((await readHistory(payer, "from=2026-03-01&to=2026-03-02")).map(({ id }) => id)).toEqual([
    ids[1],
    ids[0],
  ]);
  expect((await readHistory(payer, "from=2026-03-03")).map(({ id }) => id)).toContain(ids[2]);
  expect((await readHistory(payer, "to=2026-03-03")).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
  expect(await readHistory(payer, "to=2026-02-28")).toEqual([]);
  expect(await readHistory(payer, "from=1970-01-01&to=9999-12-31")).toHaveLength(4);
});

test("the cursor continues a filtered history", async () => {
  const { account, run } = server();
  const payer = await account({ promo: USD });
  const developer = await account();
  for (let count = 1n; count <= 6n; count += 1n)
    await run(payer, developer, count, { agentId: count % 2n === 0n ? 41 : 42 });
  const read: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = `limit=2&agent_id=41${cursor && `&cursor=${cursor}`}`;
    const answer = await server().client.get(`/api/v1/billing/history?${query}`, { token: payer });
    const page = parseAnswer(BillingHistory, answer);
    read.push(...page.history.map(({ amount }) => Math.round(amount * 1e9)));
    cursor = page.next_cursor;
  }
  expect(read).toEqual([-6, -4, -2]);
});
