import { sql } from "kysely";
import { expect, test } from "vitest";
import { newRunId, USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();

async function grantTransfer(accountId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM transfers WHERE kind = 'grant'
    AND payer_account_id = ${accountId} ORDER BY id DESC LIMIT 1`.execute(money().db);
  return rows[0]?.id ?? "";
}

test("a refund returns the full amount to the payer and deducts it from the developer and the platform", async () => {
  const payer = await money().account({ promo: 40n, paid: 100n });
  const developer = await money().account();
  const before = [await money().platform("platform_revenue"), await money().platform("loss")];
  const { transferId } = await money().run(payer, developer, 100n, { modelCost: 20n });
  const owed = await money().platform("model_cost_payable");
  await money().reverse(transferId);
  expect(await money().balance(payer)).toMatchObject({ balance: 140n, totalSpent: 0n });
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 0n, claimable: 0n });
  expect(await money().platform("model_cost_payable")).toBe(owed);
  expect([await money().platform("platform_revenue"), await money().platform("loss")]).toEqual([
    before[0],
    (before[1] ?? 0n) - 20n,
  ]);
});

test("a transfer is reversed only once, even by concurrent requests", async () => {
  const payer = await money().account({ promo: 100n });
  const developer = await money().account();
  // The first round opens the pool's connections, so that the requests of later rounds really run at the same time.
  for (let round = 0; round < 5; round += 1) {
    const { transferId } = await money().run(payer, developer, 100n);
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => money().reverse(transferId)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of asked)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ refusal: "already_reversed" });
  }
  expect(await money().balance(payer)).toMatchObject({ balance: 100n });
});

test("the audit log contains the reason for a reversal", async () => {
  const payer = await money().account({ promo: 100n });
  const { transferId } = await money().run(payer, await money().account(), 100n);
  const reversal = await money().reverse(transferId);
  const { rows } = await sql`SELECT action, details FROM audit_log WHERE subject = ${transferId}`.execute(
    money().db,
  );
  expect(rows).toEqual([{ action: "ledger.reverse", details: { reason: "a test's reason", reversal } }]);
});

test("a refund takes claimed earnings out of the developer's wallet", async () => {
  const payer = await money().account({ paid: 100n });
  const developer = await money().account();
  const { transferId } = await money().run(payer, developer, 100n);
  const runId = newRunId();
  await money().hold(developer, runId, 70n);
  await money().giveBack(runId, payer);
  expect(await money().balance(developer)).toMatchObject({ balance: 70n, claimable: 0n });
  await money().reverse(transferId);
  expect(await money().balance(developer)).toMatchObject({ balance: 0n, claimable: 0n, totalEarned: 0n });
});

test("if a run is reversed, earnings that are already spent or on hold become the platform's loss", async () => {
  const payer = await money().account({ paid: 100n });
  const developer = await money().account();
  const { transferId } = await money().run(payer, developer, 100n);
  await money().run(developer, await money().account(), 30n);
  await money().hold(developer, newRunId(), 25n);
  const lost = (await money().platform("loss")) ?? 0n;
  await money().reverse(transferId);
  expect(await money().balance(developer)).toMatchObject({ balance: 25n, held: 25n, totalEarned: 0n });
  expect(await money().balance(payer)).toMatchObject({ balance: 100n });
  expect(await money().platform("loss")).toBe(lost - 55n);
});

test("a refund returns the sponsor's part of the cost to the sponsor", async () => {
  const payer = await money().account({ promo: 100n });
  const developer = await money().account({ paid: 500n });
  const terms = { modelCost: 400n, sponsorLimit: 300n };
  const { transferId, loss } = await money().run(payer, developer, 50n, terms);
  expect(loss).toBe(50n);
  await money().reverse(transferId);
  expect(await money().balance(developer)).toMatchObject({ balance: 500n, totalSpent: 0n });
  expect(await money().balance(payer)).toMatchObject({ balance: 100n, totalSpent: 0n });
});

test("refunding a developer's run of their own agent restores the previous balance", async () => {
  const owner = await money().account({ promo: 1000n });
  const { transferId } = await money().run(owner, owner, 300n, { modelCost: 100n });
  await money().hold(owner, newRunId(), 800n);
  await money().reverse(transferId);
  expect(await money().balance(owner)).toMatchObject({ balance: 1000n, totalSpent: 0n, totalEarned: 0n });
});

test("unspent credits can be reversed, but spent or held credits cannot", async () => {
  const unspent = await money().account({ promo: USD });
  await money().reverse(await grantTransfer(unspent));
  expect(await money().balance(unspent)).toMatchObject({ balance: 0n });

  const spent = await money().account({ promo: USD });
  await money().run(spent, await money().account(), 1n);
  await expect(money().reverse(await grantTransfer(spent))).rejects.toMatchObject({ refusal: "not_covered" });

  const held = await money().account({ promo: USD });
  await money().hold(held, newRunId(), 1n);
  await expect(money().reverse(await grantTransfer(held))).rejects.toMatchObject({ refusal: "not_covered" });
  expect(await money().balance(held)).toMatchObject({ balance: USD, held: 1n });
});

test("a reversed grant cannot be granted again for the same kind and period", async () => {
  const { ledger, db } = money();
  const accountId = await money().account();
  const grant = { accountId, kind: "signup", period: "once", amount: 5n, source: "promo" } as const;
  await db.transaction().execute((tx) => ledger.grant(tx, grant));
  await money().reverse(await grantTransfer(accountId));
  expect(await db.transaction().execute((tx) => ledger.grant(tx, grant))).toBe(false);
});

test("neither a reversal nor an unknown transfer can be reversed", async () => {
  const payer = await money().account({ promo: 100n });
  const { transferId } = await money().run(payer, await money().account(), 100n);
  const reversal = await money().reverse(transferId);
  await expect(money().reverse(reversal)).rejects.toMatchObject({ refusal: "not_reversible" });
  await expect(money().reverse("trf_unknown")).rejects.toMatchObject({ refusal: "not_reversible" });
});
