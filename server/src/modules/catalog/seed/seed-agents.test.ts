import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, AgentList, Health } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { SEED } from "../../../commands/paths.ts";

const DECLARATIVE_SAMPLES = ["release-notes-writer", "help-desk-reply"];
const N8N_SAMPLES = ["overdue-invoices", "survey-digest", "handbook-answers"];
const PLAIN_SAMPLES = [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17];
const FRAMEWORK_SAMPLES = ["meeting-minutes", "feedback-analyst", "expense-auditor", "job-match-board"];

const pythonless = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });
const noPackages = useTestServer({ env: { STOA_PACKAGES_GB: "0" } });
const early = useTestServer({ env: { STOA_ENVIRONMENTS: "/nonexistent/environments" } });
const later = useTestServer({ beside: () => early() });
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stoa-seed-"));
  await cp(SEED, directory, { recursive: true });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function listed() {
  const { agents } = parseAnswer(AgentList, await later().client.get("/api/v1/agents?sort=newest"));
  return agents;
}

test("without a Python runtime, samples without Python code are listed and the others are skipped with the reason", async () => {
  const { client } = pythonless();
  const { created, skipped } = await pythonless().seed();
  expect(created).toEqual([...DECLARATIVE_SAMPLES, ...N8N_SAMPLES]);
  expect(skipped).toHaveLength(12);
  for (const { reason } of skipped) expect(reason).toContain("Python was not found");
  const { agents } = parseAnswer(AgentList, await client.get("/api/v1/agents?sort=newest"));
  expect(agents.map(({ id, agent_type }) => [id, agent_type])).toEqual([
    [17, "workflow"],
    [16, "workflow"],
    [15, "workflow"],
    [14, "declarative"],
    [13, "declarative"],
  ]);
});

test("samples that declare packages are refused with the reason if packages cannot be installed", async () => {
  await expect(pythonless().seed(SEED, { declaresPackages: true })).rejects.toThrow("Python was not found");
  const noIndex = noPackages();
  await expect(noIndex.seed(SEED, { declaresPackages: true })).rejects.toThrow(
    "This server does not install packages that files declare.",
  );
  const { agents } = parseAnswer(AgentList, await noIndex.client.get("/api/v1/agents?sort=newest"));
  expect(agents).toEqual([]);
});

test("samples of a missing framework are skipped with the reason, and the others keep their ids", async () => {
  const { runtimes } = parseAnswer(Health, await early().client.get("/api/health"));
  expect(runtimes).toContainEqual(expect.objectContaining({ name: "autogen", available: false }));
  const { created, skipped } = await early().seed(directory);
  expect(created).toHaveLength(PLAIN_SAMPLES.length);
  expect(skipped.map(({ slug }) => slug)).toEqual(FRAMEWORK_SAMPLES);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    ...Array(2).fill(expect.stringContaining("LangChain agents cannot be checked here.")),
    ...Array(2).fill(expect.stringContaining("AutoGen agents cannot be checked here.")),
  ]);
  expect((await listed()).map(({ id }) => id)).toEqual(PLAIN_SAMPLES.toReversed());
});

test("a later start with the frameworks lists the skipped samples under their ids and leaves the others unchanged", {
  timeout: 120_000,
}, async () => {
  const result = await later().seed(directory);
  expect(result).toMatchObject({ created: FRAMEWORK_SAMPLES, changed: [], skipped: [] });
  const agents = await listed();
  expect(agents.map(({ id, framework }) => [id, framework])).toEqual([
    [17, "n8n"],
    [16, "n8n"],
    [15, "n8n"],
    [14, "stoa"],
    [13, "stoa"],
    [12, "autogen"],
    [11, "autogen"],
    [10, "langchain"],
    [9, "langchain"],
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((id) => [id, "stoa"]),
  ]);
  expect(agents.every(({ developer, total_executions }) => developer === "stoa" && !total_executions)).toBe(
    true,
  );
  const again = await later().seed(directory);
  expect(again).toMatchObject({ created: [], changed: [], skipped: [] });
  expect(await listed()).toEqual(agents);
});

test("the sample list declares what a LangChain or AutoGen object cannot declare", async () => {
  const minutes = parseAnswer(Agent, await later().client.get("/api/v1/agents/9"));
  expect(minutes).toMatchObject({
    name: "Meeting Minutes",
    tags: ["meeting", "minutes", "tasks", "langgraph"],
    models: ["default"],
    input_params: [
      { name: "message", required: true },
      { name: "meeting_date", required: false },
    ],
  });
  expect(minutes.features).toContain("Tasks with owner and calendar date");
  expect(minutes.use_cases).toHaveLength(2);
  expect(minutes.examples[0]).toHaveProperty("message");
});

test("a changed file becomes the next version", async () => {
  const file = join(directory, "agents", "customer-support-bot.py");
  await writeFile(file, `${await readFile(file, "utf8")}\n# changed\n`);
  expect(await later().seed(directory)).toMatchObject({ created: [], changed: ["customer-support-bot"] });
  const bot = parseAnswer(Agent, await later().client.get("/api/v1/agents/1"));
  expect(bot).toMatchObject({ id: 1, name: "Customer Support Bot", version: 2 });
});
