import { MyAgents, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer();

test("an upload is refused with the reason if there is no Python runtime, and nothing is stored", async () => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: uploadForm({}) });
  expect(answer.status).toBe(503);
  const problem = parseAnswer(Problem, answer);
  expect(problem.error).toBe("runtime_unavailable");
  expect(problem.detail).toContain("no Python runtime");
  expect(parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token })).total).toBe(0);
});

test("a JSON file is recognized without Python", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "a.json", content: '{"nodes": [], "connections": {}}' } });
  expect((await client.call("POST", "/api/v1/agents/upload", { token, form })).status).toBe(400);
});
