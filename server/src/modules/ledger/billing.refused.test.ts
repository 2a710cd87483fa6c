import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parsed } from "../../../../tests/harness/client.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

test.each(["/billing/balance", "/billing/history", "/billing/agent/1/revenue"])(
  "%s without a session is 401",
  async (path) => {
    const answer = await server().client.get(`/api/v1${path}`);
    expect(answer.status).toBe(401);
    expect(parsed(Problem, answer).error).toBe("unauthorized");
  },
);

test("the revenue of somebody else's agent, and of none, is 404", async () => {
  const { client, owned } = server();
  const token = await server().account();
  owned.set(41, await server().account());
  for (const agent of [41, 42]) {
    const answer = await client.get(`/api/v1/billing/agent/${agent}/revenue`, { token });
    expect(answer.status).toBe(404);
    expect(parsed(Problem, answer)).toMatchObject({ error: "not_found", detail: "Agent not found" });
  }
});

test.each([
  ["/billing/history?cursor=trf_x", "cursor"],
  ["/billing/history?cursor=%27%20OR%201=1", "cursor"],
  ["/billing/history?limit=0", "limit"],
  ["/billing/history?limit=101", "limit"],
  ["/billing/history?offset=-1", "offset"],
  ["/billing/agent/1/revenue?days=0", "days"],
  ["/billing/agent/1/revenue?days=367", "days"],
])("%s is 400 and names the field", async (path, field) => {
  const token = await server().account();
  const answer = await server().client.get(`/api/v1${path}`, { token });
  expect(answer.status).toBe(400);
  expect(parsed(Problem, answer).errors?.map((error) => error.field)).toEqual([field]);
});

test("an agent that can be none is 404", async () => {
  const token = await server().account();
  expect((await server().client.get("/api/v1/billing/agent/x/revenue", { token })).status).toBe(404);
});
