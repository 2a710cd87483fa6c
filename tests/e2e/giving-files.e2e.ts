import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { SALES_CSV, SALES_REPORT } from "../screens/file-agent.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const ECHO = "def run(message: str) -> str:\n    return message\n";

/** Names the parts of a message with an image. */
const PARTS = `
def run(messages: list[dict]):
    content = messages[-1]["content"]
    return content if isinstance(content, str) else ", ".join(part["type"] for part in content)
`;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const server = inject("sharedServer");
let person: Person;
let report: number;
let echo: number;
let eyes: number;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  const developer = await client.register();
  report = await uploadAgent(client, developer, SALES_REPORT.name, SALES_REPORT.source ?? "");
  echo = await uploadAgent(client, developer, "Plain echo", ECHO);
  eyes = await uploadAgent(client, developer, "Parts", PARTS);
});

const createFile = (name: string, content: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(content),
});

/** Drops files on an element, as a person who drags them from their desktop. */
async function dropFiles(page: Page, selector: string, name: string): Promise<void> {
  await page.locator(selector).waitFor();
  await page.evaluate(
    `{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["region,amount\\nNorth,1\\n"], ${JSON.stringify(name)}));
      const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(drop);
    }`,
  );
}

test("an upload continues after a lost connection, and the run returns a chart and a table", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  let attempts = 0;
  await page.route("**/files/uploads/*", (route) => {
    const isPart = route.request().method() === "PUT";
    if (isPart && ++attempts === 1) return route.abort("connectionreset");
    return route.continue();
  });
  await page.goto(`/agent/${report}?tab=tryit`);
  await page.getByLabel("Message", { exact: true }).fill("How did each region sell?");
  await page.getByLabel("Sales", { exact: true }).setInputFiles(createFile("sales.csv", SALES_CSV));
  await page.getByRole("button", { name: "Remove sales.csv" }).waitFor();
  expect(attempts).toBe(2);

  await page.getByRole("button", { name: "Run agent" }).click();
  const totals = page.getByRole("article", { name: "totals.csv" });
  await totals.getByRole("columnheader", { name: "total" }).waitFor();
  const chart = page.getByRole("img", { name: "sales-by-region.png" });
  await chart.waitFor();
  expect(await chart.getAttribute("src")).toMatch(/\/preview\?/);
  await expect
    .poll(() => chart.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await page.getByRole("region", { name: "Answer" }).textContent()).not.toContain("file_id");

  const download = page.waitForEvent("download");
  await totals.getByRole("link", { name: "Download totals.csv" }).click();
  const saved = await (await download).path();
  expect(readFileSync(saved, "utf8")).toMatch(/^region,total\n/);
  expect(window.problems.filter((text) => !text.includes("ERR_CONNECTION_RESET"))).toEqual([]);
});

test("a file goes with a message of a chat, and readers of the shared chat see what came back", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${report}?tab=chat`);
  const message = page.getByRole("textbox", { name: `Message to ${SALES_REPORT.name}` });
  await message.fill("How did each region sell?");
  await dropFiles(page, "section[aria-label=Chat]", "north.csv");
  await page.getByRole("button", { name: "Remove north.csv" }).waitFor();
  await message.press("Enter");
  const log = page.getByRole("log");
  await log.getByRole("article", { name: "totals.csv" }).waitFor();
  await page.reload();
  await log.getByText("north.csv").waitFor();
  await log.getByRole("article", { name: "totals.csv" }).getByRole("table").waitFor();

  await page.getByRole("button", { name: "More actions for this chat" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = new URL(await page.getByLabel("Link").inputValue());
  const visitor = await Window.open(server.url);
  await visitor.page.goto(link.pathname);
  await visitor.page.getByRole("article", { name: "totals.csv" }).getByRole("table").waitFor();
  expect(visitor.problems).toEqual([]);
  expect(window.problems).toEqual([]);
});

test("an image goes with a message to an agent that gets messages, and the chat shows its preview", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${eyes}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Parts" });
  await message.fill("What is it?");
  const picker = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await picker).setFiles({ name: "cat.png", mimeType: "image/png", buffer: PIXEL });
  const thumbnail = page.getByRole("link", { name: "Open cat.png" }).locator("img");
  await thumbnail.waitFor();
  await expect
    .poll(() => thumbnail.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
    .toBe(1);
  await message.press("Enter");
  await page.getByRole("log").getByText("text, image_url").waitFor();
  await page.reload();
  await page.getByRole("log").getByRole("link", { name: "Open cat.png" }).waitFor();
  expect(window.problems).toEqual([]);
});

test("a user finds and deletes a file in Settings", async () => {
  const client = new Client(server.url);
  const form = new FormData();
  form.set("file", new File(["remember the milk"], "shopping.txt"));
  await client.call("POST", "/api/v1/files", { token: person.token, form });
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings/files");
  await page.getByRole("heading", { name: "shopping.txt" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download shopping.txt" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe("remember the milk");
  await page.getByRole("button", { name: "Delete shopping.txt" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete file" }).click();
  await page.getByText("File deleted").waitFor();
  await page.getByRole("heading", { name: "shopping.txt" }).waitFor({ state: "hidden" });
  expect(window.problems).toEqual([]);
});

test("a chat with an agent that takes no files says so when a file is dropped", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${echo}?tab=chat`);
  await page.getByRole("textbox", { name: "Message to Plain echo" }).waitFor();
  expect(await page.getByRole("button", { name: "Attach files" }).count()).toBe(0);
  await dropFiles(page, "section[aria-label=Chat]", "north.csv");
  await page.getByText("This agent takes no files.").waitFor();
  expect(window.problems).toEqual([]);
});
