import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";
import { findClientsPython, PYTHON_CLIENTS } from "./python-clients.ts";
import { useStand } from "./stand.ts";

const open = useStand();

test.each([
  ["openai", 6],
  ["langchain", 4],
  ["litellm", 2],
  ["llama_index", 2],
  ["pydantic_ai", 2],
  ["open_webui", 1],
])("agents run with the unmodified client %s, each run once and paid", async (name, runs) => {
  const { baseUrl, apiKey, model, moodModel, expectPaidRuns } = await open();
  await promisify(execFile)(findClientsPython(), [PYTHON_CLIENTS, name], {
    env: {
      ...{ PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1" },
      ...{ STOA_BASE_URL: baseUrl, STOA_API_KEY: apiKey, STOA_MODEL: model, STOA_MOOD_MODEL: moodModel },
      // Without this, LiteLLM tries to download the prices of models for several seconds.
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
    },
  });
  await expectPaidRuns(runs);
});
