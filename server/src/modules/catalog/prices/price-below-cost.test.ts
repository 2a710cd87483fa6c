import { Agent, InspectReply, Problem, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { ECHO_SOURCE } from "../catalog.fixture.ts";
import { uploadForm, useCatalogServer, versionForm } from "../catalog-server.fixture.ts";

/** 10 USD per 1M completion tokens. */
const GPT_4O = {
  model: "gpt-4o",
  by: "name" as const,
  promptRateNano: 2_500_000_000n,
  completionRateNano: 10_000_000_000n,
};
const server = useCatalogServer({
  python: true,
  models: {
    findModel: (name) => (name === "gpt-4o" ? GPT_4O : undefined),
    listModelNames: () => ["gpt-4o"],
  },
});
const CONTENT = `from stoa import agent

@agent(name="Writer", models=["gpt-4o"])
def run(message: str) -> str:
    return message
`;
const file = { name: "agent.py", content: CONTENT };

async function developer() {
  const { client } = server();
  const { token } = await client.register();
  const upload = (fields: Record<string, string>) =>
    client.call("POST", "/api/v1/agents/upload", { token, form: uploadForm({ fields, file }) });
  return {
    client,
    token,
    upload,
    uploaded: async (fields: Record<string, string>) => {
      const answer = await upload(fields);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return parseAnswer(UploadReply, answer).agent;
    },
  };
}

test("an upload with a price below model cost is refused with the lowest price that covers it, and nothing is stored", async () => {
  const { client, token, upload } = await developer();
  for (const price of ["0", "0.000009"]) {
    const refused = await upload({ price_per_token: price });
    expect(refused.status).toBe(400);
    const problem = parseAnswer(Problem, refused);
    expect(problem).toMatchObject({ error: "price_below_cost", errors: [{ field: "price_per_token" }] });
    expect(problem.detail).toContain("cost up to 10 USD per 1M tokens");
    expect(problem.detail).toContain("Set price_per_token to at least 0.00001");
  }
  expect(Object((await client.get("/api/v1/agents/my-agents", { token })).body).total).toBe(0);
});

test("a developer who sponsors the difference may upload at any price", async () => {
  const { uploaded } = await developer();
  expect(await uploaded({ price_per_token: "0", sponsor_limit_per_run: "0.05" })).toMatchObject({
    price_per_token: 0,
    sponsor_limit_per_run: 0.05,
  });
});

test("a price above 100 USD per 1M tokens must be confirmed, both at upload and when the price is changed", async () => {
  const { client, token, upload, uploaded } = await developer();
  const refused = await upload({ price_per_token: "0.0002" });
  expect(refused.status).toBe(400);
  const problem = parseAnswer(Problem, refused);
  expect(problem.errors?.[0]?.field).toBe("confirm_price");
  expect(problem.detail).toContain("200 USD per 1M tokens");
  const agent = await uploaded({ price_per_token: "0.0002", confirm_price: "true" });
  const path = `/api/v1/agents/${agent.id}`;
  const put = (body: object) => client.put(path, body, { token });
  expect(parseAnswer(Problem, await put({ price_per_token: 0.0005 })).errors?.[0]?.field).toBe(
    "confirm_price",
  );
  expect(
    parseAnswer(Agent, await put({ price_per_token: 0.0005, confirm_price: true })).next_price,
  ).toMatchObject({
    price_per_token: 0.0005,
  });
  expect((await put({ price_per_token: 0.0001 })).status).toBe(200);
});

test("a developer can neither set a price below model cost nor stop sponsoring such a price", async () => {
  const { client, token, uploaded } = await developer();
  const { id } = await uploaded({ price_per_token: "0.00002" });
  const put = (body: object) => client.put(`/api/v1/agents/${id}`, body, { token });
  const refused = await put({ price_per_token: 0.000005, description: "Cheaper" });
  expect([refused.status, parseAnswer(Problem, refused).error]).toEqual([400, "price_below_cost"]);
  const agent = parseAnswer(Agent, await client.get(`/api/v1/agents/${id}`, { token }));
  expect(agent.price_per_token).toBe(0.00002);
  expect(agent.description).not.toBe("Cheaper");
  expect((await put({ price_per_token: 0.000005, sponsor_limit_per_run: 0.1 })).status).toBe(200);
  expect(parseAnswer(Problem, await put({ sponsor_limit_per_run: 0 })).error).toBe("price_below_cost");
});

test("only the developer sees the price that the inspection and the agent's details suggest", async () => {
  const { client, token, uploaded } = await developer();
  const advice = {
    model_cost_per_1000_tokens: 0.004375,
    lowest_price_per_token: 0.00001,
    suggested_price_per_token: 0.00001,
    share_percent: 70,
  };
  const inspected = await client.call("POST", "/api/v1/agents/inspect", {
    token,
    form: uploadForm({ file }),
  });
  expect(parseAnswer(InspectReply, inspected).price_advice).toEqual(advice);
  const agent = await uploaded({ price_per_token: "0.00002" });
  expect(agent.price_advice).toEqual(advice);
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`)).price_advice).toBeUndefined();
});

test("an earlier version whose models cost more than the agent's current price cannot be made current", async () => {
  const { client, token, uploaded } = await developer();
  const { id } = await uploaded({ price_per_token: "0.00002" });
  const path = `/api/v1/agents/${id}`;
  await client.call("POST", `${path}/versions`, { token, form: versionForm(ECHO_SOURCE) });
  expect((await client.put(path, { price_per_token: 0.000001 }, { token })).status).toBe(200);
  const activate = () => client.post(`${path}/versions/1/activate`, {}, { token });
  const refused = await activate();
  expect([refused.status, parseAnswer(Problem, refused).error]).toEqual([400, "price_below_cost"]);
  expect(parseAnswer(Agent, await client.get(path, { token })).version).toBe(2);
  expect((await client.put(path, { sponsor_limit_per_run: 0.1 }, { token })).status).toBe(200);
  expect((await activate()).status).toBe(200);
});

test("a version whose models cost more than the agent's price is refused", async () => {
  const { client, token } = await developer();
  const plain = uploadForm({ fields: { price_per_token: "0.000001" } });
  const { agent } = parseAnswer(
    UploadReply,
    await client.call("POST", "/api/v1/agents/upload", { token, form: plain }),
  );
  const refused = await client.call("POST", `/api/v1/agents/${agent.id}/versions`, {
    token,
    form: versionForm(CONTENT),
  });
  expect([refused.status, parseAnswer(Problem, refused).error]).toEqual([400, "price_below_cost"]);
});
