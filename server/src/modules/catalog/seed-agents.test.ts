import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AgentList } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsed } from "../../../../tests/harness/client.ts";
import { useCatalogServer } from "./catalog-server.fixture.ts";

const SEED = fileURLToPath(new URL("../../../seed", import.meta.url));
const server = useCatalogServer({ python: true });
const bare = useCatalogServer();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stoa-seed-"));
  await cp(join(SEED, "agents.json"), join(directory, "agents.json"));
  await cp(join(SEED, "agents"), join(directory, "agents"), { recursive: true });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function listed() {
  return parsed(AgentList, await server().client.get("/api/v1/agents?sort=newest"));
}

test("without a Python runtime nothing is seeded, and the reason is told", async () => {
  const { catalog, accounts, client } = bare();
  const { accountId } = await accounts.ensureHouseAccount("stoa");
  const result = await catalog.seedAgents(accountId, SEED);
  expect(result).toEqual({ seeded: false, reason: expect.stringContaining("no Python runtime") });
  expect(parsed(AgentList, await client.get("/api/v1/agents")).total).toBe(0);
});

test("the samples pass every check, get the ids of their places and stay as they are", {
  timeout: 90_000,
}, async () => {
  const { catalog, accounts } = server();
  const { accountId } = await accounts.ensureHouseAccount("stoa");
  const first = await catalog.seedAgents(accountId, directory);
  expect(first).toMatchObject({ seeded: true, changed: [], unchanged: [] });
  const page = await listed();
  expect(page.agents.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(
    page.agents.every(({ developer, total_executions }) => developer === "stoa" && total_executions === 0),
  ).toBe(true);
  const again = await catalog.seedAgents(accountId, directory);
  expect(again).toMatchObject({ seeded: true, created: [], changed: [] });
  expect(await listed()).toEqual(page);

  const file = join(directory, "agents", "customer-support-bot.py");
  await writeFile(file, `${await readFile(file, "utf8")}\n# changed\n`);
  const changed = await catalog.seedAgents(accountId, directory);
  expect(changed).toMatchObject({ seeded: true, created: [], changed: ["customer-support-bot"] });
  const bot = await catalog.runnableAgents.find(1, { callerAccountId: accountId });
  expect(bot).toMatchObject({ agentId: 1, name: "Customer Support Bot", version: 2 });
  expect(bot?.source.endsWith("# changed\n")).toBe(true);
});
