import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const AGENT = `def run(message: str) -> str:
    if message == "break":
        raise ValueError("broken")
    return message
`;

const server = inject("sharedServer");
let person: Person;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  const agentId = await uploadAgent(client, await client.register(), "Fragile echo", AGENT);
  for (const message of ["Good morning", "Good night", "break"])
    await client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message } },
      { token: person.token },
    );
});

/** What the browser saves when this is pressed. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).press("Enter"),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test("logs are narrowed by keyboard, the address keeps the filter, and the file has what is shown", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings/logs?period=24h");
  await page.getByText("Showing 3 of 3 calls").waitFor();
  const chart = page.getByRole("slider", { name: "Calls by hour (UTC)" });
  await chart.focus();
  await page.keyboard.press("End");
  expect(await chart.getAttribute("aria-valuetext")).toContain("succeeded 2, failed 1");
  await page.getByRole("radio", { name: "All" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.getByText("Showing 1 of 1 calls").waitFor();
  expect(new URL(page.url()).searchParams.get("status")).toBe("error");
  await page.reload();
  await page.getByText("Showing 1 of 1 calls").waitFor();
  expect((await saved(page, "CSV")).trimEnd().split("\r\n")).toHaveLength(2);
  await page.goto("/settings/billing?kind=grant");
  await page.getByText("Payment integration is coming.").waitFor();
  await page.getByRole("button", { name: "Starting credits" }).press("Enter");
  await page.getByRole("dialog").getByText("+$10.000000").waitFor();
  expect(window.problems).toEqual([]);
});

test("a phone shows the status and cost of each call beside its agent", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/settings/logs");
  const row = page.getByRole("region", { name: "Recent API Calls" }).getByRole("row").nth(1);
  await row.waitFor();
  for (const cell of [row.getByText("Error", { exact: true }), row.getByText(/^\$\d/)]) {
    await cell.scrollIntoViewIfNeeded();
    const box = await cell.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  }
  expect(await page.getByRole("region", { name: "Recent API Calls" }).evaluate((it) => it.scrollLeft)).toBe(
    0,
  );
});
