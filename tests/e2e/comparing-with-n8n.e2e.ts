import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { DELIVERY_DESK } from "../screens/delivery-desk.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

test("a developer uploads an export with pinned data and reads by keyboard where a node's output differs", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const form = new FormData();
  const fields = {
    name: "Desk to compare",
    description: "A workflow of a test",
    documentation: "Send what is to be delivered, one thing a line, as a message.",
    category: "automation",
    price_per_token: "0",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([DELIVERY_DESK], "desk.json"));
  const { body } = await client.call("POST", "/api/v1/agents/upload", { token: person.token, form });

  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/developer-studio?agent=${Object(body).agent.id}`);
  await page.getByRole("button", { name: "Compare with n8n" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Compare with n8n" });
  await dialog.getByText("3 of 5 pinned nodes give the same output: 1 different, 1 not executed.").waitFor();
  // The first node that differs is open.
  expect(await dialog.getByRole("list", { name: "Differences of Today" }).textContent()).toBe(
    'items[0].json.text: "Today: urgent: flowers for Rosa" instead of "Now: urgent: flowers for Rosa"',
  );
  const marked = dialog.getByRole("listitem").filter({ hasText: "Today" }).locator("mark");
  expect(await marked.allTextContents()).toEqual([
    '  "text": "Today: urgent: flowers for Rosa"',
    '  "text": "Now: urgent: flowers for Rosa"',
  ]);
  // The model was not called, and the summary of each node opens with the keyboard.
  await dialog.locator("summary").filter({ hasText: "Write to the driver" }).press("Enter");
  await dialog.getByText("It calls a service or reads stored data, so it was not executed.").waitFor();
  await dialog.getByText("Bring the flowers to Rosa first").waitFor();
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
  expect(window.problems).toEqual([]);
});
