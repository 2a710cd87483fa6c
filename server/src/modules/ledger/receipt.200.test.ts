import { BillingHistory, BillingReceipt } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { newRunId, USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

async function readReceipt(token: string, id: string) {
  return parseAnswer(
    BillingReceipt,
    await server().client.get(`/api/v1/billing/history/${id}/receipt`, { token }),
  );
}

test("the receipt of a run states the amount paid, the price and the remaining balance", async () => {
  const { account, run, runs } = server();
  const developer = await account();
  const payer = await account({ promo: USD, paid: USD });
  const runId = newRunId();
  const { transferId } = await run(payer, developer, 1_200_000_000n, {
    runId,
    agentId: 7,
    agentName: "Echo",
  });
  await run(payer, developer, 300_000_001n);
  const parentRunId = newRunId();
  runs.set(runId, {
    id: runId,
    agentId: 7,
    agentName: "Echo",
    version: 3,
    startedAt: new Date("2026-11-20T23:59:58Z"),
    endedAt: new Date("2026-11-21T00:00:01Z"),
    tokens: 12_000n,
    pricePerToken: 100_000n,
    chargedFor: "tokens",
    cost: 1_200_000_000n,
    failureCharge: 0n,
    parentRunId,
  });

  const receipt = await readReceipt(payer, transferId);
  const number = `STOA-${transferId
    .slice(4)
    .toUpperCase()
    .replace(/(.{8})(?=.)/g, "$1-")}`;
  expect(receipt).toEqual({
    receipt_number: number,
    id: transferId,
    created_at: receipt.created_at,
    issued_to: "someone",
    kind: "run",
    description: "A run of Echo",
    currency: "USD",
    amount: -1.2,
    balance_after: 0.8,
    run: {
      id: runId,
      agent_id: 7,
      agent_name: "Echo",
      version: 3,
      started_at: "2026-11-20T23:59:58.000Z",
      ended_at: "2026-11-21T00:00:01.000Z",
      tokens: 12_000,
      price_per_token: 0.0001,
      charged_for: "tokens",
      cost: 1.2,
      failure_charge: null,
      parent_run_id: parentRunId,
    },
    reverses: null,
    reversed_by: null,
    lines: [
      { label: "Receipt", value: number },
      { label: "Date", value: `${receipt.created_at.slice(0, 19).replace("T", " ")} UTC` },
      { label: "Issued to", value: "someone" },
      { label: "For", value: "A run of Echo" },
      { label: "Agent", value: "Echo (number 7, version 3)" },
      { label: "Run", value: runId },
      { label: "Tokens", value: "12000" },
      { label: "Price", value: "0.0001 USD per token" },
      { label: "Paid", value: "1.2 USD" },
      { label: "Balance after", value: "0.8 USD" },
    ],
  });
  expect(await readReceipt(payer, transferId)).toEqual(receipt);
});

test("a refund and the transfer that it reverses refer to each other", async () => {
  const { account, run, reverse } = server();
  const payer = await account({ promo: USD });
  const { transferId } = await run(payer, await account(), USD);
  const refund = await reverse(transferId);
  expect(await readReceipt(payer, transferId)).toMatchObject({ reversed_by: refund, balance_after: 0 });
  expect(await readReceipt(payer, refund)).toMatchObject({
    kind: "reversal",
    amount: 1,
    reverses: transferId,
    balance_after: 1,
  });
});

test("the receipt of a run's sponsor does not reveal the parent run", async () => {
  const { account, run, runs } = server();
  const developer = await account({ paid: USD });
  const runId = newRunId();
  const { transferId } = await run(await account(), developer, 0n, {
    runId,
    modelCost: 400n,
    sponsorLimit: USD,
    agentId: 5,
  });
  const moment = new Date("2026-11-21T00:00:01Z");
  runs.set(runId, {
    id: runId,
    agentId: 5,
    agentName: "Free",
    version: 1,
    startedAt: moment,
    endedAt: moment,
    tokens: 9n,
    pricePerToken: 0n,
    chargedFor: "tokens",
    cost: 0n,
    failureCharge: 0n,
    parentRunId: newRunId(),
  });
  const receipt = await readReceipt(developer, transferId);
  expect(receipt).toMatchObject({ amount: -0.0000004, run: { tokens: 9, parent_run_id: null } });
  expect(receipt.lines).toContainEqual({ label: "Paid", value: "0.0000004 USD" });
});

test("each entry's balance is the previous balance plus its amount, up to the current balance", async () => {
  const { db, account, run, reverse, balance } = server();
  const developer = await account();
  const payer = await account({ promo: 3n * USD, paid: USD });
  for (let count = 1n; count <= 5n; count += 1n) {
    const { transferId } = await run(payer, developer, count * 100_000_000n);
    if (count % 2n === 0n) await reverse(transferId);
  }
  await sql`SELECT ledger_claim_earnings(${developer})`.execute(db);
  for (const account of [payer, developer]) {
    const { history } = parseAnswer(
      BillingHistory,
      await server().client.get("/api/v1/billing/history", { token: account }),
    );
    let before = 0;
    for (const { id, amount } of history.reverse()) {
      before += amount;
      expect((await readReceipt(account, id)).balance_after).toBeCloseTo(before, 9);
    }
    expect(before).toBeCloseTo(Number((await balance(account)).balance) / 1e9, 9);
  }
});
