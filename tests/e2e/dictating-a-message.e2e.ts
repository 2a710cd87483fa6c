import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";
import { focusOn } from "./keyboard.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");
let person: Person;
let agentId: number;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  const developer = await client.register();
  agentId = await uploadAgent(client, developer, "Listener", "def run(message: str):\n    return message\n");
});

/** A speech recognition that the tests control with `say` and `fail`, because a headless browser hears nothing. */
const RECOGNITION = `
  window.SpeechRecognition = window.webkitSpeechRecognition = class {
    start() { globalThis.recognition = this; this.onstart(); }
    stop() { this.onend(); }
    abort() { this.onerror({ error: "aborted" }); this.onend(); }
  };
  globalThis.say = (transcript, isFinal) =>
    recognition.onresult({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] });
  globalThis.fail = (error) => { recognition.onerror({ error }); recognition.onend(); };
`;

/** @param script gives the browser a speech recognition, or removes its own */
async function openChat(script: string) {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.addInitScript(script);
  await page.goto(`/agent/${agentId}?tab=chat`);
  const message = page.getByRole("textbox", { name: "Message to Listener" });
  await message.waitFor();
  return { window, page, message, button: page.getByRole("button", { name: "Voice input" }) };
}

const say = (page: Page, words: string, isFinal: boolean) =>
  page.evaluate(`say(${JSON.stringify(words)}, ${isFinal})`);

test("a user speaks a part of a message, and Escape stops listening", async () => {
  const { window, page, message, button } = await openChat(RECOGNITION);
  await message.fill("Please now.");
  await page.evaluate("document.activeElement.setSelectionRange(6, 6)");
  await button.press("Enter");
  const status = page.getByRole("status").filter({ hasText: "Listening" });
  await status.getByText("Your browser may send your voice to its vendor").waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("true");
  await say(page, "compare the", false);
  await page.getByText("compare the", { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await say(page, "compare the offers", true);
  expect(await message.inputValue()).toBe("Please compare the offers now.");
  await page.keyboard.press("Escape");
  await page.getByRole("status").filter({ hasText: "Voice input stopped." }).waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  await focusOn(message);
  expect(await page.evaluate("document.activeElement.selectionStart")).toBe(25);

  // The hint about the vendor is shown once.
  await button.click();
  await page.getByRole("status").filter({ hasText: "Listening" }).waitFor();
  expect(await page.getByText("to its vendor").count()).toBe(0);
  // A message that is sent ends listening, so that later words do not belong to it.
  await message.press("Enter");
  await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");
  expect(window.problems).toEqual([]);
});

test("voice input says why it does not work", async () => {
  const { window, page, button } = await openChat(RECOGNITION);
  for (const [error, text] of [
    ["not-allowed", "The microphone is blocked. Allow it for this site"],
    ["audio-capture", "No microphone was found."],
    ["network", "Could not reach your browser's speech service."],
  ] as const) {
    await button.click();
    await page.evaluate(`fail("${error}")`);
    await page.getByText(text).waitFor();
    expect(await button.getAttribute("aria-pressed")).toBe("false");
  }
  expect(window.problems).toEqual([]);
});

test("a browser without speech recognition shows no button for it", async () => {
  const { page, button } = await openChat(
    "delete window.SpeechRecognition; delete window.webkitSpeechRecognition;",
  );
  await page.getByRole("button", { name: "Send" }).waitFor();
  expect(await button.count()).toBe(0);
});
