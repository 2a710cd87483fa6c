import { Agent } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer();

test("the owner sees the digest of the packages with which a version was checked", async () => {
  const { client } = server();
  const [owner, other] = [await client.register(), await client.register()];
  const content = "import openai\n\n\ndef run(message: str):\n    return openai.OpenAI.__name__\n";
  const form = uploadForm({ file: { name: "agent.py", content } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: owner.token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const path = `/api/v1/agents/${Object(Object(uploaded.body).agent).id}`;
  const seenBy = async (token: string) =>
    parseAnswer(Agent, await client.get(path, { token })).environment_digest;
  expect(await seenBy(owner.token)).toMatch(/^[0-9a-f]{64}$/);
  expect(await seenBy(other.token)).toBeUndefined();
});
