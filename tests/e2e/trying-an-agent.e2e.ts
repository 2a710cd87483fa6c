import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { COUNTER } from "./counter-agent.ts";
import { isFocused, tabTo } from "./keyboard.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");
let client: Client;
let person: Person;
let agentId: number;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Counter", COUNTER);
});

test("keyboard users can run an agent, stop it, return to the run and review the agent", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${agentId}`);
  const { keyboard } = page;
  const status = page.getByRole("region", { name: "Output" }).getByRole("status");

  await page.getByRole("tab", { name: "Overview" }).focus();
  for (const tab of ["chat", "usage", "tryit"]) {
    await keyboard.press("ArrowRight");
    await page.waitForURL(`**tab=${tab}`);
  }
  await tabTo(page.getByLabel("Message"), 2);
  await keyboard.type("count 400");
  await page.getByText("About").waitFor();
  await keyboard.press("Control+Enter");
  await page.getByText("1 2 3").waitFor();
  expect(await status.textContent()).toBe("Executing...");

  await tabTo(page.getByRole("button", { name: "Stop" }), 2);
  await keyboard.press("Enter");
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  expect(await status.textContent()).toBe("Stopped");
  const run = page.getByRole("button", { name: "Run agent" });
  expect(await isFocused(run)).toBe(true);

  await keyboard.press("Shift+Tab");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Control+A");
  await keyboard.type("count 3");
  await tabTo(run, 2);
  await keyboard.press("Enter");
  await page.getByText("1 2 3 counted").waitFor();
  await page.getByRole("button", { name: "Run again" }).waitFor();

  await page.reload();
  await page.getByText("1 2 3 counted").waitFor();
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("count 3");

  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Write a review" }).focus();
  await keyboard.press("Enter");
  await page.getByRole("radio", { name: "1 of 5" }).focus();
  for (let star = 0; star < 3; star += 1) await keyboard.press("ArrowRight");
  await tabTo(page.getByRole("textbox", { name: "Your review" }), 1);
  await keyboard.type("It counts.");
  await tabTo(page.getByRole("button", { name: "Publish review" }), 1);
  await keyboard.press("Enter");
  await page.getByText("Your review", { exact: true }).waitFor();
  await page.getByText("4.0 from 1 review").waitFor();
  expect(window.problems).toEqual([]);
});

test("a user confirms only once that an agent's runs may cost more than the usual limit", async () => {
  const expensive = await uploadAgent(
    client,
    await client.register(),
    "Expensive counter",
    COUNTER,
    "0.0001",
  );
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${expensive}?tab=tryit`);
  await page.getByLabel("Message").fill("count 3");
  await page.getByText("The agent allows up to $2.00 if you confirm.").waitFor();
  await page.getByRole("button", { name: "Run agent" }).click();
  const question = page.getByRole("dialog", { name: "This run can cost up to $2.00" });
  await question.waitFor();
  await question.getByRole("button", { name: "Stop at $1.00" }).click();
  await page.getByText("1 2 3 counted").waitFor();
  await page.getByRole("button", { name: "Run again" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  expect(await question.count()).toBe(0);
  expect(window.problems).toEqual([]);
});

test("on a phone the Stop button and the output are in view while an agent runs", async () => {
  const { page } = await Window.open(server.url, person);
  const height = 740;
  await page.setViewportSize({ width: 360, height });
  await page.goto(`/agent/${agentId}?tab=tryit`);
  await page.getByLabel("Message").fill("count 400");
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByText("1 2 3").waitFor();
  const stop = page.getByRole("button", { name: "Stop" });
  for (const shown of [stop, page.getByText("1 2 3")]) {
    const box = await shown.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
  }
  await stop.click();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
});
