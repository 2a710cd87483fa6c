import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectorRoutes, Problem } from "@stoa/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";
import { uploadAgent } from "./upload-agent.ts";

const CREDENTIAL = "glpat-known-to-the-person-alone";

let home: string;
let service: ScriptedService;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  home = createSeededHome();
  service = await startScriptedService(["localhost"]);
  const authority = join(home, "authority.pem");
  writeFileSync(authority, service.ca);
  const env = { NODE_EXTRA_CA_CERTS: authority, STOA_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" };
  server = await ServerProcess.start(home, env);
  client = new Client(server.url);
});

afterAll(async () => {
  await server?.stop();
  await service?.close();
  if (home) removeHome(home);
});

const AGENT = `import stoa


@stoa.agent(connectors=[{"service": "gitlab", "methods": ["POST"], "paths": ["/projects/*/issues"]}])
def run(message: str) -> str:
    issue = stoa.connector("gitlab").post("/projects/7/issues", json={"title": message}).json()
    return f"Issue #{issue['iid']} is open"
`;

/** Simulates a GitLab that accepts one credential. */
function playGitLab(): void {
  service.answer(({ method, path, headers }) => {
    if (headers["private-token"] !== CREDENTIAL)
      return { status: 401, body: { message: "401 Unauthorized" } };
    if (method === "GET" && path === "/api/v4/user") return { status: 200, body: { username: "carla" } };
    if (method === "POST" && path === "/api/v4/projects/7/issues") return { status: 201, body: { iid: 12 } };
    return { status: 404 };
  });
}

/** Returns the issues that the service was asked to create. */
const getOpenedIssues = () => service.requests.filter(({ method }) => method === "POST");

async function openSignedIn(person: Person): Promise<Window> {
  const window = await Window.open(server.url, person);
  return window;
}

