import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { changeAgent } from "../catalog/agents/agent-store.ts";
import { writeStatistics } from "../catalog/agents/statistics-store.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { refreshSearchDocument } from "../catalog/listing/search-store.ts";
import { storeReview } from "./review-store.ts";

const database = useTestDatabase();

/** Creates an agent. Returns it with functions that create people and read the agent's rating. */
async function rated() {
  const { db, pool } = database();
  const { accountId } = await someAccount(db);
  const agentId = await someAgent(db, accountId, { name: "Rated" });
  const someone = async () => (await someAccount(db)).userId;
  const figures = async () => {
    const { rows } = await pool.query(
      `SELECT s.rating, s.reviews, d.rating AS "sortedBy"
       FROM agent_stats s JOIN search_documents d USING (agent_id) WHERE agent_id = $1`,
      [agentId],
    );
    return rows[0];
  };
  return { accountId, agentId, someone, figures };
}

/** Waits until a statement on another connection is waiting for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = sql<{ count: bigint }>`
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(database().db)).rows[0]?.count).toBe(1n);
}

it("the rating includes two reviews that are written at the same time", async () => {
  const { db } = database();
  const { agentId, someone, figures } = await rated();
  const [first, second] = [await someone(), await someone()];
  const slow = await db.startTransaction().execute();
  await storeReview(slow, { agentId, userId: first, rating: 5, text: "Good." });
  const quick = db
    .transaction()
    .execute((tx) => storeReview(tx, { agentId, userId: second, rating: 2, text: "Bad." }));
  await someoneWaits();
  await slow.commit().execute();
  await quick;
  expect(await figures()).toEqual({ rating: 3.5, reviews: 2, sortedBy: 3.5 });
});

it("changing an agent while a new rating is being stored does not restore the old rating", async () => {
  const { db } = database();
  const { accountId, agentId, someone, figures } = await rated();
  const userId = await someone();
  const rating = await db.startTransaction().execute();
  await storeReview(rating, { agentId, userId, rating: 4, text: "Good." });
  const change = db.transaction().execute(async (tx) => {
    await changeAgent(tx, agentId, accountId, { description: "Anew" });
    await refreshSearchDocument(tx, agentId);
  });
  await someoneWaits();
  await rating.commit().execute();
  await change;
  expect(await figures()).toEqual({ rating: 4, reviews: 1, sortedBy: 4 });
});

it("reviews, account deletions, agent changes and the statistics job never deadlock", async () => {
  const { db } = database();
  const agents = [await rated(), await rated(), await rated()];
  const ids = agents.map(({ agentId }) => agentId);
  const ROUNDS = 20;
  const [reviewers, leavers] = await Promise.all(
    [5, ROUNDS].map((length) => Promise.all(Array.from({ length }, () => someAccount(db)))),
  );
  for (const { userId } of leavers ?? [])
    for (const agentId of ids.toReversed())
      await db
        .transaction()
        .execute((tx) => storeReview(tx, { agentId, userId, rating: 1, text: "To be erased." }));
  const createFigures = (agentId: number, executions: number) => ({
    agentId,
    executions,
    completed: executions,
    failed: 0,
    users: 1,
    medianMs: executions,
    medianTokens: 10,
    p95Tokens: 10,
  });
  const rounds = Array.from({ length: ROUNDS }, (_, round) => [
    ...agents.map(({ agentId }, n) =>
      db.transaction().execute((tx) =>
        storeReview(tx, {
          agentId,
          userId: reviewers?.[round % 5]?.userId ?? "",
          rating: 1 + ((round + n) % 5),
          text: "Again.",
        }),
      ),
    ),
    ...agents.map(({ agentId, accountId }) =>
      db.transaction().execute(async (tx) => {
        await changeAgent(tx, agentId, accountId, { description: `Round ${round}` });
        await refreshSearchDocument(tx, agentId);
      }),
    ),
    db
      .updateTable("agent_reviews")
      .set({ text: "", withdrawn_at: sql<Date>`now()` })
      .where("user_id", "=", leavers?.[round]?.userId ?? "")
      .execute(),
    writeStatistics(
      db,
      ids.map((agentId) => createFigures(agentId, round)),
    ),
  ]);
  await Promise.all(rounds.flat());
  for (const { agentId, figures } of agents) {
    await writeStatistics(db, [createFigures(agentId, 100)]);
    const { rows } = await sql<{ rating: number; reviews: number }>`
      SELECT sum(rating)::float8 / count(*) AS rating, count(*)::integer AS reviews
      FROM agent_reviews WHERE agent_id = ${agentId} AND is_shown`.execute(db);
    const [mean] = rows;
    expect(mean?.reviews).toBe(5);
    expect(await figures()).toEqual({ ...mean, sortedBy: mean?.rating });
  }
});
