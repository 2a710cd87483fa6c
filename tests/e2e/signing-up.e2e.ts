import { TEXTS } from "@stoa/contract";
import type { Locator } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Client } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { tabTo, typeAndGoOn } from "./keyboard.ts";

const server = inject("sharedServer");

/**
 * Counts a person's actions. Clicking a button or link, filling in a field and sending a form are one action each.
 * Moving the focus and reading are not actions.
 */
class CountedActions {
  done = 0;

  async press(target: Locator): Promise<void> {
    this.done += 1;
    await target.press("Enter");
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.done += 1;
    await target.fill(text);
  }
}

test("a new visitor needs at most six actions from the landing page to the answer of a first run", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  const person = new CountedActions();
  const name = `visitor_${Date.now().toString(36)}`;
  await page.goto("/");

  await person.press(page.getByRole("link", { name: "Run it yourself" }));
  await person.fill(page.getByLabel("Username"), name);
  await person.fill(page.getByLabel("Email"), `${name}@example.com`);
  await person.fill(page.getByLabel("Password", { exact: true }), "correct horse");
  await person.fill(page.getByLabel("Confirm password"), "correct horse");
  await person.press(page.getByLabel("Confirm password"));

  await page.getByRole("region", { name: "Answer" }).getByText("Draft reply").waitFor();
  await page.getByRole("region", { name: "Receipt" }).waitFor();
  expect(person.done).toBeLessThanOrEqual(6);

  // The requested run starts only once, and does not start again when the person returns to the form.
  await page.goto("/agent/1?tab=tryit");
  await page.getByText("The output appears here as it is written.").waitFor();
  const usage = await new Client(server.url).get("/api/v1/users/usage-stats", {
    token: await window.getToken(),
  });
  expect(Object(usage.body).total_executions).toBe(1);
  expect(window.problems).toEqual([]);
});

test("the sign-in form explains each mistake, and switching to sign-up clears the form but keeps the return path", async () => {
  const taken = await new Client(server.url).register();
  const window = await Window.open(server.url);
  const { page } = window;
  const { keyboard } = page;
  const waitForAlert = (text: string) => page.getByRole("alert").getByText(text, { exact: true }).waitFor();
  await page.goto("/settings/logs");
  await page.waitForURL("**/signin?return=%2Fsettings%2Flogs");

  const email = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  await email.focus();
  await keyboard.press("Enter");
  await waitForAlert(TEXTS.signIn.required);
  await keyboard.type(taken.email);
  expect(await page.getByRole("alert").count()).toBe(0);
  await tabTo(password, 1);
  await keyboard.type("wrong horse");
  await keyboard.press("Enter");
  await waitForAlert("Invalid email or password");

  await page.getByRole("link", { name: "Create one" }).press("Enter");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await email.inputValue()).toBe("");
  const submit = page.getByRole("button", { name: "Create Account" });
  await email.focus();
  await typeAndGoOn(page, taken.email, "horse", "other horse");
  await keyboard.press("Enter");
  await waitForAlert("Username is required");
  await page.getByLabel("Username").focus();
  await keyboard.type(`${taken.username}_2`);
  await submit.press("Enter");
  await waitForAlert("Passwords do not match");
  await page.getByLabel("Confirm password").fill("horse");
  await submit.press("Enter");
  await waitForAlert("Password must be at least 6 characters long");
  await password.fill("a long horse");
  await page.getByLabel("Confirm password").fill("a long horse");
  await keyboard.press("Enter");
  await waitForAlert("Account with this email already exists");

  await page.getByRole("link", { name: "Sign in", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await email.focus();
  await typeAndGoOn(page, taken.email, taken.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).press("Enter");
  await page.waitForURL("**/settings/logs");
  await page.getByText("No usage logs yet").waitFor();
  expect(window.problems).toEqual([expect.stringContaining("401"), expect.stringContaining("409")]);
});

test("a visitor's choice of plan survives sign-up, and the landing page's links also work for signed-in users", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/");
  const developers = page.getByRole("main").getByRole("link", { name: "For Developers" });
  expect(await developers.getAttribute("href")).toBe("/guides/upload-an-agent");
  await page.getByRole("link", { name: "Choose Creator" }).press("Enter");
  const name = `planner_${Date.now().toString(36)}`;
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).press("Enter");
  await page.waitForURL("**/settings/plans?plan=creator");
  await page.getByRole("heading", { name: "Creator Your choice" }).waitFor();
  await page.getByRole("button", { name: "Upgrade to Creator" }).press("Enter");
  await page.getByRole("dialog", { name: "Coming Soon" }).getByText("not available yet").waitFor();

  // The links stay the same elements when the page hydrates, so pressing a key on a link in the meantime has an effect.
  await page.addInitScript(`document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("main a")) link.classList.add("written-at-the-build");
  });`);
  await page.goto("/");
  const business = page.locator("main a[href='/settings/plans?plan=business']");
  await business.waitFor();
  expect(await business.getAttribute("class")).toContain("written-at-the-build");
  await business.press("Enter");
  await page.waitForURL("**/settings/plans?plan=business");
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Get Started" }).press("Enter");
  await page.waitForURL("**/dashboard");
  // Before hydration, the page shows the links for visitors.
  await page.goto("/register?return=%2Fsettings%2Fplans%3Fplan%3Dbusiness");
  await page.waitForURL("**/settings/plans?plan=business");
  expect(window.problems).toEqual([]);
});

test("the buttons of sign-in providers that the server has not enabled are disabled, with an explanation", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/signin");
  await page.getByText("This server has not enabled sign-in with Google or GitHub.").waitFor();
  for (const name of ["Google", "GitHub"])
    expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
  expect(window.problems).toEqual([]);
});
