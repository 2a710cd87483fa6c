import { expect, test } from "vitest";
import { newRunId, USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();

test("a run is held, grown and settled; what is left of the hold is free again", async () => {
  const { account, hold, settle, balance, ledger, db } = money();
  const payer = await money().account({ promo: 10n * USD });
  const developer = await account();
  const runId = newRunId();

  expect(await hold(payer, runId, 1n * USD, 5n * USD)).toEqual({ ok: true, held: 1n * USD });
  expect(await ledger.extend(db, runId, 3n * USD)).toEqual({ ok: true, held: 3n * USD });
  expect(await balance(payer)).toMatchObject({ balance: 10n * USD, held: 3n * USD });

  const receipt = await settle({
    runId,
    charge: 2n * USD,
    modelCost: 500_000_000n,
    developerAccountId: developer,
  });
  expect(receipt).toMatchObject({
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
