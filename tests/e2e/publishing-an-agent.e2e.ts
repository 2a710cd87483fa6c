import { TEXTS } from "@stoa/contract";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");
let client: Client;
let person: Person;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.register();
});

const WITHOUT_ENTRY = "answer = 42\n";
const SECOND = `def run(message: str, shout: bool = False) -> str:
    return message.upper() if shout else message
`;

const createPythonFile = (name: string, code: string) => ({
  name,
  mimeType: "text/x-python",
  buffer: Buffer.from(code),
});

/** Presses a button or follows a link by keyboard. */
async function press(within: Page | Locator, role: "button" | "tab", name: string | RegExp): Promise<void> {
  const control = within.getByRole(role, { name }).first();
  await control.focus();
  await control.press("Enter");
}

/** Returns the checks that the screen shows, each with its status. */
async function readChecks(page: Page): Promise<string[]> {
  const list = page.getByRole("list", { name: "Upload checks" });
  await list.waitFor();
  return list.getByRole("listitem").allTextContents();
}

test("an invalid file is refused, and a template is listed, gets a new version and is rolled back", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/developer-studio");
  await page.getByText("No agents yet").waitFor();
  await press(page, "button", "Deploy Agent");

  // In an empty form, every required field and the file show an error.
  const dialog = page.getByRole("dialog");
  await press(dialog, "button", "Upload agent");
  for (const text of [
    TEXTS.upload.nameRequired,
    TEXTS.upload.descriptionRequired,
    TEXTS.upload.documentationRequired,
    TEXTS.upload.fileRequired,
  ])
    await dialog.getByText(text).waitFor();

  const file = dialog.locator("input[type=file]");
  await file.setInputFiles(createPythonFile("agent.txt", WITHOUT_ENTRY));
  await dialog.getByText(TEXTS.upload.fileType).waitFor();
  await file.setInputFiles(createPythonFile("agent.py", WITHOUT_ENTRY));
  await expect.poll(() => readChecks(page)).toContainEqual(expect.stringMatching(/Entry point failed/));
  await page.keyboard.press("Escape");
  await press(page, "button", "Discard");

  // A template can be listed unchanged.
  await press(page, "button", "Create New Agent");
  await press(dialog, "button", "Start from a template");
  await press(dialog, "button", "Use the template Python function");
  await dialog.getByText("Recognized as").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Echo");
  await dialog.getByLabel("Description").fill("Repeats its input");
  await dialog
    .getByLabel("Documentation")
    .fill("Send any text as the message, and the same text comes back.");
  await dialog.getByLabel("Price per token").fill("0.0002");
  await dialog.getByText("Buyers see $200.00 / 1M tokens").waitFor();
  await dialog.getByLabel("Price per token").press("Enter");
  await page.getByText("a run of 1,000 tokens, about a page of text, costs $0.20").waitFor();
  await press(page, "button", "Upload at this price");
  await page.getByText("Your agent is listed").waitFor();
  expect(await readChecks(page)).toContainEqual(expect.stringMatching(/Trial run passed/));
  await page.keyboard.press("Escape");

  // A new version becomes the current one and shows its changes.
  await press(page, "button", /^Echo/);
  await press(page, "button", "New version");
  await dialog.locator("input[type=file]").setInputFiles(createPythonFile("agent.py", SECOND));
  await dialog.getByLabel("What is new").fill("Shouts");
  await expect.poll(() => readChecks(page)).toContainEqual(expect.stringMatching(/Entry point passed/));
  await press(dialog, "button", "Upload version");
  await page.getByText("Version 2 is now current").waitFor();
  await press(dialog, "button", "Done");
  await press(page, "tab", "Versions");
  await press(page, "button", "What changed in version 2");
  await dialog.getByText("shout: boolean, optional").waitFor();
  await dialog.getByText("+def run(message: str, shout: bool = False) -> str:").waitFor();
  await page.keyboard.press("Escape");
  await press(page, "button", "Roll back to version 1");
  await press(dialog, "button", "Make version 1 current");
  await page.getByRole("button", { name: "Restore version 2" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Restore version 2" }).waitFor();

  // A price increase is announced with its date.
  await press(page, "tab", "Price and listing");
  await page.getByLabel("New price per token").fill("0.0003");
  await page.getByText(/^Takes effect on .*, in 14 days\./).waitFor();
  await press(page, "button", "Announce increase");
  await press(page, "button", "Set price");
  await page.getByText(/\$300\.00 \/ 1M tokens from \d+ \w+ \d{4}/).waitFor();
  expect(window.problems).toEqual([]);
});

test("/upload opens the upload dialog, and Escape asks for confirmation before it closes a filled form", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/upload");
  const upload = page.getByRole("dialog", { name: "Upload New Agent" });
  await upload.getByLabel("Name", { exact: true }).fill("Half written");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard this upload?" });
  await press(question, "button", "Cancel");
  await question.waitFor({ state: "hidden" });
  expect(await upload.getByLabel("Name", { exact: true }).inputValue()).toBe("Half written");
  await upload.getByLabel("Name", { exact: true }).press("Escape");
  await press(question, "button", "Discard");
  await upload.waitFor({ state: "hidden" });
  await page.waitForURL("**/developer-studio");

  await page.goto("/upload");
  await upload.waitFor();
  await page.keyboard.press("Escape");
  await upload.waitFor({ state: "hidden" });
  expect(window.problems).toEqual([]);
});
