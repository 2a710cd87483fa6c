import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { DOCUMENTATION, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "stoa-seed-prices-"));
  await mkdir(join(directory, "agents"));
  await writeFile(join(directory, "agents", "echo.py"), "def run(message):\n    return message\n");
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function startWith(price: string) {
  const { accounts, catalog, client } = server();
  const sample = {
    slug: "echo",
    file: "agents/echo.py",
    name: "Echo",
    category: "general",
    price_per_token: price,
    description: "Repeats its input.",
    documentation: DOCUMENTATION,
  };
  await writeFile(join(directory, "agents.json"), JSON.stringify({ agents: [sample] }));
  const { accountId } = await accounts.ensureHouseAccount("stoa");
  const result = await catalog.seedAgents(accountId, { directory });
  const agent = parseAnswer(Agent, await client.get("/api/v1/agents/1"));
  return { result, price: agent.price, next: agent.next_price?.price_per_token };
}

test("a release that raises a sample's price announces the increase once, and a further increase waits for the next month", async () => {
  expect(await startWith("0.000002")).toMatchObject({ result: { created: ["echo"] }, price: "0.000002" });
  const raised = await startWith("0.000003");
  expect(raised).toMatchObject({ result: { changed: ["echo"] }, price: "0.000002", next: 0.000003 });
  expect(await startWith("0.000003")).toMatchObject({ result: { unchanged: ["echo"] }, next: 0.000003 });
  expect(await startWith("0.000004")).toMatchObject({ price: "0.000002", next: 0.000003 });
  expect(await startWith("0.000001")).toMatchObject({ price: "0.000001", next: undefined });
});
