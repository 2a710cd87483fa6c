import { describe, expect, test } from "vitest";
import { newRunId, USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();

test("a run's hold is placed, grown and settled, and the unused part is released", async () => {
  const { account, hold, settle, balance, ledger, db } = money();
  const payer = await money().account({ promo: 10n * USD });
  const developer = await account();
  const runId = newRunId();

  expect(await hold(payer, runId, 1n * USD, 5n * USD)).toEqual({ ok: true, held: 1n * USD });
  expect(await ledger.extend(db, runId, 3n * USD)).toEqual({ ok: true, held: 3n * USD });
  expect(await balance(payer)).toMatchObject({ balance: 10n * USD, held: 3n * USD });

  const terms = { modelCost: 500_000_000n, developerAccountId: developer };
  expect(await settle({ runId, charge: 2n * USD, ...terms })).toMatchObject({
    gross: 2n * USD,
    modelCost: 500_000_000n,
    net: 1_050_000_000n,
    fee: 450_000_000n,
    sponsored: 0n,
    loss: 0n,
  });
  expect(await balance(payer)).toMatchObject({ balance: 8n * USD, held: 0n, totalSpent: 2n * USD });
  expect(await balance(developer)).toMatchObject({ balance: 0n, totalEarned: 1_050_000_000n });
});

test("rounds the developer's share down and leaves the remainder to the platform", async () => {
  const payer = await money().account({ promo: USD });
  const receipt = await money().run(payer, await money().account(), 99n, { modelCost: 0n, sharePercent: 85 });
  expect(receipt).toMatchObject({ gross: 99n, net: 84n, fee: 15n });
});

test("refuses a hold above the available balance, which does not include other holds", async () => {
  const payer = await money().account({ promo: 3n * USD });
  expect(await money().hold(payer, newRunId(), 4n * USD)).toEqual({ ok: false, reason: "insufficient" });
  await money().hold(payer, newRunId(), 2n * USD);
  expect(await money().hold(payer, newRunId(), 2n * USD)).toEqual({ ok: false, reason: "insufficient" });
  expect(await money().balance(payer)).toMatchObject({ balance: 3n * USD, held: 2n * USD });
});

test("a run of a free agent holds nothing and works with an empty wallet", async () => {
  const payer = await money().account();
  const runId = newRunId();
  expect(await money().hold(payer, runId, 0n)).toEqual({ ok: true, held: 0n });
  const receipt = await money().settle({ runId, charge: 0n, developerAccountId: await money().account() });
  expect(receipt).toMatchObject({ gross: 0n, fee: 0n, net: 0n });
});

test("a hold never grows above its cap or the balance, and never shrinks", async () => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: 10n * USD });
  const [capped, starved] = [newRunId(), newRunId()];
  await money().hold(payer, capped, USD, 4n * USD);
  expect(await ledger.extend(db, capped, 9n * USD)).toEqual({ ok: true, held: 4n * USD });
  expect(await ledger.extend(db, capped, 2n * USD)).toEqual({ ok: true, held: 4n * USD });
  await money().hold(payer, starved, USD, 100n * USD);
  expect(await ledger.extend(db, starved, 50n * USD)).toEqual({ ok: true, held: 6n * USD });
  expect(await ledger.extend(db, starved, 50n * USD)).toEqual({ ok: true, held: 6n * USD });
});

test("the hold of a run that cost nothing is released only once", async () => {
  const payer = await money().account({ promo: USD });
  const runId = newRunId();
  await money().hold(payer, runId, USD);
  const developer = await money().account();
  await money().giveBack(runId, developer);
  for (const ended of [runId, newRunId()])
    await expect(money().giveBack(ended, developer)).rejects.toMatchObject({ refusal: "hold_ended" });
  expect(await money().balance(payer)).toMatchObject({ balance: USD, held: 0n, totalSpent: 0n });
});

test("an ended hold cannot be settled, released or grown again", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  const runId = newRunId();
  const { ledger, db } = money();
  await money().run(payer, developer, 100n, { runId });
  const again = money().settle({ runId, charge: 100n, developerAccountId: developer });
  await expect(again).rejects.toMatchObject({ refusal: "hold_ended" });
  await expect(money().giveBack(runId, developer)).rejects.toMatchObject({ refusal: "hold_ended" });
  await expect(ledger.extend(db, runId, USD)).rejects.toMatchObject({ refusal: "hold_ended" });
  await expect(ledger.extend(db, newRunId(), USD)).rejects.toMatchObject({ refusal: "hold_ended" });
  expect(await money().balance(payer)).toMatchObject({ balance: USD - 100n, totalSpent: 100n });
});

test("refuses a charge above the hold and records nothing", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  const runId = newRunId();
  await money().hold(payer, runId, 100n);
  const settling = money().settle({ runId, charge: 101n, developerAccountId: developer });
  await expect(settling).rejects.toMatchObject({ refusal: "charge_above_hold" });
  expect(await money().balance(payer)).toMatchObject({ balance: USD, held: 100n });
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 0n });
});

test.each([
  ["a negative charge", { charge: -1n }],
  ["a negative model cost", { modelCost: -1n }],
  ["a negative sponsor limit", { sponsorLimit: -1n }],
  ["a share above 100 %", { sharePercent: 101 }],
])("refuses %s", async (_, figure) => {
  const payer = await money().account({ promo: USD });
  const runId = newRunId();
  await money().hold(payer, runId, 100n);
  const terms = { runId, charge: 50n, developerAccountId: await money().account(), ...figure };
  await expect(money().settle(terms)).rejects.toMatchObject({ refusal: "amount_out_of_range" });
});

