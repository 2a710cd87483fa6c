import { FAILING_AGENT } from "@stoa/contract";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

/** A long error with several lines, one of which cannot wrap. */
const WHY = `broken\n${"/a-folder".repeat(60)}\n${"The path leads nowhere. ".repeat(60)}This is its last word.`;

const AGENT = `import stoa

def run(message: str) -> str:
    if message == "break":
        stoa.log(${JSON.stringify(WHY)}, level="error")
        raise ValueError(${JSON.stringify(WHY)})
    return message
`;

const server = inject("sharedServer");
let person: Person;
let agentId: number;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Fragile echo", AGENT);
  for (const message of ["Good morning", "Good night", "break"])
    await client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message } },
      { token: person.token },
    );
});

/** Presses the button and returns the content of the file that the browser saves. */
async function saveFile(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).press("Enter"),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test("logs can be filtered by keyboard, and both the URL and the exported file keep the filter", async () => {
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
  expect((await saveFile(page, "CSV")).trimEnd().split("\r\n")).toHaveLength(2);
  await page.goto("/settings/billing?kind=grant");
  await page.getByText("Payment integration is coming.").waitFor();
  await page.getByRole("button", { name: "Starting credits" }).press("Enter");
  await page.getByRole("dialog").getByText("+$10.000000").waitFor();
  expect(window.problems).toEqual([]);
});

test("on a phone each run shows its status and cost next to the agent", async () => {
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

/** Fails if part of the text is cut off, hidden or off the screen. */
async function expectReadable(text: Locator): Promise<void> {
  await text.scrollIntoViewIfNeeded();
  const width = text.page().viewportSize()?.width ?? 0;
  const seen = await text.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, textContent } = element;
    const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1;
    return { textContent, isWhole, left, right };
  });
  expect(seen).toMatchObject({ textContent: expect.stringContaining(WHY), isWhole: true });
  expect(seen.left).toBeGreaterThanOrEqual(0);
  expect(seen.right).toBeLessThanOrEqual(width);
}

test.each([390, 1280])(
  "at %d px a failed run's long error is readable on the run's page, in the trace and in the logs",
  async (width) => {
    const { page } = await Window.open(server.url, person);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/agent/${agentId}?tab=tryit`);
    await page.getByLabel("Message").fill("break");
    await page.getByRole("button", { name: "Run agent" }).click();
    await expectReadable(page.getByRole("alert").getByText("The path leads nowhere."));
    await page.getByRole("button", { name: "Trace" }).click();
    const happened = page.getByRole("list", { name: "Steps" });
    await happened.getByText("Show all").click();
    await expectReadable(happened.getByText("The path leads nowhere.").last());
    await page.goto("/settings/logs?status=error");
    await page.getByRole("button", { name: "Fragile echo" }).first().click();
    const dialog = page.getByRole("dialog");
    await expectReadable(dialog.getByText("The agent raised ValueError").first());
  },
);

test("the owner of a paused agent sees the reason and resumes the agent, which visitors cannot run while it is paused", async () => {
  const client = new Client(server.url);
  const [owner, ...callers] = await Promise.all(Array.from({ length: 4 }, () => client.register()));
  if (!owner) throw new Error("somebody owns it");
  const paused = await uploadAgent(client, owner, "Paused echo", AGENT);
  const body = { agent_id: paused, input_data: { message: "break" } };
  for (let run = 0; run < FAILING_AGENT.pauseAfter.failures; run += 1) {
    const caller = callers[run % callers.length] ?? owner;
    await client.post("/api/v1/execute/run", body, { token: caller.token });
  }
  const getStatus = async () => (await client.get(`/api/v1/agents/${paused}`)).status;
  await expect.poll(getStatus).toBe(404);

  const visitor = await Window.open(server.url);
  await visitor.page.goto(`/agent/${paused}`);
  await visitor.page.getByText("Agent not found", { exact: true }).waitFor();
  expect(await visitor.page.getByRole("button", { name: "Run agent" }).count()).toBe(0);

  const window = await Window.open(server.url, owner);
  const { page } = window;
  await page.goto("/developer-studio");
  await page
    .getByRole("button", { name: /Paused echo/ })
    .first()
    .click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "This agent was paused because its last 10 runs" });
  await notice.waitFor();
  await notice.getByRole("button", { name: "Resume" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  await visitor.page.reload();
  await visitor.page.getByText("Paused echo", { exact: true }).first().waitFor();
  expect(window.problems).toEqual([]);
});
