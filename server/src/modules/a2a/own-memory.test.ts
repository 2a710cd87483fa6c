import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, ConversationList, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { TEMPLATES } from "../../commands/paths.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { call, say } from "./a2a.fixture.ts";

const server = useTestServer();

test("an agent that keeps its own memory begins in a conversation, and a refused message leaves none", async () => {
  const { client } = server();
  const [developer, caller] = [await registerPerson(server()), await registerPerson(server())];
  const content = readFileSync(join(TEMPLATES, "n8n-agent.json"), "utf8");
  const form = uploadForm({ file: { name: "agent.json", content } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const { id } = parseAnswer(UploadReply, uploaded).agent;
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${id}`)).memory).toBe("session");

  const target = { server: server(), path: `/a2a/agents/${id}`, key: caller.apiKey };
  const listConversations = async () =>
    parseAnswer(ConversationList, await client.get("/api/v1/conversations", { key: caller.apiKey }))
      .conversations;
  const refused = await call("JSON-RPC", target, "SendMessage", {
    ...say("Hi"),
    metadata: { maxCost: 0.000_001 },
  });
  expect(refused.error?.domain).toBe("stoa");
  expect(await listConversations()).toEqual([]);

  const first = await call("JSON-RPC", target, "SendMessage", say("My name is Ada."));
  const { contextId } = first.result.task;
  expect(await listConversations()).toMatchObject([{ id: contextId, turns: 1 }]);
  const second = await call("HTTP+JSON", target, "SendMessage", say("What is my name?", { contextId }));
  expect(second.result.task.contextId).toBe(contextId);
  expect(await listConversations()).toMatchObject([{ id: contextId, turns: 2 }]);
});
