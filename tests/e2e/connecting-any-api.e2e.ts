import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";
import { uploadAgent } from "./upload-agent.ts";

const SECRET = "key-known-to-the-person-alone";

const AGENT = `import stoa


@stoa.agent(connectors=[{"service": "api.example.com", "methods": ["POST"], "paths": ["/v1/things"]}])
def run(message: str) -> str:
    return stoa.connector("api.example.com").post("/v1/things", json={"title": message}).text
`;

let home: string;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  home = createSeededHome();
  server = await ServerProcess.start(home, {});
  client = new Client(server.url);
});

afterAll(async () => {
  await server?.stop();
  if (home) removeHome(home);
});

test("an agent's page links to the form that connects its API, and offers to allow access once the API is connected", async () => {
  const id = await uploadAgent(client, await client.register(), "Thing maker", AGENT);
  const window = await Window.open(server.url, await client.register());
  const { page } = window;

  await page.goto(`/agent/${id}`);
  await page.getByRole("link", { name: "Connect api.example.com first" }).first().press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  expect(await dialog.getByLabel("Service").inputValue()).toBe("api");
  expect(await dialog.getByLabel("Host").inputValue()).toBe("api.example.com");
  await dialog.getByLabel("API key", { exact: true }).fill(SECRET);
  expect(await dialog.getByLabel("Header name").count()).toBe(0);
  await dialog.getByLabel("Sign in").selectOption("Custom header");
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("Header name is required").waitFor();
  await dialog.getByLabel("Header name").fill("X-Key");
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "api.example.com" }).waitFor();
  expect(await page.content()).not.toContain(SECRET);

  await page.goto(`/agent/${id}`);
  await page.getByRole("button", { name: "Allow: api.example.com" }).first().press("Enter");
  const consent = page.getByRole("dialog", { name: "Thing maker uses your services" });
  await consent.getByText("POST /v1/things").waitFor();
  await consent.getByRole("button", { name: /^Allow/ }).press("Enter");
  await consent.waitFor({ state: "detached" });

  await page.goto("/settings/connectors");
  await page.getByRole("button", { name: "Revoke api.example.com from Thing maker" }).waitFor();
  expect(window.problems).toEqual([]);
});

const WORKFLOW = JSON.stringify({
  name: "Asker",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Ask",
      type: "n8n-nodes-base.httpRequest",
      typeVersion: 4.2,
      position: [200, 0],
      parameters: {
        url: "http://192.168.1.20:9925/api/recipes",
        authentication: "genericCredentialType",
        genericAuthType: "oAuth1Api",
      },
    },
  ],
  connections: { Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] } },
  settings: { executionOrder: "v1" },
});

test("a caller connects their own server with OAuth 1 and selects it for a workflow", async () => {
  const id = await uploadAgent(
    client,
    await client.register(),
    "Recipe reader",
    WORKFLOW,
    "0.00005",
    "flow.json",
  );
  const window = await Window.open(server.url, await client.register());
  const { page } = window;

  await page.goto(`/agent/${id}`);
  await page.getByText("Your own server instead of http://192.168.1.20:9925").waitFor();
  await page.getByRole("link", { name: "Connect an API first" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  await dialog.getByLabel("Host").fill("recipes.example.com");
  await dialog.getByLabel("Sign in").selectOption("OAuth 1.0a (signed requests)");
  await dialog.getByLabel("Consumer secret", { exact: true }).fill(SECRET);
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("Consumer key is required").waitFor();
  await dialog.getByLabel("Consumer key").fill("consumer-1");
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.waitFor({ state: "detached" });

  await page.goto(`/agent/${id}`);
  await page.getByRole("button", { name: /^Choose: Your own server/ }).press("Enter");
  const consent = page.getByRole("dialog", { name: "Recipe reader uses your services" });
  // This API is preselected, because there is no other choice.
  expect(await consent.getByRole("radio", { name: "recipes.example.com" }).isChecked()).toBe(true);
  await consent.getByRole("button", { name: "Allow", exact: true }).press("Enter");
  await consent.waitFor({ state: "detached" });
  await page.getByText("You chose recipes.example.com").waitFor();

  await page.goto("/settings/connectors");
  await page.getByText("(instead of http://192.168.1.20:9925)").waitFor();
  await page.getByRole("button", { name: "Revoke recipes.example.com from Recipe reader" }).waitFor();
  expect(window.problems).toEqual([]);
});
