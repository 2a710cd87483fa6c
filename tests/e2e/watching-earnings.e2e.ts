import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PLANS, TEXTS } from "@stoa/contract";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { FaultyCalls } from "./faulty-calls.ts";
import { uploadAgent } from "./upload-agent.ts";

const ENTRY = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
const server = inject("sharedServer");
let developer: Person;
let buyer: Person;
let agentId: number;
/** The price that the buyer paid for one run, in USD. */
let paid: number;

const ECHO = `import stoa


def run(message: str) -> str:
    stoa.log("about to answer")
    return message
`;

beforeAll(async () => {
  const client = new Client(server.url);
  [developer, buyer] = [await client.register(), await client.register()];
  agentId = await uploadAgent(client, developer, "Earner", ECHO);
  const run = { agent_id: agentId, input_data: { message: "one two three four" } };
  const answer = await client.post("/api/v1/execute/run", run, { token: buyer.token });
  paid = Object(answer.body).cost;
  const review = { rating: 4, text: "Says what I say." };
  await client.put(`/api/v1/agents/${agentId}/review`, review, { token: buyer.token });
});

test.each([
  ["all agents", "Failed to load your earnings"],
  ["one agent", "Failed to load the earnings"],
])(
  "if the earnings of %s fail to load, the studio shows an error and can load them again",
  async (whose, text) => {
    const { page } = await Window.open(server.url, developer);
    const calls = await FaultyCalls.intercept(page, `/billing/agent/${agentId}/revenue`);
    await calls.go("fail");
    await page.goto(whose === "one agent" ? `/developer-studio?agent=${agentId}` : "/developer-studio");
    const error = page.getByRole("alert").filter({ hasText: text });
    await error.waitFor();
    await calls.go("pass");
    await error.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("slider", { name: "Earnings per day" }).first().waitFor();
    expect(await error.count()).toBe(0);
  },
);

test("a developer reads an agent's earnings per day, replies to a review and tests the agent", async () => {
  const window = await Window.open(server.url, developer);
  const { page } = window;
  await page.goto(`/developer-studio?agent=${agentId}`);

  // The Free plan shows earnings per day and describes what larger plans add.
  await page.getByText(TEXTS.analytics.leftOut).waitFor();
  const chart = page.getByRole("slider", { name: "Earnings per day" }).first();
  const earned = Math.floor(paid * 1e9 * (PLANS.free.revenueSharePercent / 100)) / 1e9;
  await chart.focus();
  await chart.press("End");
  expect(await chart.getAttribute("aria-valuetext")).toContain(`Earned $${earned}`);
  await chart.press("ArrowLeft");
  expect(await chart.getAttribute("aria-valuetext")).toContain("Earned $0.00");
  expect(await page.getByRole("slider", { name: "Runs per day" }).count()).toBe(0);

  // The Creator plan also shows runs and durations per day, and exports them as CSV.
  execFileSync(process.execPath, [ENTRY, "admin", "set-plan", developer.username, "creator"], {
    env: { PATH: process.env.PATH, STOA_HOME: server.home },
  });
  await page.reload();
  const runs = page.getByRole("slider", { name: "Runs per day" });
  await runs.waitFor();
  await expect.poll(() => runs.getAttribute("aria-valuetext")).toContain("Succeeded 1, Failed 0, Users 1");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).first().press("Enter");
  const csv = readFileSync(await (await saving).path(), "utf8");
  expect(csv.trim().split("\n")).toHaveLength(2);

  await page.getByRole("tab", { name: "Reviews" }).press("Enter");
  await page.getByRole("button", { name: `Reply to ${buyer.username}` }).press("Enter");
  await page.getByLabel(`Your reply to ${buyer.username}`).fill("And I mean it.");
  await page.getByRole("button", { name: "Publish reply" }).press("Enter");
  await page.getByText("And I mean it.").waitFor();
  await page.getByRole("button", { name: "Edit reply" }).waitFor();

  // The playground runs the developer's own agent and shows the complete trace.
  await page.getByRole("button", { name: "Test", exact: true }).press("Enter");
  await page.getByLabel("Message").fill("echo");
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  const trace = page.getByRole("dialog").getByRole("list", { name: "Steps" });
  await trace.getByText("about to answer").waitFor();

  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Price and listing" }).press("Enter");
  await page.getByRole("button", { name: "Remove from marketplace" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove from marketplace" }).press("Enter");
  await page.getByText("Inactive: only visible to you.").waitFor();
  const seen = await new Client(server.url).get(`/api/v1/agents/${agentId}`, { token: buyer.token });
  expect(seen.status).toBe(404);
  expect(window.problems).toEqual([]);
});
