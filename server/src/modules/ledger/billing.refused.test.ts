import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

const RECEIPT = `/billing/history/trf_${"0".repeat(32)}/receipt`;

test.each([
  "/billing/balance",
  "/billing/history",
  "/billing/history?format=csv",
  RECEIPT,
  "/billing/statements",
  "/billing/agent/1/revenue",
])("%s returns 401 for a missing or invalid session", async (path) => {
  for (const options of [{}, { token: "wrong" }]) {
    const answer = await server().client.get(`/api/v1${path}`, options);
    expect(answer.status).toBe(401);
    expect(parseAnswer(Problem, answer).error).toBe("unauthorized");
  }
});

test("returns 404 for the receipt of another account's entry, of an unknown entry and of an invalid id", async () => {
  const { client } = server();
  const payer = await server().account({ promo: USD });
  const developer = await server().account();
  const { transferId } = await server().run(payer, developer, USD);
  // The developer earned money from this run, but only the payer's wallet contains the entry.
  for (const token of [developer, await server().account()])
    expect((await client.get(`/api/v1/billing/history/${transferId}/receipt`, { token })).status).toBe(404);
  for (const path of [RECEIPT, "/billing/history/x/receipt"]) {
    const answer = await client.get(`/api/v1${path}`, { token: payer });
    expect(answer.status).toBe(404);
    expect(parseAnswer(Problem, answer).error).toBe("not_found");
  }
});

test("returns 404 for the revenue of another account's agent and of an unknown agent", async () => {
  const { client, owned } = server();
  const token = await server().account();
  owned.set(41, await server().account());
  for (const agent of [41, 42]) {
    const answer = await client.get(`/api/v1/billing/agent/${agent}/revenue`, { token });
    expect(answer.status).toBe(404);
    expect(parseAnswer(Problem, answer)).toMatchObject({ error: "not_found", detail: "Agent not found" });
  }
});

test.each([
  ["/billing/history?cursor=trf_x", "cursor"],
  ["/billing/history?cursor=%27%20OR%201=1", "cursor"],
  ["/billing/history?limit=0", "limit"],
  ["/billing/history?limit=101", "limit"],
  ["/billing/history?offset=-1", "offset"],
  ["/billing/history?kind=claim", "kind"],
  ["/billing/history?agent_id=0", "agent_id"],
  ["/billing/history?from=yesterday", "from"],
  ["/billing/history?from=0000-01-01", "from"],
  ["/billing/history?to=2026-02-30", "to"],
  ["/billing/history?format=xml", "format"],
  ["/billing/statements?cursor=november", "cursor"],
  ["/billing/statements?limit=0", "limit"],
  ["/billing/agent/1/revenue?days=0", "days"],
  ["/billing/agent/1/revenue?days=367", "days"],
])("%s returns 400 and names the field", async (path, field) => {
  const token = await server().account();
  const answer = await server().client.get(`/api/v1${path}`, { token });
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).errors?.map((error) => error.field)).toEqual([field]);
});

test("returns 404 for the revenue of an invalid agent id", async () => {
  const token = await server().account();
  expect((await server().client.get("/api/v1/billing/agent/x/revenue", { token })).status).toBe(404);
});
