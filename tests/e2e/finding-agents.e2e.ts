import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

const getPath = ({ page }: Window) => new URL(page.url()).pathname + new URL(page.url()).search;

test("a visitor finds an agent with search and filters by keyboard, and returns to the same position in the list", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/marketplace");
  await page.getByRole("heading", { name: "All Agents" }).waitFor();
  const link = page.getByRole("link", { name: "Customer Support Bot", exact: true });
  // The first cards show that the page reacts to keys.
  await page
    .getByRole("button", { name: /^Favorite / })
    .first()
    .waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("custmer suport");
  await page.getByRole("heading", { name: "Search Results 2 agents" }).waitFor();
  expect(getPath(window)).toBe("/marketplace?search=custmer+suport");
  expect(await page.getByLabel("Sort").inputValue()).toBe("relevance");

  const filters = page.getByRole("complementary", { name: "Filters" });
  const category = filters.getByRole("radio", { name: "Customer Service 2" });
  await category.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Remove filter Customer Service" }).waitFor();
  expect(await filters.getByRole("radio", { name: "Finance 0" }).count()).toBe(1);
  await page.reload();
  await link.waitFor();
  expect(await category.isChecked()).toBe(true);

  await link.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("tab", { name: "Overview" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const before = getPath(window);
  await page.getByRole("link", { name: "stoa", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "stoa", level: 1 }).waitFor();
  await page.getByText("Listed agents").waitFor();
  await page.goBack();
  await link.waitFor();
  expect(getPath(window)).toBe(before);

  for (const name of ["Customer Service", "“custmer suport”"]) {
    await page.getByRole("button", { name: `Remove filter ${name}` }).focus();
    await page.keyboard.press("Enter");
  }
  await page.getByRole("heading", { name: "All Agents" }).waitFor();
  expect(getPath(window)).toBe("/marketplace");
  expect(window.problems).toEqual([]);
});

test("keyboard users can filter a list by model, and the URL keeps the filter", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/marketplace");
  const withoutModel = page.getByRole("link", { name: "Overdue Invoices", exact: true });
  await withoutModel.waitFor();
  const filters = page.getByRole("complementary", { name: "Filters" });
  const model = filters.getByRole("radio", { name: /^stoa-basic \d+$/ });
  await model.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Remove filter stoa-basic" }).waitFor();
  expect(getPath(window)).toBe("/marketplace?model=stoa-basic");
  await withoutModel.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Customer Support Bot", exact: true }).waitFor();
  expect(await model.isChecked()).toBe(true);
  expect(await withoutModel.count()).toBe(0);

  await page.getByRole("button", { name: "Remove filter stoa-basic" }).press("Enter");
  await withoutModel.waitFor();
  expect(getPath(window)).toBe("/marketplace");
  expect(window.problems).toEqual([]);
});

test("a person describes a need, favorites an agent, finds it among their favorites and compares it", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/marketplace");
  await page.getByLabel("I need to").fill("answer customers of my support");
  await page.keyboard.press("Enter");
  await page.getByText("Sign in to get matches").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");

  const found = page.getByRole("listitem").filter({ hasText: "Customer Support Bot" });
  await found.getByText("Matches “").waitFor();
  await found.getByText("Words", { exact: true }).waitFor();
  await page.getByText("match your words only").waitFor();
  const heart = found.getByRole("button", { name: "Favorite Customer Support Bot" });
  await heart.press("Enter");
  await found.getByRole("button", { name: "Compare Customer Support Bot" }).press("Enter");

  await page.getByRole("button", { name: "Back to all agents" }).press("Enter");
  // Agents that other tests upload may push this one off the first page of all agents.
  await page.keyboard.press("/");
  await page.keyboard.type("loan planner");
  await page.getByRole("heading", { name: /^Search Results/ }).waitFor();
  await page.getByRole("button", { name: "Compare Loan Planner" }).press("Enter");
  await page.getByRole("button", { name: "Remove filter “loan planner”" }).press("Enter");
  await page.getByRole("heading", { name: "All Agents" }).waitFor();
  await page.getByRole("checkbox", { name: /My favorites/ }).press("Space");
  await page.getByRole("heading", { name: "Search Results 1 agent" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Search Results 1 agent" }).waitFor();
  await page.getByRole("button", { name: "Favorite Customer Support Bot" }).press("Enter");
  await page.getByText("No favorites yet").waitFor();

  await page
    .getByRole("region", { name: "Agents to compare" })
    .getByRole("link", { name: "Compare" })
    .press("Enter");
  const table = page.getByRole("table");
  await table.getByRole("columnheader", { name: /Loan Planner/ }).waitFor();
  // The lowest price is known only after both agents have loaded.
  const lowest = table.getByRole("row", { name: /^Price/ }).getByText("Lowest");
  await lowest.first().waitFor();
  expect(await lowest.count()).toBe(1);
  await page.getByRole("button", { name: "Remove Loan Planner from the comparison" }).press("Enter");
  await table.getByRole("columnheader", { name: /Loan Planner/ }).waitFor({ state: "detached" });
  expect(getPath(window)).toBe("/compare?agents=1");
  expect(window.problems).toEqual([]);
});
