import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { launchBrowser, Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const SECRET = "key-known-to-the-person-alone";

const AGENT = `import stoa


@stoa.agent(connectors=[{"service": "api.example.com", "methods": ["POST"], "paths": ["/v1/things"]}])
def run(message: str) -> str:
    return stoa.connector("api.example.com").post("/v1/things", json={"title": message}).text
`;

let home: string;
let server: ServerProcess;
let browser: Browser;
let client: Client;

beforeAll(async () => {
  home = temporaryHome();
  [server, browser] = await Promise.all([ServerProcess.start(home, {}), launchBrowser()]);
  client = new Client(server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (home) removeHome(home);
});

test("an agent's page leads to the form of its API's host, and what is connected there can be allowed", async () => {
  const id = await uploadAgent(client, await client.register(), "Thing maker", AGENT);
  const window = await Window.open(browser, server.url);
  await window.signIn(await client.register());
  const { page } = window;

  await page.goto(`/agent/${id}`);
  await page.getByRole("link", { name: "Connect api.example.com first" }).first().press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  expect(await dialog.getByLabel("Service").inputValue()).toBe("api");
  expect(await dialog.getByLabel("Host").inputValue()).toBe("api.example.com");
  await dialog.getByLabel("API key", { exact: true }).fill(SECRET);
  expect(await dialog.getByLabel("Header name").count()).toBe(0);
  await dialog.getByLabel("Sign in").selectOption("A header of its own");
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("name must be the name of a header, such as X-API-Key").waitFor();
  await dialog.getByLabel("Header name").fill("X-Key");
  await window.picture("any-api");
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
  await page.getByRole("button", { name: "Take back api.example.com from Thing maker" }).waitFor();
  // The browser's own line for the form that was refused.
  expect(window.problems).toEqual([expect.stringContaining("400")]);
  await window.close();
});
