import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { useStand } from "./stand.ts";

const open = useStand();

function findPython(): string {
  const folder = process.env.STOA_RUNNERS;
  if (!folder)
    throw new Error("The clients are not installed: npm test -- --long --only openai-clients does that");
  return join(folder, "python3");
}

test.each([
  ["openai", 6],
  ["langchain", 4],
  ["litellm", 2],
  ["llama_index", 2],
  ["pydantic_ai", 2],
  ["open_webui", 1],
])("agents run with the unmodified client %s, each run once and paid", async (name, runs) => {
  const { baseUrl, apiKey, model, moodModel, expectPaidRuns } = await open();
  await promisify(execFile)(findPython(), [join(import.meta.dirname, "python_clients.py"), name], {
    env: {
      ...{ PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1" },
      ...{ STOA_BASE_URL: baseUrl, STOA_API_KEY: apiKey, STOA_MODEL: model, STOA_MOOD_MODEL: moodModel },
      // Without this, LiteLLM tries to download the prices of models for several seconds.
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
    },
  });
  await expectPaidRuns(runs);
});
