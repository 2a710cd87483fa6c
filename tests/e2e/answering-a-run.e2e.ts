import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";

/**
 * A server for this file only, because its agents would push other agents off the first page of the shared server's
 * list.
 */
let server: ServerProcess;
let home: string;

beforeAll(async () => {
  home = createSeededHome();
  server = await ServerProcess.start(home, {});
});

afterAll(async () => {
  await server?.stop();
  if (home) removeHome(home);
});

const FIELDS = [
  { fieldLabel: "Your name", requiredField: true, placeholder: "Ada Lovelace" },
  {
    fieldLabel: "How",
    fieldType: "dropdown",
    fieldOptions: { values: [{ option: "By mail" }, { option: "By hand" }] },
  },
  {
    fieldLabel: "Gifts",
    fieldType: "checkbox",
    fieldOptions: { values: [{ option: "Flowers" }, { option: "Tea" }] },
  },
  { fieldLabel: "Anything else", fieldType: "textarea" },
];

/** A workflow with a form that asks during the run who signs the letter. */
const LETTER = JSON.stringify({
  name: "Letter",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Who signs",
      type: "n8n-nodes-base.wait",
      typeVersion: 1.1,
      position: [240, 0],
      parameters: {
        resume: "form",
        formTitle: "Before the letter is sent",
        formDescription: "=Dear Sir,\nthank you for your answer of Monday about {{ $json.message }}.",
        formFields: { values: FIELDS },
      },
    },
    {
      name: "Write",
      type: "n8n-nodes-base.set",
      typeVersion: 3.4,
      position: [480, 0],
      parameters: {
        assignments: {
          assignments: [
            {
              id: "1",
              name: "output",
              type: "string",
              value:
                "=Yours, {{ $json['Your name'] }}, {{ $json.How }}, with {{ $json.Gifts.join(' and ') }}",
            },
          ],
        },
      },
    },
  ],
  connections: {
    Start: { main: [[{ node: "Who signs", type: "main", index: 0 }]] },
    "Who signs": { main: [[{ node: "Write", type: "main", index: 0 }]] },
  },
  settings: { executionOrder: "v1" },
});

async function uploadAgent(client: Client, { token }: Person): Promise<number> {
  const form = new FormData();
  const documentation = "Send anything as the message: it asks who signs, and writes the letter.";
  const fields = {
    name: "Letter",
    description: "Asks who signs",
    documentation,
    category: "general",
    price_per_token: "0",
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([LETTER], "letter.json"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Number(Object(answer.body).agent.id);
}

test("a caller answers a workflow's question on a page without scripts, and the run continues", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const agentId = await uploadAgent(client, person);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/developer-studio?open=playground&play=${agentId}`);
  await page.getByRole("textbox", { name: "Message" }).fill("roses");
  // The question that the form asks during the run is not an input of the run.
  expect(await page.getByRole("textbox", { name: "Your name" }).count()).toBe(0);
  await page.getByRole("button", { name: "Run agent" }).click();
  const link = page
    .getByRole("list", { name: "Waiting for an answer" })
    .getByRole("link", { name: "Answer" });
  const address = new URL((await link.getAttribute("href")) ?? "");
  const asking = page.getByRole("region", { name: "Workflow" }).getByRole("button", { name: /^Who signs/ });
  await expect.poll(() => asking.getAttribute("aria-label")).toContain("Needs an answer");

  // The page does not require the person who answers to be signed in or to run scripts.
  const { page: answerPage } = await Window.openWithoutScripts(server.url);
  await answerPage.goto(address.pathname);
  await answerPage.getByRole("heading", { name: "Before the letter is sent" }).waitFor();
  await answerPage.getByLabel(/^Your name/).fill("Ada");
  await answerPage.getByLabel("How").selectOption("By hand");
  await answerPage.getByRole("group", { name: "Gifts" }).getByLabel("Flowers").check();
  await answerPage.getByRole("group", { name: "Gifts" }).getByLabel("Tea").check();
  await answerPage.getByRole("button", { name: "Submit" }).click();
  await answerPage.getByText("Thank you. Your answer was received.").waitFor();

  await page.getByText("Yours, Ada, By hand, with Flowers and Tea").first().waitFor();
  await expect.poll(() => asking.getAttribute("aria-label")).toContain("Done");
  expect(await link.count()).toBe(0);
  expect(window.problems).toEqual([]);
});

test("the question page is readable on a desktop and a phone, in light and dark", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const json = { agent_id: await uploadAgent(client, person), input_data: { message: "A letter" } };
  const { token } = person;
  const { body } = await client.post("/api/v1/execute/run", json, {
    token,
    headers: { prefer: "respond-async" },
  });
  const path = `/api/v1/execute/runs/${Object(body).run_id}/waits`;
  const getWaits = async () => Object((await client.get(path, { token })).body).waits;
  await expect.poll(getWaits).toHaveLength(1);
  const { page } = await Window.open(server.url);
  const [wait] = await getWaits();
  await page.goto(new URL(wait.url).pathname);
  for (const width of [1280, 390]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const violations = await findViolations(page);
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${width} pixels, ${colorScheme}`).toEqual([]);
      const scrolled = await page.evaluate("document.documentElement.scrollWidth");
      expect(scrolled, `${width} pixels, ${colorScheme}`).toBeLessThanOrEqual(width);
    }
  }
});