describe("a failed run", () => {
  const LIMIT = 250n;

  async function failed(modelCost: bigint, freePerDay: bigint | null, payer?: string) {
    const { account, hold, settleFailed } = money();
    const caller = payer ?? (await account({ promo: 100n, paid: USD }));
    const developer = await account({ promo: USD });
    const runId = newRunId();
    await hold(caller, runId, 1000n);
    const receipt = await settleFailed({ runId, modelCost, freePerDay, developerAccountId: developer });
    return { caller, developer, receipt };
  }

  test("costs its caller nothing up to the free amount per day, which the platform pays", async () => {
    const lost = (await money().platform("loss")) ?? 0n;
    const { caller, developer, receipt } = await failed(LIMIT, LIMIT);
    expect(receipt).toEqual({ charge: 0n, loss: LIMIT });
    expect(await money().balance(caller)).toMatchObject({ balance: USD + 100n, held: 0n, totalSpent: 0n });
    expect(await money().balance(developer)).toMatchObject({ balance: USD, totalEarned: 0n });
    expect(await money().platform("loss")).toBe(lost - LIMIT);
  });

  test("is charged only its model cost above the free amount", async () => {
    const [revenue, payable] = [
      await money().platform("platform_revenue"),
      (await money().platform("model_cost_payable")) ?? 0n,
    ];
    const { caller, developer, receipt } = await failed(400n, LIMIT);
    expect(receipt).toEqual({ charge: 150n, loss: LIMIT });
    expect(await money().balance(caller)).toMatchObject({ balance: USD - 50n, held: 0n, totalSpent: 150n });
    expect(await money().balance(developer)).toMatchObject({ balance: USD, totalEarned: 0n });
    expect(await money().platform("platform_revenue")).toBe(revenue);
    expect(await money().platform("model_cost_payable")).toBe(payable + 400n);
  });

  test("is charged at most its hold, and the platform pays the rest", async () => {
    expect((await failed(1500n, LIMIT)).receipt).toEqual({ charge: 1000n, loss: 500n });
  });

  test("shares the free amount with the caller's other failed runs of the day and with reserves for live runs", async () => {
    const { caller } = await failed(100n, LIMIT);
    const live = newRunId();
    await money().hold(caller, live, 10n);
    expect(await money().ledger.risk(money().db, live, 151n, LIMIT)).toBe(false);
    expect(await money().ledger.risk(money().db, live, 120n, LIMIT)).toBe(true);
    expect((await failed(50n, LIMIT, caller)).receipt).toEqual({ charge: 20n, loss: 30n });
    await money().giveBack(live, caller);
    expect((await failed(150n, LIMIT, caller)).receipt).toEqual({ charge: 30n, loss: 120n });
  });

  test("costs nothing and uses none of the free amount if the platform caused the failure", async () => {
    const { caller, receipt } = await failed(900n, null);
    expect(receipt).toEqual({ charge: 0n, loss: 900n });
    expect((await failed(LIMIT, LIMIT, caller)).receipt).toEqual({ charge: 0n, loss: LIMIT });
  });
});

test("the developer's wallet pays for sponsored model cost above the price", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account({ paid: 1000n });
  const receipt = await money().run(payer, developer, 100n, { modelCost: 400n, sponsorLimit: 500n });
  expect(receipt).toMatchObject({
    gross: 100n,
    modelCost: 400n,
    fee: 0n,
    net: 0n,
    sponsored: 300n,
    loss: 0n,
  });
  expect(await money().balance(developer)).toMatchObject({
    balance: 700n,
    totalSpent: 300n,
    totalEarned: 0n,
  });
});

test("sponsoring stops at the developer's limit, and the platform pays the rest", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account({ paid: 1000n });
  const receipt = await money().run(payer, developer, 0n, { modelCost: 400n, sponsorLimit: 150n });
  expect(receipt).toMatchObject({ sponsored: 150n, loss: 250n });
});

test("sponsoring stops at the developer's available balance, including unclaimed earnings", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account({ paid: 100n });
  await money().run(payer, developer, 100n);
  await money().hold(developer, newRunId(), 60n);
  const receipt = await money().run(payer, developer, 0n, { modelCost: 400n, sponsorLimit: 400n });
  expect(receipt).toMatchObject({ sponsored: 110n, loss: 290n });
  expect(await money().balance(developer)).toMatchObject({ balance: 60n, held: 60n, totalEarned: 70n });
});

test("a developer's run of their own agent costs its model cost and earns nothing", async () => {
  const owner = await money().account({ promo: 1000n });
  const receipt = await money().run(owner, owner, 300n, { modelCost: 300n });
  expect(receipt).toMatchObject({ gross: 300n, fee: 0n, net: 0n });
  expect(await money().balance(owner)).toMatchObject({ balance: 700n, totalSpent: 300n, totalEarned: 0n });
});

test("a developer who sponsors their own run pays the charge and the sponsored cost from one wallet", async () => {
  const owner = await money().account({ promo: 1000n });
  const receipt = await money().run(owner, owner, 300n, { modelCost: 500n, sponsorLimit: 900n });
  expect(receipt).toMatchObject({ gross: 300n, sponsored: 200n, loss: 0n });
  expect(await money().balance(owner)).toMatchObject({ balance: 500n, totalSpent: 500n });
});
