import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
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


def run(message: str) -> str:
    before = stoa.memory.get("city", "nothing")
    stoa.memory.set("city", message)
    stoa.memory.set("visits", {"count": 1}, ttl=86400)
    stoa.memory.shared.set("last city", message)
    return f"I remember {before}"
`;

async function run({ token }: Person, agent_id: number, message: string) {
  const answer = await client.post("/api/v1/execute/run", { agent_id, input_data: { message } }, { token });
  expect(answer.body).toMatchObject({ success: true });
  return Object(answer.body).agent_output;
}

test("a person sees what agents remember about them, also after a restart, and deletes it", async () => {
  const [developer, person] = [await client.register(), await client.register()];
  const weather = await uploadAgent(client, developer, "Weather by city", AGENT);
  const trains = await uploadAgent(client, developer, "Trains by city", AGENT);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings/memory");
  await page.getByText("No agent remembers anything about you").waitFor();
  await page.goto(`/agent/${weather}`);
  await page.getByRole("link", { name: "Remembers things about you" }).press("Enter");
  await page.getByRole("heading", { name: "What agents remember about you" }).waitFor();

  for (const id of [weather, trains]) await run(person, id, "Zürich");
  // The page would report that it cannot reach the server.
  await page.goto("about:blank");
  await server.stop();
  await server.startAgain();
  expect(await run(person, weather, "Bern")).toBe("I remember Zürich");

  await page.goto("/settings/memory");
  await page
    .getByText(/^2 values, 3\d bytes, updated /)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Show what Weather by city remembers" }).press("Enter");
  // An open dialog hides the page behind it, but it must not count as deleted.
  const includeHidden = true;
  const values = page.getByRole("list", { name: "What Weather by city remembers", includeHidden });
  await values.getByText("Bern", { exact: true }).waitFor();
  await values.getByText('{"count": 1}').waitFor();
  expect(await values.getByText(/, expires /).count()).toBe(1);

  await values.getByRole("button", { name: "Delete city" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete this value?" });
  await question.getByText('Weather by city forgets "city". This cannot be undone.').waitFor();
  await question.getByRole("button", { name: "Delete value" }).press("Enter");
  await values.getByText("Bern", { exact: true }).waitFor({ state: "detached" });
  expect(await run(person, weather, "Chur")).toBe("I remember nothing");

  await page.getByRole("button", { name: "Delete what Trains by city remembers" }).press("Enter");
  const ofAgent = page.getByRole("dialog", { name: "Delete what this agent remembers?" });
  await ofAgent.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.getByRole("button", { name: "Delete what Trains by city remembers" }).press("Enter");
  await ofAgent.getByRole("button", { name: "Delete all values" }).press("Enter");
  await page.getByRole("link", { name: "Trains by city", includeHidden }).waitFor({ state: "detached" });
  expect(await run(person, trains, "Chur")).toBe("I remember nothing");

  await page.getByRole("button", { name: "Delete everything" }).press("Enter");
  const all = page.getByRole("dialog", { name: "Delete everything that agents remember?" });
  await all.getByRole("button", { name: "Delete everything" }).press("Enter");
  await page.getByText("No agent remembers anything about you").waitFor();
  expect(await run(person, weather, "Chur")).toBe("I remember nothing");
  expect(window.problems).toEqual([]);
});

test("a developer sees and deletes only the values that the runs of their agent share", async () => {
  const [developer, person] = [await client.register(), await client.register()];
  const id = await uploadAgent(client, developer, "Weather by town", AGENT);
  await run(person, id, "Zanzibar");
  const window = await Window.open(server.url, developer);
  const { page } = window;
  await page.goto("/settings/memory");
  await page.getByText("No agent remembers anything about you").waitFor();
  await page.goto(`/developer-studio?agent=${id}&part=memory`);
  const values = page.getByRole("list", { name: "Shared values of Weather by town" });
  await values.getByText("Zanzibar").waitFor();
  expect(await values.getByRole("listitem").count()).toBe(1);
  await page.getByRole("button", { name: "Delete all" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete all shared values?" });
  await question.getByRole("button", { name: "Delete all values" }).press("Enter");
  await page.getByText("No shared values").waitFor();
  expect(window.problems).toEqual([]);
});

test("an error offers to load what agents remember again", async () => {
  const window = await Window.open(server.url, await client.register());
  const { page } = window;
  const path = "**/api/v1/remembered-values";
  await page.route(path, (route) => route.fulfill({ status: 400, json: { detail: "No" } }));
  await page.goto("/settings/memory");
  await page.getByText("Failed to load what agents remember").waitFor();
  await page.unroute(path);
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  const empty = page.getByText("No agent remembers anything about you");
  await empty.waitFor();
  expect(await empty.count()).toBe(1);
});
