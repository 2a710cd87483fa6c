import { Balance, KeyList, ScheduleList, SpendingLimits } from "@stoa/contract";
import { DEFAULT_SCOPES, SCOPE_LABELS, SCOPE_TEXTS, SCOPES, type Scope } from "@stoa/contract/scope-labels";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const AGENT = `def run(message: str) -> str:
    return message
`;

const server = inject("sharedServer");
let client: Client;
let person: Person;
let agentId: number;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Reporter", AGENT);
});

const read = (path: string) => client.get(`/api/v1${path}`, { token: person.token });

test("a person creates a key with limits, a spending limit and a schedule, and signs out everywhere", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings/api?part=keys");
  await page.getByRole("button", { name: "New key" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("nightly job");
  await dialog.getByLabel("A day (UTC)").fill("much");
  await page.keyboard.press("Enter");
  await dialog.getByText("Please enter an amount").waitFor();
  await dialog.getByLabel("A day (UTC)").fill("5");
  await page.keyboard.press("Enter");
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  await page.keyboard.press("Escape");
  const balance = await client.get("/api/v1/sdk/balance", { headers: { "x-api-key": secret } });
  expect(parseAnswer(Balance, balance).currency).toBe("USD");
  const { keys } = parseAnswer(KeyList, await read("/users/api-keys"));
  expect(keys.find(({ name }) => name === "nightly job")).toMatchObject({ limit_per_day: 5 });

  await page.getByLabel("One run").fill("0.5");
  await page.keyboard.press("Enter");
  await page.getByText("Spending limits saved").waitFor();
  expect(parseAnswer(SpendingLimits, await read("/users/spending-limits"))).toMatchObject({
    limit_per_run: 0.5,
    limit_per_day: null,
  });

  await page.getByRole("tab", { name: "Schedules" }).press("Enter");
  await page.getByRole("button", { name: "New schedule" }).press("Enter");
  await dialog.getByLabel("Agent").selectOption(String(agentId));
  await dialog.getByLabel("Name").fill("Morning report");
  await dialog.getByLabel("Message").fill("What is new?");
  await dialog.getByRole("button", { name: "Create schedule" }).press("Enter");
  await page.getByRole("button", { name: "Run now" }).press("Enter");
  await page.getByRole("dialog").getByText("Completed").waitFor();
  const { schedules } = parseAnswer(ScheduleList, await read("/schedules"));
  expect(schedules).toMatchObject([{ name: "Morning report", cron: "0 9 * * MON-FRI", status: "active" }]);

  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out everywhere" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).press("Enter");
  await page.waitForURL(`${server.url}/`);
  expect((await read("/users/me")).status).toBe(401);
  expect(window.problems).toEqual([]);
});

test("a key grants exactly the checked permissions, even after the selection is changed", async () => {
  const owner = await client.register();
  const window = await Window.open(server.url, owner);
  const { page } = window;
  await page.goto("/settings/api?part=keys");
  await page.getByRole("button", { name: "New key" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const findBox = (scope: Scope) =>
    dialog.getByRole("checkbox", { name: `${SCOPE_LABELS[scope].title} ${scope}` });
  for (const scope of SCOPES)
    expect(await findBox(scope).isChecked(), scope).toBe(DEFAULT_SCOPES.includes(scope));

  await dialog.getByLabel("Name").fill("reader");
  for (const scope of DEFAULT_SCOPES) await findBox(scope).press("Space");
  await dialog.getByRole("button", { name: "Create key" }).press("Enter");
  await dialog.getByRole("alert").filter({ hasText: "Choose at least one" }).waitFor();
  await findBox("read").press("Space");
  await dialog.getByRole("button", { name: "Create key" }).press("Enter");
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  await page.keyboard.press("Escape");
  await page.getByRole("listitem").filter({ hasText: "reader" }).getByText("read", { exact: true }).waitFor();

  const headers = { "x-api-key": secret };
  const run = () =>
    client.post(`/api/v1/sdk/agents/${agentId}/execute`, { input_data: { message: "Hi" } }, { headers });
  expect((await client.get("/api/v1/sdk/agents", { headers })).status).toBe(200);
  expect((await run()).body).toMatchObject({
    status: 403,
    error: "insufficient_scope",
    detail: SCOPE_TEXTS.missing("run"),
  });

  await page.getByRole("button", { name: "Edit reader" }).press("Enter");
  expect(await findBox("run").isChecked()).toBe(false);
  await findBox("run").press("Space");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("reader saved").waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: "reader" })
    .getByText("read, run", { exact: true })
    .waitFor();
  expect((await run()).status).toBe(200);
  expect(window.problems).toEqual([]);
});
