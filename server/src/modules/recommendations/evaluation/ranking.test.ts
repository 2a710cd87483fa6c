import { readFileSync, writeFileSync } from "node:fs";
import { AgentList, AgentListQuery, RecommendationQuery } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { Marketplace } from "../../catalog/listing/marketplace.ts";
import { AgentIndex } from "../agent-index.ts";
import { getExamplePaths } from "../embedder/create-embedder.ts";
import { ProcessEmbedder } from "../embedder/process-embedder.ts";
import { embedDueAgents } from "../embedding-job.ts";
import { QueryMeaning } from "../query-meaning.ts";
import { Recommendations } from "../recommendation-service.ts";
import { computeCosine, computeDirection, toBytes } from "../vector.ts";
import { EMBEDDER_PROGRAM, listLabelledAgents } from "./labelled-market.fixture.ts";
import { type LabelledQuery, readLabelledSet, readNonsense, readRequests } from "./labelled-set.fixture.ts";
import { mean, ndcg } from "./ndcg.fixture.ts";

/** Embedding a query takes a tenth of a second of processor time, so the short form uses only the first set. */
const isLong = process.env.STOA_TEST_LONG !== undefined;
/** The real model embeds up to two hundred agents or queries, which takes minutes on a busy machine. */
const SLOW_MS = 240_000;
/** An account without agents. */
const VISITOR = "acc_nobody";

const database = useTestDatabase();
const { queries } = readLabelledSet();
const EXAMPLES = getExamplePaths(EMBEDDER_PROGRAM);
const embedder = new ProcessEmbedder({ program: EMBEDDER_PROGRAM, examples: EXAMPLES });
const log = {
  warn: (details: object, message: string) => {
    throw new Error(`${message}: ${JSON.stringify(details)}`);
  },
};
let keys = new Map<number, string>();

/** The nDCG@5 of the blend on the labeled set before off-topic queries were refused. */
const BLEND_WITHOUT_CUT = 0.8498;
/** STOA_RECORD_BACKGROUND=1 writes the vectors of the examples again, after their texts or the model have changed. */
const isRecording = process.env.STOA_RECORD_BACKGROUND === "1";
/** Only every twentieth vector is checked, because all of them would take a minute. */
const CHECKED_EVERY = 20;

beforeAll(async () => {
  keys = await listLabelledAgents(database().db);
  await embedDueAgents(database().db, embedder, log);
}, SLOW_MS);
afterAll(() => embedder.close());

const asked = (query: LabelledQuery) =>
  RecommendationQuery.parse({ query: query.query, category: query.category, max_price: query.max_price });

/** Returns the keys of the recommended agents. */
async function recommended(service: Recommendations, query: LabelledQuery): Promise<string[]> {
  const { recommendations } = await service.recommend(asked(query), VISITOR);
  return recommendations.map(({ agent }) => keys.get(agent.id) ?? "");
}

/** Returns the keys of the agents that the marketplace's search finds with the same filters. */
async function searched(market: Marketplace, { query, category, max_price: maxPrice }: LabelledQuery) {
  const page = await market.list(AgentListQuery.parse({ search: query, category, limit: 100 }), undefined);
  return AgentList.parse(JSON.parse(page.toString()))
    .agents.filter((agent) => maxPrice === undefined || agent.price_per_token <= maxPrice)
    .map((agent) => keys.get(agent.id) ?? "");
}

type Answer = (query: LabelledQuery) => Promise<string[]>;

/** Returns the nDCG@5 of each query's result, in the order of the queries. */
async function qualities(answer: Answer): Promise<number[]> {
  const values: number[] = [];
  for (const query of queries) values.push(ndcg(await answer(query), query.relevance));
  return values;
}

const quality = async (answer: Answer) => mean(await qualities(answer));

function service(by: ProcessEmbedder | undefined): Recommendations {
  const { db } = database();
  const meaning = by && { embedder: by, queries: new QueryMeaning(by, log) };
  return new Recommendations({ db, index: new AgentIndex(db, by?.model), meaning });
}

