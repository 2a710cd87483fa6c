import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { type CuttingProxy, startCuttingProxy } from "../sdks/cutting-proxy.ts";
import { launchBrowser, Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

let home: string;
let server: ServerProcess;
let network: CuttingProxy;
let browser: Browser;
let client: Client;
let person: Person;
let agentId: number;

/** Counts slowly when it is told to, else answers with what would harm a careless page. */
const AGENT = `import time

HOSTILE = """# Answer

<script>document.title = "owned"</script>
<img src=x onerror="document.title = 'owned'">

![seen](https://evil.example/seen.png) [run](javascript:document.title='owned')

The end."""


def run(message: str):
    if not message.startswith("count"):
        yield HOSTILE
        return
    for number in range(1, int(message.split()[1]) + 1):
        yield f"{number} "
        time.sleep(0.05)
    yield "counted"
`;

beforeAll(async () => {
  home = temporaryHome();
  [server, browser] = await Promise.all([ServerProcess.start(home), launchBrowser()]);
  network = await startCuttingProxy(server.url, []);
  client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Counter", AGENT);
});

afterAll(async () => {
  await browser?.close();
  await network?.close();
  await server?.stop();
  if (home) removeHome(home);
});

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** Presses Tab until the focus is there; where it is not within so many, a person would look for the mouse. */
async function tabTo(target: Locator, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await target.page().keyboard.press("Tab");
    if (await isFocused(target)) return;
  }
  throw new Error(`${most} times Tab do not lead to ${String(target)}`);
}

test("by keyboard alone: runs an agent, stops it, comes back to the run, reviews the agent", async () => {
  const window = await Window.open(browser, server.url);
  const { page } = window;
  await window.signIn(person);
  await page.goto(`/agent/${agentId}`);
  const { keyboard } = page;
  const status = page.getByRole("region", { name: "Output" }).getByRole("status");

  await page.getByRole("tab", { name: "Overview" }).focus();
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  await page.waitForURL("**tab=tryit");
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
  await window.picture("tried");

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
  await window.close();
});

test("a network that is lost in the middle misses nothing, and a hostile answer does no harm", async () => {
  const window = await Window.open(browser, network.url);
  const { page } = window;
  const context = page.context();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  await window.signIn(person);
  await page.goto(`/agent/${agentId}?tab=tryit`);

  await page.getByLabel("Message").fill("count 60");
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByText("1 2 3").waitFor();
  await context.setOffline(true);
  network.cut();
  await page.getByText("Connection lost").waitFor();
  await context.setOffline(false);
  await page.getByText("58 59 60 counted").waitFor();
  const counted = Array.from({ length: 60 }, (_, index) => index + 1).join(" ");
  expect(await page.getByRole("region", { name: "Answer" }).textContent()).toContain(`${counted} counted`);

  await page.getByLabel("Message").fill("be hostile");
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByText("The end.").waitFor();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  await window.picture("hostile");
  expect(await page.title()).not.toBe("owned");
  const answer = page.getByRole("region", { name: "Answer" });
  expect(await answer.locator("script, img, [onerror], a[href^='javascript:']").count()).toBe(0);
  expect(new Set(asked)).toEqual(new Set([new URL(network.url).host]));
  await window.close();
});
