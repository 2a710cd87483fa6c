import { Agent, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { personWithAgent } from "../catalog.fixture.ts";
import { useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

test("returns 401 without a session and 404 for another account's agent or an unknown id; nothing changes", async () => {
  const { client, database } = server();
  const { agentId } = await personWithAgent(client, database.db, { name: "Mine" });
  const stranger = await client.register();
  expect((await client.put(`/api/v1/agents/${agentId}`, { description: "x" })).status).toBe(401);
  for (const id of [agentId, 2_147_483_647]) {
    const answer = await client.put(
      `/api/v1/agents/${id}`,
      { description: "taken" },
      { token: stranger.token },
    );
    expect(answer.status).toBe(404);
    expect(parseAnswer(Problem, answer)).toMatchObject({ error: "not_found", detail: "Agent not found" });
  }
  const agent = parseAnswer(Agent, await client.get(`/api/v1/agents/${agentId}`));
  expect(agent.description).toBe("Repeats its input.");
});

test.each([
  [{ description: " " }, "description", "Description is required"],
  [
    { documentation: "short" },
    "documentation",
    "Comprehensive documentation is required (minimum 50 characters)",
  ],
  [{ price_per_token: -1 }, "price_per_token", "Price per token must be 0 or more"],
  [{ price_per_token: 1e-7 }, "price_per_token", "Price per token must be a multiple of 0.000001"],
  [{ max_cost_per_run: -0.1 }, "max_cost_per_run", "Maximum cost per run must be 0 or more"],
  [{ description: "a\u0000b" }, "description", "Text must not contain a NUL character"],
  [{ documentation: "\u0000".repeat(50) }, "documentation", "Text must not contain a NUL character"],
  [{ tags: ["a\u0000b"] }, "tags.0", "Text must not contain a NUL character"],
  [{ features: ["a\u0000b"] }, "features.0", "Text must not contain a NUL character"],
  [{ is_active: "yes" }, "is_active", expect.any(String)],
  [{ tags: Array.from({ length: 13 }, (_, n) => `tag ${n}`) }, "tags", expect.any(String)],
  [{ name: " " }, "name", "Agent name is required"],
  [{ owner_account_id: "acc_x" }, "owner_account_id", expect.any(String)],
])("returns 400 for %j", async (change, field, message) => {
  const { client, database } = server();
  const { agentId, token } = await personWithAgent(client, database.db, { name: "Strict" });
  const answer = await client.put(`/api/v1/agents/${agentId}`, change, { token });
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).errors?.[0]).toEqual({ field, message });
});
