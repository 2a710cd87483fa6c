import { Problem } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowHosts } from "../harness/allow-hosts.ts";
import { Client, parseAnswer } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { tabTo } from "./keyboard.ts";
import { createSeededHome } from "./seeded-home.ts";
import { uploadAgent } from "./upload-agent.ts";

let home: string;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  home = createSeededHome();
  server = await ServerProcess.start(home);
  client = new Client(server.url);
});

afterAll(async () => {
  await server?.stop();
  if (home) removeHome(home);
});

const AGENT = `import stoa


@stoa.agent(hosts=["api.open-meteo.com", "*.wikipedia.org"])
def run(message: str) -> str:
    return f"Pack an umbrella for {message}"
`;

test("a caller allows an agent's hosts once before the first run, and can revoke the permission", async () => {
  const [developer, caller] = [await client.register(), await client.register()];
  const id = await uploadAgent(client, developer, "Packing list", AGENT);
  const run = () =>
    client.post(
      "/api/v1/execute/run",
      { agent_id: id, input_data: { message: "Bern" } },
      { token: caller.token },
    );
  expect(parseAnswer(Problem, await run())).toMatchObject({ error: "grant_needed" });

  const window = await Window.open(server.url, caller);
  const { page } = window;
  await page.goto(`/agent/${id}?tab=tryit`);
  await page.getByLabel("Message").fill("Bern");
  await page
    .getByText(
      "Sends requests to any host below wikipedia.org and api.open-meteo.com. You must allow this first.",
    )
    .waitFor();
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  const consent = page.getByRole("dialog", { name: "Packing list sends requests to other servers" });
  await consent.getByText("api.open-meteo.com").waitFor();
  await consent.getByRole("button", { name: "Allow and run" }).press("Enter");
  await page.getByText("Pack an umbrella for Bern").waitFor();

  await page.getByRole("button", { name: "Run again" }).press("Enter");
  await page.getByText("Pack an umbrella for Bern").waitFor();
  expect(await consent.count()).toBe(0);
  expect((await run()).status).toBe(200);

  await page.goto(`/agent/${id}`);
  await page.getByText("Allowed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Revoke the permission for these hosts" }).press("Enter");
  await page.getByText("Not allowed yet").waitFor();
  expect((await run()).status).toBe(403);
  expect(window.problems).toEqual([]);
});

const WORKFLOW = JSON.stringify({
  name: "Rates",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Ask",
      type: "n8n-nodes-base.httpRequest",
      typeVersion: 4.2,
      position: [200, 0],
      parameters: { url: "https://rates.example.com/today" },
    },
  ],
  connections: { Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] } },
  settings: { executionOrder: "v1" },
});

test("a workflow also asks for access to hosts before its first run, and a user can revoke the access in Settings", async () => {
  const [developer, caller] = [await client.register(), await client.register()];
  const packing = await uploadAgent(client, developer, "Packing list 2", AGENT);
  const rates = await uploadAgent(client, developer, "Rates", WORKFLOW, "0.00005", "flow.json");
  await allowHosts(client, caller, packing);
  const window = await Window.open(server.url, caller);
  const { page } = window;
  await page.goto(`/agent/${rates}`);
  await page.getByRole("button", { name: "Allow these hosts" }).press("Enter");
  const consent = page.getByRole("dialog", { name: "Rates sends requests to other servers" });
  await consent.getByText("rates.example.com").waitFor();
  await consent.getByRole("button", { name: "Allow", exact: true }).press("Enter");
  await page.getByText("Allowed", { exact: true }).waitFor();

  await page.goto("/settings/connectors");
  const section = page.getByRole("region", { name: "Hosts that agents reach" });
  const getHosts = (name: string) => section.getByRole("list", { name: `Hosts of ${name}` });
  await getHosts("Packing list 2").getByText("any host below wikipedia.org").waitFor();
  await getHosts("Rates").getByText("rates.example.com").waitFor();
  expect(await section.getByText(/^since /).count()).toBe(2);
  await page.getByRole("button", { name: "Revoke the hosts of Rates" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Revoke" });
  await tabTo(question.getByRole("button", { name: "Revoke" }), 4);
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
  await getHosts("Rates").waitFor({ state: "detached" });
  // After revoking, the focus is near the next permission, not at the top of the page.
  await tabTo(page.getByRole("button", { name: "Revoke the hosts of Packing list 2" }), 3);
  const refused = await client.post(
    "/api/v1/execute/run",
    { agent_id: rates, input_data: { message: "x" } },
    { token: caller.token },
  );
  expect(parseAnswer(Problem, refused)).toMatchObject({
    error: "grant_needed",
    hosts: ["rates.example.com"],
  });
  expect(window.problems).toEqual([]);
});
