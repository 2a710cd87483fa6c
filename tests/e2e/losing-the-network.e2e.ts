import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { type CuttingProxy, startCuttingProxy } from "../sdks/cutting-proxy.ts";
import { Window } from "./browser.ts";
import { COUNTER } from "./counter-agent.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");
let network: CuttingProxy;
let person: Person;
let agentId: number;

beforeAll(async () => {
  network = await startCuttingProxy(server.url, []);
  const client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Counter", COUNTER);
});

afterAll(async () => {
  await network?.close();
});

test("a run's answer stays complete when the network drops, and the run is charged once", async () => {
  const window = await Window.open(network.url, person);
  const { page } = window;
  const context = page.context();
  await page.goto(`/agent/${agentId}?tab=tryit`);

  await page.getByLabel("Message").fill("count 60");
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByText("1 2 3").waitFor();
  await context.setOffline(true);
  network.cut();
  await page.getByText("Connection lost").waitFor();
  await page.getByText("The run is still going. Reconnecting...").waitFor();
  await context.setOffline(false);
  await page.getByText("58 59 60 counted").waitFor();
  const counted = Array.from({ length: 60 }, (_, index) => index + 1).join(" ");
  expect(await page.getByRole("region", { name: "Answer" }).textContent()).toContain(`${counted} counted`);
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  const usage = await new Client(server.url).get("/api/v1/users/usage-stats", { token: person.token });
  expect(Object(usage.body).total_executions).toBe(1);
});

test("a run that cannot start shows an error, keeps the typed text, and starts once the network is back", async () => {
  const window = await Window.open(network.url, person);
  const { page } = window;
  await page.goto(`/agent/${agentId}?tab=tryit`);
  await page.getByLabel("Message").fill("count 2");
  await page.getByText("About").waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByRole("alert").getByText("Network error. Please try again.").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("count 2");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByText("1 2 counted").waitFor();
});
