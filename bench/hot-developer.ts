import { ledger } from "../server/src/modules/ledger/index.ts";
import { hold, settle } from "../server/src/modules/ledger/settlement.fixture.ts";
import { type Database, openDatabase } from "../server/src/platform/db/database.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const CHARGES = 3000;
const PARALLEL = 16;
const PEOPLE = 64;
const ROUNDS = 5;
const GOAL = 0.8;
const NANO = 1_000_000n;

async function makeAccounts(db: Database, count: number): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .insertInto("accounts")
      .values(Array.from({ length: count }, () => ({ plan_type: "free" })))
      .returning("id")
      .execute();
    for (const { id } of rows) {
      await ledger.openAccount(tx, id);
      await ledger.grant(tx, {
        accountId: id,
        kind: "operator",
        period: "bench",
        amount: 1_000_000n * NANO,
        source: "paid",
      });
    }
    return rows.map((row) => row.id);
  });
}

/** Holds and settles many charges, each in its own transaction, like a run. @returns charges per second. */
async function charge(db: Database, payers: string[], developers: string[], round: string): Promise<number> {
  let next = 0;
  const settleOne = async () => {
    for (let i = next++; i < CHARGES; i = next++) {
      const runId = `run_bench_${round}_${i}`;
      const accountId = payers[i % payers.length] ?? "";
      const developerAccountId = developers[i % developers.length] ?? "";
      const holdResult = await hold(db, { accountId, runId, amount: NANO, cap: NANO });
      if (!holdResult.ok) throw new Error("the benchmark's wallets are empty");
      await settle(db, {
        runId,
        charge: NANO,
        modelCost: NANO / 10n,
        developerAccountId,
        sharePercent: 70,
        sponsorLimit: 0n,
        agentId: 1,
      });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: PARALLEL }, settleOne));
  return CHARGES / ((performance.now() - start) / 1000);
}

/**
 * Compares, in alternating rounds, charges that pay one developer with charges that pay many, on the product's database
 * with fsync on.
 */
export async function measureHotDeveloper(databaseUrl: string): Promise<Figure> {
  const { db } = openDatabase({ url: databaseUrl, poolSize: PARALLEL, onLost: () => {} });
  try {
    const payers = await makeAccounts(db, PEOPLE);
    const developers = await makeAccounts(db, PEOPLE);
    const [hot, many]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      hot.push(await charge(db, payers, developers.slice(0, 1), `h${round}`));
      many.push(await charge(db, payers, developers, `m${round}`));
    }
    const ratio = getMedian(hot) / getMedian(many);
    return {
      name: "charging one hot developer / many",
      measurement: `${ratio.toFixed(2)} x`,
      goal: `>= ${GOAL} x`,
      met: ratio >= GOAL,
      detail: `${getMedian(hot).toFixed(0)} vs. ${getMedian(many).toFixed(0)} hold-and-settle pairs/s, ${PARALLEL} concurrent, ledger only`,
    };
  } finally {
    await db.destroy();
  }
}
