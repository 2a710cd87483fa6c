import { tmpdir } from "node:os";
import { RecommendationReply } from "@stoa/contract";
import { readLabelledSet } from "../server/src/modules/recommendations/evaluation/labelled-set.fixture.ts";
import { openDatabase } from "../server/src/platform/db/database.ts";
import { Client, parseAnswer } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import type { Figure } from "./figure.ts";
import { fillMarket } from "./large-market.ts";
import { getMedian, getPercentile } from "./statistics.ts";

const AGENTS = 10_000;
const GOAL_MS = 100;
/**
 * The number of requests before the measurement, in which Node compiles the code, the database reads its pages, and the
 * embedder starts.
 */
const WARM_UP = 40;

/**
 * Measures recommendations over HTTP among 10,000 agents with one client. No query is repeated, so each query is
 * embedded.
 */
export async function measureRecommendations(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_EMBEDDER: "builtin", STOA_PARENTS: "never" });
  const { db } = openDatabase({ url: server.databaseUrl, poolSize: 2, onLost: () => {} });
  try {
    await fillMarket(db, AGENTS);
    const client = new Client(server.url);
    const { token } = await client.register();
    const ask = async (query: object): Promise<number> => {
      const start = performance.now();
      const answer = await client.post("/api/v1/recommendations/recommend", query, { token });
      const took = performance.now() - start;
      if (!parseAnswer(RecommendationReply, answer).by_meaning)
        throw new Error("semantic search was not used");
      return took;
    };
    for (let count = 0; count < WARM_UP; count++)
      await ask({ query: `agent to warm up with, number ${count}` });
    const times: number[] = [];
    for (const { query, category, max_price } of readLabelledSet().queries)
      times.push(await ask({ query, category, max_price }));
    const p95 = getPercentile(times, 0.95);
    return [
      {
        name: `recommendations among ${AGENTS} agents, p95`,
        measurement: `${p95.toFixed(0)} ms`,
        goal: `<= ${GOAL_MS} ms`,
        met: p95 <= GOAL_MS,
        detail: `p50 ${getMedian(times).toFixed(0)} ms, ${times.length} queries, each embedded for the first time`,
      },
    ];
  } finally {
    await db.destroy();
    await server.stop();
    removeHome(home);
  }
}
