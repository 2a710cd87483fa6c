import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogRoutes, notificationRoutes, Problem } from "@stoa/contract";
import { afterAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const folder = await mkdtemp(join(tmpdir(), "stoa-withdrawn-"));
const path = join(folder, "models.json");
afterAll(() => rm(folder, { recursive: true }));

const offer = (...models: string[]) =>
  writeFile(
    path,
    JSON.stringify({
      providers: { local: { kind: "openai", base_url: "http://127.0.0.1:1/v1" } },
      models: Object.fromEntries(
        models.map((model) => [model, { provider: "local", rates: { prompt: 1, completion: 2 } }]),
      ),
      aliases: { house: models[0] },
    }),
  );
await offer("small", "large");

const server = useTestServer({ env: { STOA_MODELS_FILE: path } });
const AGENT = JSON.stringify({
  stoa: 1,
  name: "Tiny",
  description: "Answers.",
  instructions: "Answer.",
  model: "large",
});

test("until a withdrawn model returns, agents that use it are not listed and their runs end without a charge", async () => {
  const { client } = server();
  const [developer, caller] = [await client.register(), await client.register()];
  const file = { name: "tiny.json", content: AGENT };
  const form = uploadForm({ file, fields: { name: "Needs large" } });
  const { agent } = parseAnswer(
    catalogRoutes.upload.reply,
    await client.call("POST", "/api/v1/agents/upload", { form, token: developer.token }),
  );
  const missing = async () =>
    parseAnswer(catalogRoutes.get.reply, await client.get(`/api/v1/agents/${agent.id}`)).missing_models;
  const isListed = async () =>
    parseAnswer(catalogRoutes.list.reply, await client.get("/api/v1/agents?search=Needs+large")).total > 0;
  const told = async () =>
    parseAnswer(
      notificationRoutes.list.reply,
      await client.get("/api/v1/notifications", { token: developer.token }),
    ).notifications.map(({ kind }) => kind);
  expect(await missing()).toEqual([]);

  await offer("small");
  await expect.poll(missing, { timeout: 8_000 }).toEqual(["large"]);
  await expect.poll(told, { timeout: 8_000 }).toContain("models_missing");
  await expect.poll(isListed, { timeout: 8_000 }).toBe(false);
  const body = { agent_id: agent.id, input_data: { message: "Hello" } };
  const refused = await client.post("/api/v1/execute/run", body, { token: caller.token });
  expect(refused.status).toBe(503);
  expect(Problem.parse(refused.body)).toMatchObject({
    error: "model_unavailable",
    detail:
      "This agent needs the model large, which this server does not offer right now. Nothing was charged. Try again later.",
  });

  await offer("small", "large");
  await expect.poll(missing, { timeout: 8_000 }).toEqual([]);
  await expect.poll(told, { timeout: 8_000 }).toContain("models_back");
  await expect.poll(isListed, { timeout: 8_000 }).toBe(true);
});
