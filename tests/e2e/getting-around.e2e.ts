import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

const findFocused = (page: Page) => page.locator(":focus");
const findPalette = (page: Page) => page.getByRole("combobox", { name: "Search agents, pages and actions" });

/** Returns the entry that Enter opens. The entry appears on the screen shortly before it is highlighted. */
const findHighlighted = (page: Page, named: { name: string | RegExp }) =>
  page.getByRole("option", named).and(page.locator("[data-highlighted]"));

test("keyboard users can open agents, pages and actions from the palette, and Escape returns the focus", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(server.url, person);
  const { page } = window;

  await page.goto("/dashboard");
  await page.getByRole("tab", { name: "python" }).focus();
  await page.keyboard.press("Control+k");
  await findPalette(page).waitFor();
  const violations = await findViolations(page);
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  await page.keyboard.press("Escape");
  await findPalette(page).waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "python" }).and(findFocused(page)).waitFor();

  await page.keyboard.press("/");
  await findPalette(page).waitFor();
  await page.keyboard.type("summariz");
  await findHighlighted(page, { name: /Content Summarizer/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Content Summarizer", level: 1 }).waitFor();

  await page.keyboard.press("Meta+k");
  await page.getByRole("group", { name: "Recent" }).getByText("Content Summarizer").waitFor();
  await page.keyboard.type("usage lo");
  await findHighlighted(page, { name: "Usage Logs" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/settings/logs");

  await page.keyboard.press("Control+k");
  await page.locator('[role="combobox"][value=""]:focus').waitFor();
  await page.keyboard.type("dark theme");
  await findHighlighted(page, { name: "Use the dark theme" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator('html[data-theme="dark"]').waitFor();

  await page.goto("/marketplace");
  await page.locator('input[type="search"]:not([readonly])').waitFor();
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search agents" }).and(findFocused(page)).waitFor();
  expect(await findPalette(page).count()).toBe(0);
  expect(window.problems).toEqual([]);
});

test("the dashboard shows which parts failed and recovers, and an ended session leads to sign-in after 2 seconds", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  const failing = ["**/api/v1/billing/balance", "**/api/v1/users/usage-stats", "**/api/v1/agents?**"];
  for (const call of failing) await page.route(call, (route) => route.fulfill({ status: 500 }));
  await page.goto("/dashboard");
  await page.getByText("Unable to load account data. Please try again.").waitFor();
  await page.getByText("Failed to load usage data.").waitFor();
  await page.getByText("Failed to load agents").waitFor();
  await page.getByText("Unable to load agents. Please try again.").waitFor();
  for (const call of failing) await page.unroute(call);
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await page.getByTestId("available-credits").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("article").first().waitFor();

  const none = { agents: [], total: 0, next_cursor: null };
  await page.route("**/api/v1/agents?**", async (route) => {
    const answer: object = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, ...none } });
  });
  await page.reload();
  await page.getByText("No agents available yet").waitFor();
  await page.getByText("No usage data available yet").waitFor();

  await page.route("**/api/v1/billing/balance", (route) => route.fulfill({ status: 401 }));
  await page.reload();
  await page.getByText("Authentication required. Please sign in again.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await page.waitForURL("**/signin?return=%2Fdashboard");
  expect(await page.evaluate('localStorage.getItem("stoa.token")')).toBeNull();
});