test.runIf(isLong)(
  "the nDCG@5 of the blend is at least 1.2 times that of the marketplace's search and of recommendations by words only",
  async () => {
    const market = new Marketplace(database().db);
    const [blended, words] = [service(embedder), service(undefined)];
    const blend = await qualities((query) => recommended(blended, query));
    const figures = {
      blend: mean(blend),
      words: await quality((query) => recommended(words, query)),
      search: await quality((query) => searched(market, query)),
      blendApart: mean(blend.filter((_, place) => !queries[place]?.shares_words)),
    };
    expect(figures.blend).toBeGreaterThanOrEqual(1.2 * Math.max(figures.words, figures.search));
    expect(figures.blendApart).toBeGreaterThan(0.6);
    console.info(`nDCG@5 of the blend: ${figures.blend.toFixed(4)}`);
    expect(figures.blend).toBeGreaterThanOrEqual(BLEND_WITHOUT_CUT - 0.02);
  },
  SLOW_MS,
);

/** Returns the queries that get a recommendation. */
async function findAnsweredQueries(texts: readonly string[]): Promise<string[]> {
  const [blended, answered] = [service(embedder), [] as string[]];
  for (const query of texts) {
    const { recommendations } = await blended.recommend(RecommendationQuery.parse({ query }), VISITOR);
    if (recommendations.length > 0) answered.push(query);
  }
  return answered;
}

test.each(isLong ? (["first", "second", "third"] as const) : (["first"] as const))(
  "no recommendation is returned for thirty queries that no agent answers (%s set)",
  async (set) => {
    expect(await findAnsweredQueries(readNonsense(set))).toEqual([]);
  },
  SLOW_MS,
);

test.runIf(isLong)(
  "at most 11 of the 253 validation queries that no agent answers get a recommendation",
  async () => {
    const texts = readNonsense("validation");
    expect(texts).toHaveLength(253);
    expect((await findAnsweredQueries(texts)).length).toBeLessThanOrEqual(11);
  },
  SLOW_MS,
);

test.runIf(isLong)(
  "at most 1 of 96 queries that agents answer gets no recommendation",
  async () => {
    const texts = readRequests("validation");
    expect(texts).toHaveLength(96);
    expect((await findAnsweredQueries(texts)).length).toBeGreaterThanOrEqual(95);
  },
  SLOW_MS,
);

test.runIf(isLong)(
  "at most 2 of thirty further queries that no agent answers get a recommendation",
  async () => {
    const texts = readNonsense("unseen");
    expect(texts).toHaveLength(30);
    const { length } = await findAnsweredQueries(texts);
    console.info(`${length} of the unseen queries get a recommendation`);
    expect(length).toBeLessThanOrEqual(2);
  },
  SLOW_MS,
);

test.runIf(isLong)(
  "of two independent sets of sixty queries, at most 3 that no agent answers and at least 57 requests get a recommendation",
  async () => {
    const [nonsense, requests] = [readNonsense("independent"), readRequests("independent")];
    expect([nonsense.length, requests.length]).toEqual([60, 60]);
    expect((await findAnsweredQueries(nonsense)).length).toBeLessThanOrEqual(3);
    expect((await findAnsweredQueries(requests)).length).toBeGreaterThanOrEqual(57);
  },
  SLOW_MS,
);

test.each(["background", "requests"] as const)(
  "the stored vectors match the lines of %s.txt",
  async (name) => {
    const texts = readFileSync(EXAMPLES[name].replace(/bin$/, "txt"), "utf8").trim().split("\n");
    if (isRecording) {
      const made: Buffer[] = [];
      for (const text of texts)
        for (const vector of await embedder.embed([text])) made.push(Buffer.from(toBytes(vector).buffer));
      writeFileSync(EXAMPLES[name], Buffer.concat(made));
      return;
    }
    expect(embedder.examples?.[name]).toHaveLength(texts.length);
    for (let place = 0; place < texts.length; place += CHECKED_EVERY) {
      const [vector] = await embedder.embed([texts[place] ?? ""]);
      const kept = embedder.examples?.[name][place];
      expect(
        vector && kept && computeCosine(computeDirection(toBytes(vector)), kept),
        texts[place],
      ).toBeGreaterThan(0.99);
    }
  },
  SLOW_MS,
);
