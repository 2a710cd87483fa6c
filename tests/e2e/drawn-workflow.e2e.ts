import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { DELIVERY_DESK } from "../screens/delivery-desk.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

/** Finds a node of the workflow diagram by the beginning of its name. */
const findBox = (page: Page, name: string) =>
  page.getByRole("region", { name: "Workflow" }).getByRole("button", { name: new RegExp(`^${name}`) });
const getLabel = (page: Page, name: string) => findBox(page, name).getAttribute("aria-label");

async function run(page: Page, message: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
}

test("a developer uploads a workflow with a chosen output node, runs it in the playground and inspects each node", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/upload?open=upload");
  const dialog = page.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "desk.json", mimeType: "application/json", buffer: Buffer.from(DELIVERY_DESK) });
  await dialog.getByText("Recognized as n8n").waitFor();
  const answer = dialog.getByLabel("Output node");
  expect(await answer.locator("option").first().textContent()).toBe("Write to the driver (set in the file)");
  expect(await answer.locator("option").allTextContents()).not.toContain("Model");
  await answer.selectOption("In one list");
  await dialog
    .getByLabel("Documentation")
    .fill("Send what is to be delivered, one thing a line, as a message.");
  await dialog.getByRole("button", { name: "Upload agent" }).click();
  await page.getByText("Your agent is listed").waitFor();

  const { agents } = Object((await client.get("/api/v1/agents/my-agents", { token: person.token })).body);
  await page.goto(`/developer-studio?open=playground&play=${agents[0].id}`);
  expect(await getLabel(page, "Urgent")).toBe("Urgent?, If, Waiting.");
  await run(page, "urgent: flowers\na crate of apples");
  await page.getByText("Today: urgent: flowers").first().waitFor();
  await expect
    .poll(() => getLabel(page, "Urgent"))
    .toMatch(/^Urgent\?, If, Done\. 2 items in, 2 items out, \d+ ms\.$/);
  expect(await getLabel(page, "Cannot be delivered")).toBe("Cannot be delivered, Stop and error, Skipped.");
  expect(await getLabel(page, "Old report")).toContain("Old report, No op, Turned off.");
  expect(await getLabel(page, "Model")).toMatch(
    /^Model, .*, Done\. Prepared for Write to the driver in \d+ ms.$/,
  );

  // Arrow keys move between nodes, Enter opens a node's output, and closing it returns the focus.
  await findBox(page, "When a message comes").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const outputRegion = page.getByRole("region", { name: "What Urgent? did" });
  await outputRegion.getByText("output 1: 1 item").waitFor();
  expect(await outputRegion.locator("pre").first().textContent()).toContain("urgent: flowers");
  expect(await outputRegion.locator("pre").last().textContent()).toContain("a crate of apples");
  await outputRegion.getByRole("button", { name: "Close Urgent?" }).press("Enter");
  await outputRegion.waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^Urgent/);

  // A failed run selects the node that failed.
  await run(page, "a broken vase");
  await expect.poll(() => getLabel(page, "Cannot be delivered")).toContain("Failed");
  // Nodes are marked as skipped only once the whole run has ended, shortly after a node failed.
  await expect.poll(() => getLabel(page, "Both")).toContain("Skipped");
  await findBox(page, "Cannot be delivered").press("Enter");
  await page
    .getByRole("region", { name: "What Cannot be delivered did" })
    .getByText("a broken vase cannot be delivered")
    .waitFor();
  expect(window.problems).toEqual([]);
});

const createNode = (name: string, type: string, x: number, parameters: object = {}) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: type === "wait" ? 1.1 : 1,
  position: [x, 0],
  parameters,
});

/** A workflow that waits for the number of seconds in its message. */
const WAITING = JSON.stringify({
  name: "Waiting",
  nodes: [
    createNode("Start", "manualTrigger", 0),
    createNode("Wait", "wait", 220, { amount: "={{ Number($json.message) || 0 }}", unit: "seconds" }),
    createNode("After", "noOp", 440),
  ],
  connections: {
    Start: { main: [[{ node: "Wait", type: "main", index: 0 }]] },
    Wait: { main: [[{ node: "After", type: "main", index: 0 }]] },
  },
  settings: { executionOrder: "v1" },
});

async function uploadWorkflow(client: Client, { token }: Person, source: string): Promise<number> {
  const form = new FormData();
  const fields = {
    name: "A workflow",
    description: "A workflow of a test",
    documentation: "Send a message. The test that uploads the workflow says what it does with the message.",
    category: "automation",
    price_per_token: "0",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([source], "flow.json"));
  const { body } = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(body).toMatchObject({ agent: { framework: "n8n" } });
  return Number(Object(body).agent.id);
}

test("the diagram marks the running node, the completed nodes, and the node at which a run was stopped", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const id = await uploadWorkflow(client, person, WAITING);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/developer-studio?open=playground&play=${id}`);
  await page.getByRole("textbox", { name: "Message" }).fill("60");
  await page.getByRole("button", { name: "Run agent" }).click();
  await expect.poll(() => getLabel(page, "Wait,")).toContain("Running");
  expect(await getLabel(page, "Start")).toContain("Done");
  expect(await getLabel(page, "After")).toContain("Waiting");
  await findBox(page, "Start").press("Enter");
  await page.getByRole("region", { name: "What Start did" }).getByText('"message": "60"').waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => getLabel(page, "Wait,")).toContain("Stopped");
  expect(await getLabel(page, "After")).toContain("Skipped");
  expect(window.problems).toEqual([]);
});

test("a run's trace shows the workflow diagram in the studio, but only a list of nodes to a caller", async () => {
  const client = new Client(server.url);
  const [developer, caller] = await Promise.all([client.register(), client.register()]);
  const agent_id = await uploadWorkflow(client, developer, DELIVERY_DESK);
  const run = { agent_id, input_data: { message: "urgent: my secret" } };
  const { run_id } = Object((await client.post("/api/v1/execute/run", run, { token: caller.token })).body);

  const studio = await Window.open(server.url, developer);
  await studio.page.goto(`/developer-studio?agent=${agent_id}`);
  await studio.page.getByRole("button", { name: /Success/ }).click();
  const drawn = studio.page.getByRole("dialog").getByRole("button", { name: /^Today, Set, Done/ });
  await drawn.press("Enter");
  await studio.page.getByText("Output hidden").waitFor();
  expect(await studio.page.getByRole("dialog").textContent()).not.toContain("secret");

  const buyer = await Window.open(server.url, caller);
  await buyer.page.goto(`/settings/logs?run=${run_id}`);
  const happened = buyer.page.getByRole("list", { name: "Steps" });
  await happened.getByText("Today", { exact: true }).waitFor();
  expect(await buyer.page.getByRole("button", { name: /^Today, Set/ }).count()).toBe(0);
  expect([...studio.problems, ...buyer.problems]).toEqual([]);
});
