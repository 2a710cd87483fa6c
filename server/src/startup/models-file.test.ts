import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemRoutes } from "@stoa/contract";
import { afterAll, expect, test } from "vitest";
import { parseAnswer } from "../../../tests/harness/client.ts";
import { useTestServer } from "../../../tests/harness/server.ts";

const folder = await mkdtemp(join(tmpdir(), "stoa-models-"));
const path = join(folder, "models.json");
afterAll(() => rm(folder, { recursive: true }));

const fileWith = (model: string, prompt: number) =>
  JSON.stringify({
    providers: { claude: { kind: "anthropic", api_key: { env: "CLAUDE_KEY" } } },
    models: { [model]: { provider: "claude", rates: { prompt, completion: 15 } } },
    default_model: model,
  });
await writeFile(path, fileWith("claude-one", 3));

const server = useTestServer({ env: { STOA_MODELS_FILE: path, CLAUDE_KEY: "sk-ant-test" } });

async function listed() {
  return parseAnswer(systemRoutes.models.reply, await server().client.get("/api/v1/models"));
}

test("lists the models of the operator's file with their prices, and applies changes without a restart", async () => {
  const [basic, model] = (await listed()).models;
  expect(basic?.id).toBe("stoa-basic");
  expect(model).toMatchObject({ id: "claude-one", provider: "claude", prompt_usd_per_million: 3 });
  await writeFile(path, fileWith("claude-two", 4));
  await expect.poll(async () => (await listed()).default_model, { timeout: 5_000 }).toBe("claude-two");
  expect((await listed()).models.at(-1)).toMatchObject({ id: "claude-two", prompt_usd_per_million: 4 });
});
