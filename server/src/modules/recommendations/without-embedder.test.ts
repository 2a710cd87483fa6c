import { RecommendationReply, TEXTS } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";

const server = useTestServer({ env: { STOA_EMBEDDER: "none" } });
const lost = useTestServer({
  env: { STOA_EMBEDDER: "provider", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
});

beforeAll(async () => {
  for (const { db } of [server(), lost()]) {
    const { accountId } = await someAccount(db);
    await someAgent(db, accountId, { name: "Invoice Reader", description: "Extracts totals from invoices" });
    await someAgent(db, accountId, { name: "Poem Maker", description: "Writes poems for birthdays" });
  }
});

test.each([
  ["there is no embedder", server],
  ["its provider cannot be reached", lost],
])("if %s, only words are compared, with a notice", async (_case, where) => {
  const { client } = where();
  const { token } = await client.register();
  const answer = await client.post(
    "/api/v1/recommendations/recommend",
    { query: "read my invoices" },
    { token },
  );
  const reply = parseAnswer(RecommendationReply, answer);
  expect(reply).toMatchObject({ by_meaning: false, notice: TEXTS.recommendations.wordsAlone });
  expect(reply.recommendations.map(({ agent }) => agent.name)).toEqual(["Invoice Reader"]);
  expect(reply.recommendations[0]).toMatchObject({
    score_parts: { meaning: null },
    reason: "Matches “invoices”.",
  });
});
