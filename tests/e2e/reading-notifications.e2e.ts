import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");

/** Replaces the key. Each new key creates one notification. */
async function refreshKey({ token }: Person, times: number): Promise<void> {
  const client = new Client(server.url);
  for (let n = 0; n < times; n += 1) await client.post("/api/v1/users/refresh-api-key", {}, { token });
}

const findBell = (page: Page, unread: string) =>
  page.getByRole("button", { name: `Notifications, ${unread} unread`, exact: true });
const findQuietBell = (page: Page) => page.getByRole("button", { name: "Notifications", exact: true });

test("the bell shows new notifications live in every tab until a keyboard user has read them all", async () => {
  const person = await new Client(server.url).register();
  await refreshKey(person, 8);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/dashboard");
  await findBell(page, "8").waitFor();

  const other = await page.context().newPage();
  await other.goto("/marketplace");
  await findBell(other, "8").waitFor();
  await refreshKey(person, 2);
  await Promise.all([findBell(page, "9+").waitFor(), findBell(other, "9+").waitFor()]);

  await findBell(page, "9+").focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: "Notifications" });
  await list.getByRole("button", { name: "Mark all read" }).waitFor();
  const violations = await findViolations(page);
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  await list.getByRole("button", { name: 'Mark "API key refreshed" read' }).first().focus();
  await page.keyboard.press("Enter");
  await list.getByRole("link", { name: "API key refreshed" }).and(page.locator(":focus")).waitFor();
  await findBell(other, "9").waitFor();

  await list.getByRole("button", { name: "Mark all read" }).focus();
  await page.keyboard.press("Enter");
  await findQuietBell(page).waitFor();
  await findQuietBell(other).waitFor();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await findQuietBell(page).and(page.locator(":focus")).waitFor();

  await page.keyboard.press("Enter");
  await list.getByRole("link", { name: "View all notifications" }).press("Enter");
  await page.waitForURL("**/notifications");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  expect(await page.getByRole("main").getByRole("listitem").count()).toBe(10);
  await page.getByRole("radio", { name: "Money" }).press("Space");
  await page.getByText("Nothing here yet").waitFor();
  await page.getByRole("radio", { name: "Account" }).press("Space");
  await page.waitForURL("**/notifications?topic=account");
  await page.getByRole("radio", { name: "Unread", exact: true }).press("Space");
  await page.getByText("No unread notifications").waitFor();
  await refreshKey(person, 1);
  await page.getByText("1 unread notification").waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: /API key refreshed/ })
    .press("Enter");
  await page.waitForURL("**/settings/api");
  await findQuietBell(page).waitFor();
  expect(window.problems).toEqual([]);
});

test("the bell shows no error if notifications fail to load or to be marked as read", async () => {
  const person = await new Client(server.url).register();
  await refreshKey(person, 1);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.route("**/api/v1/notifications**", (route) => route.fulfill({ status: 500 }));
  await page.goto("/dashboard");
  await findQuietBell(page).click();
  await page.getByText("Could not load notifications.").waitFor();
  await page.unroute("**/api/v1/notifications**");
  await page.getByRole("button", { name: "Retry" }).click();
  await findBell(page, "1").waitFor();

  // Fail the request only once the bell's own request has ended.
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route("**/api/v1/notifications/*/read", async (route) => {
    await refused;
    await route.fulfill({ status: 500 });
  });
  await page.getByRole("button", { name: 'Mark "API key refreshed" read' }).click();
  await findQuietBell(page).waitFor();
  refuse();
  await findBell(page, "1").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("keyboard users can turn a kind of notification off and on again in Settings", async () => {
  const client = new Client(server.url);
  const person = await client.register();
  const getMuted = async () =>
    (await client.get("/api/v1/notifications/settings", { token: person.token })).body;
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings");
  const failed = page.getByRole("checkbox", { name: "One of your runs failed" });
  expect(await failed.isChecked()).toBe(true);
  await failed.press("Space");
  await expect.poll(getMuted).toEqual({ muted: ["run_failed"] });
  await page.reload();
  await failed.waitFor();
  expect(await failed.isChecked()).toBe(false);
  expect(await page.getByRole("checkbox", { name: /API key/ }).count()).toBe(0);
  await failed.press("Space");
  await expect.poll(getMuted).toEqual({ muted: [] });
  // The screen changes when the response arrives, so the change has been stored by then.
  await expect.poll(() => failed.isChecked()).toBe(true);
  expect(window.problems).toEqual([]);
});
