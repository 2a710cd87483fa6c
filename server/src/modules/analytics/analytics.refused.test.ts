import { Problem, TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { Analytics } from "./analytics.ts";
import { useAnalyticsServer } from "./analytics-server.fixture.ts";

const server = useAnalyticsServer();

test.each(["/billing/agent/1/analytics", "/billing/analytics"])(
  "returns 401 for %s without a session or with an invalid one",
  async (path) => {
    for (const options of [{}, { token: "wrong" }]) {
      const answer = await server().client.get(`/api/v1${path}`, options);
      expect(answer.status).toBe(401);
      expect(parseAnswer(Problem, answer).error).toBe("unauthorized");
    }
  },
);

test("returns 404 for another account's agent and for an unknown id, as JSON and as CSV", async () => {
  const { client, account, agent, plans } = server();
  const token = await account();
  plans.set(token, "creator");
  const foreign = await agent(await account());
  for (const id of [foreign, 999_999, "x"])
    for (const query of ["", "?format=csv"]) {
      const answer = await client.get(`/api/v1/billing/agent/${id}/analytics${query}`, { token });
      expect(answer.status).toBe(404);
      expect(parseAnswer(Problem, answer).error).toBe("not_found");
    }
});

test.each(["days=0", "days=366", "days=x", "format=xml"])(
  "returns 400 for %s and names the field",
  async (query) => {
    const { client, account } = server();
    const token = await account();
    const answer = await client.get(`/api/v1/billing/analytics?${query}`, { token });
    expect(answer.status).toBe(400);
    expect(parseAnswer(Problem, answer).errors?.map(({ field }) => field)).toEqual([query.split("=")[0]]);
  },
);

test("returns 403 for CSV on the Free plan, and names the plans that include CSV", async () => {
  const { client, account, agent } = server();
  const token = await account();
  for (const path of [`/agent/${await agent(token)}/analytics`, "/analytics"]) {
    const answer = await client.get(`/api/v1/billing${path}`, { token, headers: { accept: "text/csv" } });
    expect(answer.status).toBe(403);
    expect(parseAnswer(Problem, answer).detail).toBe(TEXTS.analytics.csvNeedsPlan);
  }
});

test("a refused CSV request does not read any figures", async () => {
  const { db, account } = server();
  const token = await account();
  let statements = 0;
  const watched = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const analytics = new Analytics({
    db: watched,
    getPlan: async () => "free",
    ownsAgent: async (agentId) => agentId === 1,
  });
  await expect(analytics.createAgentCsv(token, 2, 30)).rejects.toMatchObject({ status: 404 });
  await expect(analytics.createAgentCsv(token, 1, 30)).rejects.toMatchObject({ status: 403 });
  await expect(analytics.createDeveloperCsv(token, 30)).rejects.toMatchObject({ status: 403 });
  expect(statements).toBe(0);
  await analytics.getAgentAnalytics(token, 1, 30);
  expect(statements).toBeGreaterThan(0);
});
