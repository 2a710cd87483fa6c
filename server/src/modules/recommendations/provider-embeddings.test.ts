import { RecommendationReply } from "@stoa/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from "../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";

const env = {
  STOA_EMBEDDER: "provider",
  STOA_EMBEDDER_MODEL: "text-embedding-3-large",
  OPENAI_API_KEY: "sk-operators",
  OPENAI_BASE_URL: "",
};
let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  env.OPENAI_BASE_URL = upstream.baseUrl;
  // A provider for which fish and 魚 mean the same, and everything else means something else.
  upstream.answer(({ body }, response) => {
    const texts = body.input as string[];
    const data = texts.map((text, index) => ({ index, embedding: /fish|魚/i.test(text) ? [1, 0] : [0, 1] }));
    response.writeHead(200).end(JSON.stringify({ data }));
  });
});
const server = useTestServer({ env });
afterAll(() => upstream.close());

test("a provider's model compares meanings in any language, with the operator's key", async () => {
  const { client, db } = server();
  const { accountId } = await someAccount(db);
  await someAgent(db, accountId, { name: "Angler", description: "All about fish", tags: ["fish"] });
  await someAgent(db, accountId, { name: "Baker", description: "All about bread", tags: ["bread"] });
  const { token } = await client.register();
  await vi.waitFor(
    async () => {
      const answer = await client.post("/api/v1/recommendations/recommend", { query: "魚" }, { token });
      const { by_meaning: byMeaning, recommendations } = parseAnswer(RecommendationReply, answer);
      expect(byMeaning).toBe(true);
      expect(recommendations.map(({ agent }) => agent.name)).toEqual(["Angler"]);
      expect(recommendations[0]?.score_parts).toMatchObject({ words: 0, meaning: 1 });
    },
    // The job runs every 3 seconds, and a node reads new vectors within 5 more.
    { timeout: 25_000, interval: 500 },
  );
  expect(upstream.received[0]).toMatchObject({
    path: "/v1/embeddings",
    headers: { authorization: "Bearer sk-operators" },
    body: { model: "text-embedding-3-large" },
  });
});
