import { TEXTS, User } from "@stoa/contract";
import { expect, inject, test } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { focusOn } from "./keyboard.ts";

const server = inject("sharedServer");

test("a keyboard user confirms a new key and copies it, and the old key stops working", async () => {
  const client = new Client(server.url);
  const person = await client.registerWithKey();
  const getBalanceStatus = async (key: string) => (await client.get("/api/v1/sdk/balance", { key })).status;
  const window = await Window.open(server.url, person);
  const { page } = window;
  const { keyboard } = page;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/settings/api");
  await page.getByText(TEXTS.account.keepKeySecure).waitFor();
  await page.getByRole("link", { name: "SDK on GitHub" }).press("Enter");
  await page.waitForURL("**/sdk/");
  await page.getByRole("heading", { level: 1, name: "Stoa SDKs" }).waitFor();
  await page.goBack();
  await page.getByText(TEXTS.account.keepKeySecure).waitFor();

  const refresh = page.getByRole("button", { name: "Refresh", exact: true });
  const question = page.getByRole("dialog", { name: "Refresh API key" });
  await refresh.press("Enter");
  await question.getByText(TEXTS.account.keyRefreshConfirm, { exact: true }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await focusOn(refresh);
  expect(await getBalanceStatus(person.key)).toBe(200);

  await keyboard.press("Enter");
  await question.getByRole("button", { name: "Refresh API key" }).press("Enter");
  await page.getByText(TEXTS.account.keyRefreshed).waitFor();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  expect(await getBalanceStatus(person.key)).toBe(401);
  const { api_key: fresh } = parseAnswer(User, await client.get("/api/v1/users/me", { token: person.token }));
  expect(await getBalanceStatus(fresh)).toBe(200);

  const shown = page.getByTestId("api-key");
  expect(await shown.textContent()).not.toContain(fresh);
  await page.getByRole("button", { name: "Show API key" }).press("Enter");
  await shown.getByText(fresh, { exact: true }).waitFor();
  const row = shown.locator("..");
  await row.getByRole("button", { name: "Copy" }).press("Enter");
  await page.getByText("API key copied to clipboard!").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(fresh);

  await page.route("**/api/v1/users/refresh-api-key", (route) => route.fulfill({ status: 500, json: {} }));
  await refresh.press("Enter");
  await question.getByRole("button", { name: "Refresh API key" }).press("Enter");
  await page.getByText(TEXTS.account.keyRefreshFailed).waitFor();
  expect(await getBalanceStatus(fresh)).toBe(200);
  expect(window.problems).toEqual([expect.stringContaining("500")]);
});
