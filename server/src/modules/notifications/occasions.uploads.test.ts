import { ApiKeyReply, MyAgents, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { listNotifications } from "./notifications.fixture.ts";

const server = useTestServer();

test("notifies about a listed upload, and about a refused upload with the whole reason", async () => {
  const { client } = server();
  const { token } = await client.register();
  const upload = (name: string, content: string) =>
    client.call("POST", "/api/v1/agents/upload", {
      token,
      form: uploadForm({ fields: { name }, file: { name: "agent.py", content } }),
    });
  expect((await upload("Good", "def run(message):\n    return message\n")).status).toBe(201);
  const [agent] = parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token })).agents;
  const why = "no ".repeat(400).trim();
  const refusal = parseAnswer(
    Problem,
    await upload("Bad", `def run(message):\n    raise ValueError("${why}")\n`),
  );
  expect(refusal.detail).toContain(why);
  expect(refusal.error).toBe("upload_refused");
  expect((await upload("Good", "def run(message):\n    return message\n")).status).toBe(409);
  const form = uploadForm({ file: { name: "agent.py", content: "def run(:\n" } });
  expect((await client.call("POST", "/api/v1/agents/inspect", { token, form })).status).toBe(200);
  expect(await listNotifications(client, token)).toMatchObject([
    {
      type: "error",
      title: "Upload refused",
      message: `Bad was not listed. ${refusal.detail}`,
      kind: "upload_refused",
      agent_id: null,
    },
    {
      type: "success",
      title: "Agent listed",
      message: "Good passed all checks and is now available.",
      kind: "agent_listed",
      agent_id: agent?.id,
    },
  ]);
});

test("notifies about a refreshed API key", async () => {
  const { client } = server();
  const { token } = await client.register();
  parseAnswer(ApiKeyReply, await client.post("/api/v1/users/refresh-api-key", {}, { token }));
  expect(await listNotifications(client, token)).toMatchObject([
    {
      type: "info",
      title: "API key refreshed",
      message: 'Your API key "main" was replaced. The previous key no longer works.',
      kind: "api_key_refreshed",
    },
  ]);
});
