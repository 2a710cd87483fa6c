import { Health, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { someAccount, someAgent } from "../catalog.fixture.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer({ env: { STOA_ENVIRONMENTS: "/nonexistent/environments" } });

const CHAIN = `from langchain_core.runnables import RunnableLambda

chain = RunnableLambda(lambda message: message)
`;
const REASON = "The Python packages of the langchain environment are not installed.";

test("an upload is refused with the reason if its framework's packages are missing; plain Python is not affected", async () => {
  const { client } = server();
  const { token } = await client.register();
  const upload = (content: string) =>
    client.call("POST", "/api/v1/agents/upload", {
      token,
      form: uploadForm({ file: { name: "agent.py", content } }),
    });
  const refused = await upload(CHAIN);
  expect(refused.status).toBe(503);
  expect(parseAnswer(Problem, refused)).toMatchObject({ error: "runtime_unavailable" });
  expect(parseAnswer(Problem, refused).detail).toContain(`${REASON} Run: npx stoa environments`);
  expect((await upload("def run(message):\n    return message\n")).status).toBe(201);
});

test("a run is refused with the reason if its framework's packages are missing", async () => {
  const { client, db } = server();
  const { accountId } = await someAccount(db);
  const agentId = await someAgent(db, accountId, {
    name: "A chain",
    content: { framework: "langchain", source: CHAIN },
  });
  const { token } = await client.register();
  const call = { agent_id: agentId, input_data: { message: "hi" } };
  const answer = await client.post("/api/v1/execute/run", call, { token });
  expect(answer.status).toBe(503);
  expect(parseAnswer(Problem, answer)).toMatchObject({ error: "runtime_unavailable" });
  expect(parseAnswer(Problem, answer).detail).toContain(REASON);
});

test("the health check names the missing frameworks with the reason", async () => {
  const { runtimes } = parseAnswer(Health, await server().client.get("/api/health"));
  expect(runtimes).toContainEqual({ name: "stoa", available: true });
  expect(runtimes).toContainEqual({ name: "langchain", available: false, reason: REASON });
});
