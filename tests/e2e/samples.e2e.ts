import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

/** One sample per framework. The samples' own tests run all samples on more inputs. */
const SLICE = [
  { framework: "LangChain", id: 9, name: "Meeting Minutes", answer: "Minutes of 2026-03-02" },
  { framework: "AutoGen", id: 11, name: "Expense Auditor", answer: "281.50 of 589.30 should be questioned" },
  { framework: "Stoa", id: 13, name: "Release Notes Writer", answer: "breaking_changes" },
  { framework: "n8n", id: 16, name: "Survey Digest", answer: "The new ovens heat unevenly" },
];
const REST = [
  { framework: "LangChain", id: 10, name: "Feedback Analyst", answer: "Rating and words disagree" },
  { framework: "AutoGen", id: 12, name: "Job Match Board", answer: "91 of 100: 5 of 6 requirements met" },
  { framework: "n8n", id: 15, name: "Overdue Invoices", answer: "3 overdue, 1826.50 in all." },
  { framework: "n8n", id: 17, name: "Handbook Answers", answer: "removed after three days" },
  { framework: "Stoa", id: 14, name: "Help Desk Reply", answer: "Worn shoes can only be exchanged" },
];

test.each(process.env.STOA_TEST_LONG ? [...SLICE, ...REST] : SLICE)(
  "$name is listed with the $framework agents, runs its example and shows a receipt",
  async ({ framework, id, name, answer }) => {
    const window = await Window.open(server.url, await new Client(server.url).register());
    const { page } = window;
    const search = new URLSearchParams({ framework: framework.toLowerCase(), search: name });
    await page.goto(`/marketplace?${search}`);
    await page.getByRole("link", { name }).waitFor();
    await page.goto(`/agent/${id}`);
    await page.getByRole("tab", { name: "Try It" }).click();
    await page.getByRole("button", { name: "Run agent" }).click();
    await page.getByText(answer).first().waitFor();
    const receipt = await page.getByRole("region", { name: "Receipt" }).textContent();
    expect(receipt).toMatch(id === 15 ? /Success/ : /Success[\s\S]*stoa-basic/);
    expect(window.problems).toEqual([]);
  },
);
