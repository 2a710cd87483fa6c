import type { Page, Route } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { FaultyCalls } from "./faulty-calls.ts";

const server = inject("sharedServer");
let client: Client;
let person: Person;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.register();
});

test("the sign-in form shows that a request is active, and explains each failure", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  const login = await FaultyCalls.intercept(page, "/users/login");
  await login.go("hold");
  await page.goto("/signin");
  const password = page.getByLabel("Password", { exact: true });
  const waitForAlert = (text: string) => page.getByRole("alert").getByText(text, { exact: true }).waitFor();
  await page.getByLabel("Email").fill(person.email);
  await password.fill(person.password);
  await password.press("Enter");
  await page.getByRole("button", { name: "Signing In..." }).waitFor();
  expect(await password.isDisabled()).toBe(true);
  await login.go("fail");
  await waitForAlert("An error occurred. Please try again later.");
  const failures: ReadonlyArray<readonly [string, (route: Route) => Promise<void>]> = [
    ["Please check your input and try again", (route) => route.fulfill({ status: 400 })],
    ["Network error. Please check your connection and try again.", (route) => route.abort()],
  ];
  for (const [text, answer] of failures) {
    await page.route("**/api/v1/users/login", answer);
    await password.press("Enter");
    await waitForAlert(text);
  }
  expect(await password.inputValue()).toBe(person.password);
});

test("user data is cached for 5 minutes, and a 403 when it is refreshed ends the session", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/dashboard");
  await page.getByTestId("api-key").waitFor();
  const me = await FaultyCalls.intercept(page, "/users/me", 403);
  await me.go("hold");
  const userRequest = page.waitForRequest("**/api/v1/users/me");
  await page.goto("/settings");
  await page.getByLabel("Email").waitFor();
  await userRequest;
  expect(await page.getByText("Verifying authentication...").count()).toBe(0);

  await page.clock.install({ time: Date.now() + 301_000 });
  await page.reload();
  await page.getByText("Verifying authentication...", { exact: true }).waitFor();
  await me.go("fail");
  await page.waitForURL("**/signin?return=%2Fsettings");
  expect(await page.evaluate('localStorage.getItem("stoa.token")')).toBeNull();
});

test("a screen that fails to load shows an error and a Try Again button, and a 403 leads to sign-in", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  const code = "**/assets/*.js";
  const openBroken = async (because: string) => {
    await page.goto("/signin");
    await page.getByLabel("Email").waitFor();
    const body = `throw new Error("${because}")`;
    await page.route(code, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.getByRole("banner").getByRole("link", { name: "Marketplace" }).press("Enter");
  };
  await openBroken("broken");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.unroute(code);
  await page.getByRole("button", { name: "Try Again" }).press("Enter");
  await page.getByRole("heading", { name: "All Agents" }).waitFor();

  await openBroken("HTTP 403: Forbidden");
  await page.getByRole("heading", { name: "Authentication Required" }).waitFor();
  await page.getByRole("button", { name: "Try Again" }).waitFor();
  await page.unroute(code);
  await page.getByRole("alert").getByRole("link", { name: "Sign In" }).press("Enter");
  await page.getByLabel("Email").waitFor();
  expect(new URL(page.url()).pathname).toBe("/signin");
});

/** Waits for the effects of the visible screen, such as its timers, because React runs effects in a later task. */
const waitForEffects = (page: Page) =>
  page.evaluate(
    "new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); })",
  );

test("copying is confirmed for 3 seconds, and a failure is reported", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto("/dashboard");
  const account = page.getByRole("region", { name: "Account" });
  await account.getByRole("button", { name: "Copy" }).press("Enter");
  await page.getByText("API key copied to clipboard", { exact: true }).waitFor();
  await account.getByRole("button", { name: "Copied" }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await account.getByRole("button", { name: "Copy", exact: true }).press("Enter");
  await account.getByRole("button", { name: "Copied" }).waitFor();
  await waitForEffects(page);
  await page.clock.runFor(2900);
  expect(await account.getByRole("button", { name: "Copied" }).count()).toBe(1);
  await page.clock.runFor(200);
  await account.getByRole("button", { name: "Copy", exact: true }).waitFor();
  await page.clock.resume();

  await page.getByRole("button", { name: "Copy to clipboard" }).press("Enter");
  await page.getByText("Code copied to clipboard!", { exact: true }).waitFor();
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
  await account.getByRole("button", { name: "Copy", exact: true }).press("Enter");
  await page.getByText("Failed to copy API key", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "curl" }).press("Enter");
  await page.getByRole("button", { name: "Copy to clipboard" }).press("Enter");
  await page.getByText("Failed to copy to clipboard", { exact: true }).waitFor();
});

test("a failed action shows an error and leaves the screen unchanged", async () => {
  const connector = { service_name: "openai", api_key: "sk-1", service_config: {} };
  const added = await client.post("/api/v1/connectors", connector, { token: person.token });
  const { id } = Object(added.body);
  const window = await Window.open(server.url, person);
  const { page } = window;
  const waitForText = (text: string) => page.getByText(text, { exact: true }).waitFor();
  const dialog = page.getByRole("dialog");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
  for (const path of [`/connectors/${id}`, `/connectors/${id}/test`, "/users/refresh-api-key"])
    await (await FaultyCalls.intercept(page, path)).go("fail");

  await page.goto("/settings/connectors");
  await press("Test OpenAI");
  await waitForText("Failed to test connector. Please try again.");
  await press("Edit OpenAI");
  await dialog.getByRole("button", { name: "Update Connector" }).press("Enter");
  await waitForText("Failed to update connector. Please try again.");
  await page.keyboard.press("Escape");
  await press("Delete OpenAI");
  await dialog.getByText("Are you sure you want to delete the OpenAI connector?", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Delete connector" }).press("Enter");
  await waitForText("Failed to delete connector. Please try again.");
  await page.getByRole("button", { name: "Test OpenAI" }).waitFor();

  await page.goto("/settings/api");
  await page.getByRole("button", { name: /^Refresh/ }).press("Enter");
  await waitForText(
    "Are you sure you want to refresh your API key? This will invalidate your current key and any existing integrations will need to be updated.",
  );
  await dialog.getByRole("button", { name: /^Refresh/ }).press("Enter");
  await waitForText("Failed to refresh API key. Please try again.");

  await page.goto("/settings");
  const email = page.getByLabel("Email");
  await email.fill(`new_${person.email}`);
  await page.getByLabel("Current password").fill(person.password);
  await page.route("**/api/v1/users/me", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await email.press("Enter");
  await waitForText("Failed to update profile");
  const kept = await client.get("/api/v1/users/me", { token: person.token });
  expect(kept.body).toMatchObject({ email: person.email });
});
