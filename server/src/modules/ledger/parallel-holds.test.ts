import { expect, test } from "vitest";
import { newRunId, USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();

test("100 parallel holds on a balance that covers three never overspend it", async () => {
  const payer = await money().account({ promo: 3n * USD });
  const developer = await money().account();
  const runs = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const runId = newRunId();
      const held = await money().hold(payer, runId, USD);
      if (held.ok) await money().settle({ runId, charge: USD, developerAccountId: developer });
      return held.ok;
    }),
  );
  expect(runs.filter(Boolean)).toHaveLength(3);
  expect(await money().balance(payer)).toMatchObject({ balance: 0n, held: 0n, totalSpent: 3n * USD });
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 2_100_000_000n });
});

test("exactly one of many parallel settlements of a run succeeds, with or without a charge", async () => {
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  for (let round = 0; round < 10; round += 1) {
    const runId = newRunId();
    await money().hold(payer, runId, 1000n, 5000n);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 5 }, () =>
        money().settle({ runId, charge: 10n, developerAccountId: developer }),
      ),
      ...Array.from({ length: 5 }, () => money().giveBack(runId, developer)),
      money().ledger.extend(money().db, runId, 3000n),
    ]);
    const ended = outcomes.slice(0, 10).filter(({ status }) => status === "fulfilled");
    expect(ended).toHaveLength(1);
  }
  expect(await money().balance(payer)).toMatchObject({ held: 0n });
});

test("parallel claims move the same earnings only once", async () => {
  const payer = await money().account({ paid: USD });
  const developer = await money().account();
  await money().run(payer, developer, 1000n);
  const holds = await Promise.all(
    Array.from({ length: 20 }, () => money().hold(developer, newRunId(), 100n)),
  );
  expect(holds.filter(({ ok }) => ok)).toHaveLength(7);
  expect(await money().balance(developer)).toMatchObject({ balance: 700n, held: 700n, claimable: 0n });
});

test("two developers who run and sponsor each other's agents never deadlock", async () => {
  const [one, two] = [await money().account({ paid: USD }), await money().account({ paid: USD })];
  const pairs = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? [one, two] : [two, one]));
  const receipts = await Promise.all(
    pairs.map(([payer = "", developer = ""]) =>
      money().run(payer, developer, 10n, { modelCost: 30n, sponsorLimit: 30n }),
    ),
  );
  for (const receipt of receipts) expect(receipt).toMatchObject({ sponsored: 20n, loss: 0n });
});
