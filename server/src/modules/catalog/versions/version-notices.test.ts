import { ApiKeyReply, NotificationList, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm, versionForm } from "../catalog-server.fixture.ts";

const server = useTestServer();
const answering = (word: string) => `def run(message: str) -> str:\n    return "${word}"\n`;

async function scene() {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ fields: { name: "Teller" } });
  const { agent } = parseAnswer(
    UploadReply,
    await client.call("POST", "/api/v1/agents/upload", { token, form }),
  );
  return { token, id: agent.id, path: `/api/v1/agents/${agent.id}/versions` };
}

test("a developer is notified of versions that are listed, refused or rolled back, and of no other change", async () => {
  const { client } = server();
  const { token, id, path } = await scene();
  const upload = (content: string) => client.call("POST", path, { token, form: versionForm(content) });
  const activate = (number: number) => client.post(`${path}/${number}/activate`, {}, { token });
  expect((await upload(answering("two"))).status).toBe(201);
  expect((await upload("def run(:\n")).status).toBe(400);
  expect((await activate(1)).status).toBe(200);
  expect((await activate(1)).status).toBe(200);
  expect((await activate(2)).status).toBe(200);
  const told = parseAnswer(
    NotificationList,
    await client.get("/api/v1/notifications", { token }),
  ).notifications;
  expect(told.map(({ kind, agent_id }) => [kind, agent_id])).toEqual([
    ["version_rolled_back", id],
    ["upload_refused", id],
    ["agent_listed", id],
    ["agent_listed", id],
  ]);
  const [rolledBack] = told;
  expect(rolledBack?.message).toContain("Teller");
});

test("an API key can upload a version", async () => {
  const { client } = server();
  const { token, id } = await scene();
  const { api_key: key } = parseAnswer(
    ApiKeyReply,
    await client.post("/api/v1/users/refresh-api-key", {}, { token }),
  );
  const path = `/api/v1/sdk/agents/${id}/versions`;
  const form = () => versionForm(answering("two"), { notes: "From the build" });
  expect(parseAnswer(UploadReply, await client.call("POST", path, { key, form: form() })).agent.version).toBe(
    2,
  );
  expect((await client.call("POST", path, { form: form() })).status).toBe(401);
  expect((await client.call("POST", path, { token, form: form() })).status).toBe(401);
});
