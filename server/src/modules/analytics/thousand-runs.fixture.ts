import { sql } from "kysely";
import { SeededRandom } from "../../../../tests/harness/seeded-random.ts";
import type { useAnalyticsServer } from "./analytics-server.fixture.ts";
import { bookRuns, dayAgo, type EndedRun } from "./booked-runs.fixture.ts";

type Server = ReturnType<ReturnType<typeof useAnalyticsServer>>;

/** A developer and the ids of their agents. The database also has runs of another developer's agent. */
export interface Market {
  developer: string;
  agents: number[];
}

const USD = 1_000_000_000n;
const OUTCOMES = ["completed", "completed", "completed", "failed", "timeout", "cancelled"] as const;
/** The times of day at which runs end, including the first and the last millisecond. */
const TIMES = ["00:00:00.000", "12:30:00.000", "23:59:59.999"];

interface Owned {
  agentId: number;
  owner: string;
}

/**
 * Stores 1,000 runs with every outcome and all kinds of terms over 40 days. A fifth of them are started by other runs,
 * and some are refunded later.
 */
export async function openMarket(server: Server): Promise<Market> {
  const developer = await server.account({ paid: 1_000n * USD });
  const other = await server.account({ paid: 1_000n * USD });
  server.plans.set(developer, "creator");
  const agents = [
    await server.agent(developer),
    await server.agent(developer),
    await server.agent(developer),
  ];
  const owned: Owned[] = agents.map((agentId) => ({ agentId, owner: developer }));
  owned.push({ agentId: await server.agent(other), owner: other });
  const users: string[] = [];
  for (let count = 0; count < 25; count += 1)
    users.push(await server.account(count % 2 === 0 ? { promo: 1_000n * USD } : { paid: 1_000n * USD }));

  const random = new SeededRandom(20261121);
  const booked: string[] = [];
  for (let batch = 0; batch < 10; batch += 1) {
    const runs = Array.from({ length: 100 }, () => someRun(random, random.pick(owned), users, booked));
    booked.push(...(await bookRuns(server.db, runs)));
  }
  await refundSome(server, random, booked);
  return { developer, agents };
}

function someRun(
  random: SeededRandom,
  { agentId, owner }: Owned,
  users: readonly string[],
  booked: readonly string[],
): EndedRun {
  const status = random.pick(OUTCOMES);
  const isOwn = random.nextBelow(10) === 0;
  const run = {
    agentId,
    accountId: isOwn ? owner : random.pick(users),
    developerAccountId: owner,
    status,
    took: random.nextBelow(4) === 0 ? random.nextBelow(130) : random.nextBelow(600_000),
    sharePercent: random.pick([70, 85, 90]),
    sponsorLimit: status === "completed" && random.nextBelow(2) === 0 ? 50_000_000n : 0n,
    endedAt: dayAgo(random.nextBelow(40), random.pick(TIMES)).at,
    ...terms(random, isOwn, status === "completed" || status === "cancelled"),
  };
  return booked.length > 0 && random.nextBelow(5) === 0 ? { ...run, parentId: random.pick(booked) } : run;
}

/** Returns the terms of a version: a price, which can be 0, and a model cost that can exceed the price. */
function terms(random: SeededRandom, isOwn: boolean, mayCost: boolean) {
  const tokens = random.nextBelow(5_000);
  const version = 1 + random.nextBelow(3);
  const pricePerToken = BigInt(random.pick([0, 1_000, 100_000])) * BigInt(version);
  const modelCost = BigInt(random.nextBelow(3) === 0 ? random.nextBelow(100_000_000) : 0);
  const price = isOwn ? modelCost : pricePerToken * BigInt(tokens);
  return { tokens, version, pricePerToken, modelCost, cost: mayCost ? price : 0n };
}

/** Refunds some runs, mostly on days other than those on which the runs ended. */
async function refundSome(server: Server, random: SeededRandom, booked: readonly string[]): Promise<void> {
  for (const run of new Set(Array.from({ length: 40 }, () => random.pick(booked)))) {
    const { id } = await server.db
      .selectFrom("transfers")
      .select("id")
      .where("run_id", "=", run)
      .executeTakeFirstOrThrow();
    const refund = await server.reverse(id);
    await sql`UPDATE transfers SET created_at = ${dayAgo(random.nextBelow(35)).at}::timestamptz
      WHERE id = ${refund}`.execute(server.db);
  }
}
