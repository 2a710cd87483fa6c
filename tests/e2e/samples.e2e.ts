import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { launchBrowser, Window } from "./browser.ts";

let home: string;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  home = temporaryHome();
  [server, browser] = await Promise.all([ServerProcess.start(home), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (home) removeHome(home);
});

test.each([
  { framework: "LangChain", id: 9, name: "Meeting Minutes", answer: "Minutes of 2026-03-02" },
  { framework: "LangChain", id: 10, name: "Feedback Analyst", answer: "Rating and words disagree" },
  { framework: "AutoGen", id: 11, name: "Expense Auditor", answer: "281.50 of 589.30 should be questioned" },
  { framework: "AutoGen", id: 12, name: "Job Match Board", answer: "91 of 100: 5 of 6 requirements met" },
  { framework: "Stoa", id: 13, name: "Release Notes Writer", answer: "breaking_changes" },
  { framework: "Stoa", id: 14, name: "Help Desk Reply", answer: "Worn shoes can only be exchanged" },
])(
  "on a fresh server $name is found among $framework agents, runs on its example and gives a receipt",
  async ({ framework, id, name, answer }) => {
    const window = await Window.open(browser, server.url);
    await window.signIn(await new Client(server.url).register());
    const { page } = window;
    await page.goto(`/marketplace?framework=${framework.toLowerCase()}`);
    const count = framework === "Stoa" ? "10 agents" : "2 agents";
    await page.getByText(count, { exact: true }).waitFor();
    await page.getByRole("link", { name }).waitFor();
    await page.goto(`/agent/${id}`);
    await page.getByRole("tab", { name: "Try It" }).click();
    await page.getByRole("button", { name: "Run agent" }).click();
    await page.getByText(answer).first().waitFor();
    const receipt = await page.getByRole("region", { name: "Receipt" }).textContent();
    expect(receipt).toMatch(/Success[\s\S]*stoa-basic/);
    expect(window.problems).toEqual([]);
    await window.picture(`sample-${name.toLowerCase().replaceAll(" ", "-")}`);
    await window.close();
  },
);
