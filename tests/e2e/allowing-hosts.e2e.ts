import { Problem } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";
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
    .getByText("Sends requests to any host below wikipedia.org and api.open-meteo.com. You are asked first.")
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