async function connectGitLab(page: Page): Promise<void> {
  await page.goto("/settings/connectors");
  await page.getByRole("button", { name: "Add Your First Connector" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("Please select a service").waitFor();
  await dialog.getByLabel("Service").selectOption("GitLab");
  await fillGitLab(page);
}

/** Fills in and submits the dialog for a new connector, with GitLab selected. */
async function fillGitLab(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("access_token is required for GitLab").waitFor();
  const credential = dialog.getByLabel("Access token", { exact: true });
  await credential.fill(CREDENTIAL);
  expect(await credential.getAttribute("type")).toBe("password");
  await dialog.getByRole("button", { name: "Show Access token" }).press("Enter");
  expect(await credential.getAttribute("type")).toBe("text");
  await dialog.getByLabel("Monthly Usage Quota (Optional)").fill("10");
  await dialog.getByLabel("Base URL").fill(`https://localhost:${service.port}`);
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
}

test("an agent can post with a connector only while its caller allows the access", async () => {
  playGitLab();
  const developer = await client.register();
  const caller = await client.register();
  const id = await uploadAgent(client, developer, "Issue opener", AGENT);
  const window = await openSignedIn(caller);
  const { page } = window;

  await connectGitLab(page);
  await page.getByRole("button", { name: "Test GitLab" }).press("Enter");
  await page.getByText(/✓ .+ connection successful: /).waitFor();
  expect(await page.content()).not.toContain(CREDENTIAL);

  const isRefused = async () => {
    const before = getOpenedIssues().length;
    const body = { agent_id: id, input_data: { message: "Broken door" } };
    const answer = await client.post("/api/v1/execute/run", body, { token: caller.token });
    expect(answer.status).toBe(403);
    expect(parseAnswer(Problem, answer)).toMatchObject({
      error: "grant_needed",
      detail: expect.stringContaining("GitLab"),
    });
    expect(getOpenedIssues()).toHaveLength(before);
  };
  await isRefused();

  await page.goto(`/agent/${id}?tab=tryit`);
  await page.getByLabel("Message").fill("Broken door");
  await page.getByText("Uses your GitLab. You must allow this first.").waitFor();
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  const consent = page.getByRole("dialog", { name: "Issue opener uses your services" });
  await consent.getByText("POST /projects/*/issues").waitFor();
  await consent.getByRole("button", { name: "Allow and run" }).press("Enter");
  await page.getByText("Issue #12 is open").waitFor();
  expect(getOpenedIssues()).toMatchObject([
    { path: "/api/v4/projects/7/issues", headers: { "private-token": CREDENTIAL } },
  ]);
  expect(JSON.parse(getOpenedIssues()[0]?.body ?? "")).toEqual({ title: "Broken door" });

  await page.getByRole("button", { name: "Trace" }).press("Enter");
  const trace = page.getByRole("list", { name: "Steps" });
  await trace.getByText("POST /projects/7/issues").waitFor();
  expect(await trace.textContent()).toContain("201");
  await page.getByText("1 connector call").waitFor();

  await page.goto("/settings/connectors");
  await page.getByText("1 / 10 (10.0%)").waitFor();
  await page.getByRole("button", { name: "Revoke GitLab from Issue opener" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await page.getByText("No agent has access yet").waitFor();
  await isRefused();
  expect(getOpenedIssues()).toHaveLength(1);

  expect(window.problems).toEqual([]);
});

test("a caller grants access on the agent's page, and the next run asks for access again once it is revoked", async () => {
  playGitLab();
  const developer = await client.register();
  const caller = await client.register();
  const id = await uploadAgent(client, developer, "Issue keeper", AGENT);
  const before = getOpenedIssues().length;
  const window = await openSignedIn(caller);
  const { page } = window;

  await page.goto(`/agent/${id}`);
  await page.getByRole("link", { name: "Connect GitLab first" }).press("Enter");
  await fillGitLab(page);
  await page.goto(`/agent/${id}`);
  await page.getByRole("button", { name: "Allow: GitLab" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Allow", exact: true }).press("Enter");
  await page.getByRole("tabpanel").getByText("Allowed", { exact: true }).waitFor();

  await page.getByRole("tab", { name: "Try It" }).press("Enter");
  await page.getByText("Uses your GitLab with the access that you granted.").waitFor();
  const [grant] = parseAnswer(
    connectorRoutes.grants.reply,
    await client.get("/api/v1/connectors/grants", { token: caller.token }),
  );
  await client.call("DELETE", `/api/v1/connectors/grants/${grant?.id}`, { token: caller.token });
  await page.getByLabel("Message").fill("Broken window");
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  const consent = page.getByRole("dialog", { name: "Issue keeper uses your services" });
  await consent.getByText("Not allowed yet").waitFor();
  expect(getOpenedIssues()).toHaveLength(before);
  await consent.getByRole("button", { name: "Allow and run" }).press("Enter");
  await page.getByText("Issue #12 is open").waitFor();
  expect(getOpenedIssues()).toHaveLength(before + 1);

  expect(window.problems).toEqual([expect.stringContaining("403")]);
});

test("if connectors fail to load, a button loads them again", async () => {
  const window = await openSignedIn(await client.register());
  const { page } = window;
  await page.route("**/api/v1/connectors", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/settings/connectors");
  await page.getByText("Failed to load connectors").waitFor();
  await page.getByText("Failed to load API connectors. Please try again.").waitFor();
  await page.unroute("**/api/v1/connectors");
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByText("No API connectors yet").waitFor();
  expect(await page.getByText("Failed to load").count()).toBe(0);
});

test("a connector can be switched off, limited and deleted", async () => {
  playGitLab();
  const person = await client.register();
  const window = await openSignedIn(person);
  const { page } = window;
  await connectGitLab(page);

  await page.getByRole("button", { name: "Edit GitLab" }).press("Enter");
  const edit = page.getByRole("dialog", { name: "Edit Connector" });
  await edit.getByLabel("Monthly Usage Quota").fill("");
  await edit.getByLabel("Active (agents can use this connector)").press("Space");
  await edit.getByRole("button", { name: "Update Connector" }).press("Enter");
  await edit.waitFor({ state: "detached" });
  await page.getByText("Inactive", { exact: true }).waitFor();
  expect(await page.getByRole("progressbar", { name: "Monthly Usage" }).count()).toBe(0);

  await page.getByRole("button", { name: "Delete GitLab" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete connector" });
  await question.getByText("Are you sure you want to delete the GitLab connector?").waitFor();
  await question.getByRole("button", { name: "Delete connector" }).press("Enter");
  await page.getByText("GitLab connector deleted successfully").waitFor();
  await page.getByText("No API connectors yet").waitFor();

  expect(window.problems).toEqual([]);
});

test("the URL names the service to connect, and choosing another service clears the fields", async () => {
  const window = await openSignedIn(await client.register());
  const { page } = window;
  await page.goto("/settings/connectors?connect=slack");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  await dialog.getByLabel("Bot token", { exact: true }).fill("not kept");
  await dialog.getByLabel("Service").selectOption("Discord");
  expect(await dialog.getByLabel("Bot token", { exact: true }).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => url.search === "");
  await dialog.waitFor({ state: "detached" });
  expect(window.problems).toEqual([]);
});

test("the server's error about a field is shown next to that field", async () => {
  const window = await openSignedIn(await client.register());
  const { page } = window;
  await page.goto("/settings/connectors?connect=gitlab");
  const dialog = page.getByRole("dialog", { name: "Add Connector" });
  await dialog.getByLabel("Access token", { exact: true }).fill(CREDENTIAL);
  await dialog.getByLabel("Base URL").fill("http://localhost");
  await dialog.getByRole("button", { name: "Add Connector" }).press("Enter");
  await dialog.getByText("base_url must begin with https://").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(1);
  expect(await dialog.getByLabel("Base URL").getAttribute("aria-invalid")).toBe("true");
  expect(window.problems).toEqual([expect.stringContaining("400")]);
});
