import { readFileSync, writeFileSync } from "node:fs";
import { RecommendationQuery } from "@stoa/contract";
import { afterAll, beforeAll, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { AgentIndex } from "../agent-index.ts";
import { ProcessEmbedder } from "../embedder/process-embedder.ts";
import { embedDueAgents } from "../embedding-job.ts";
import { Recommendations } from "../recommendation-service.ts";
import { WishMeaning } from "../wish-meaning.ts";
import { EMBEDDER_PROGRAM, listLabelledAgents } from "./labelled-market.fixture.ts";
import { readLabelledSet } from "./labelled-set.fixture.ts";

const database = useTestDatabase();
const embedder = new ProcessEmbedder({ program: EMBEDDER_PROGRAM });
const log = { warn: () => undefined };
let keys = new Map<number, string>();
beforeAll(async () => {
  keys = await listLabelledAgents(database().db);
  await embedDueAgents(database().db, embedder, log);
}, 240_000);
afterAll(() => embedder.close());
test("measure", async () => {
  const { db } = database();
  const out: unknown[] = [];
  for (const by of [embedder, undefined]) {
    const service = new Recommendations({
      db,
      index: new AgentIndex(db, by?.model),
      meaning: by && { embedder: by, wishes: new WishMeaning(by, log) },
    });
    const all = [
      ...readLabelledSet().queries,
      ...readFileSync(new URL("nonsense.txt", import.meta.url), "utf8")
        .trim()
        .split("\n")
        .map((query) => ({
          query,
          relevance: {},
          category: undefined,
          max_price: undefined,
          nonsense: true,
        })),
    ];
    for (const q of all) {
      const { recommendations } = await service.recommend(
        RecommendationQuery.parse({
          query: q.query,
          category: q.category,
          max_price: q.max_price,
          limit: 20,
        }),
        "acc_nobody",
      );
      out.push({
        by: by ? "meaning" : "words",
        query: q.query,
        nonsense: "nonsense" in q,
        relevance: q.relevance,
        recs: recommendations.map((r) => ({
          key: keys.get(r.agent.id),
          score: r.score,
          ...r.score_parts,
          reason: r.reason,
        })),
      });
    }
  }
  writeFileSync("/tmp/pricing-measure.json", JSON.stringify(out));
}, 240_000);
