import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { launchBrowser, Window } from "./browser.ts";
import { focusOn, typeAndGoOn } from "./keyboard.ts";

const server = inject("sharedServer");
let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  client = new Client(server.url);
});

afterAll(async () => {
  await browser?.close();
});

const menuOf = (page: Page, { username }: Person) =>
  page.getByRole("button", { name: `Account menu of ${username}` });

/** Signs in on the page that is open, by keyboard. */
async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").focus();
  await typeAndGoOn(page, email, password);
  await page.keyboard.press("Enter");
}

async function signOutByKeyboard(page: Page, person: Person): Promise<void> {
  await menuOf(page, person).press("Enter");
  await focusOn(page.getByRole("menuitem", { name: "Settings" }));
  await page.keyboard.press("ArrowDown");
  await focusOn(page.getByRole("menuitem", { name: "Sign Out" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.url}/`);
}

test("a session that ended elsewhere leads to sign in and back, and nothing of it stays in the browser", async () => {
  const person = await client.register();
  const window = await Window.open(browser, server.url);
  const { page } = window;
  await window.signIn(person);
  await page.goto("/settings/logs?period=30d");
  await page.getByText("No usage logs yet").waitFor();

  await client.post("/api/v1/users/sign-out-everywhere", {}, { token: person.token });
  await page.reload();
  await page.waitForURL("**/signin?return=%2Fsettings%2Flogs%3Fperiod%3D30d");
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key !== 'stoa.theme')")).toEqual([]);

  await signInHere(page, person);
  await page.waitForURL("**/settings/logs?period=30d");
  await page.getByText("No usage logs yet").waitFor();
  await window.close();
});

test("a run that the ended session may not start says so and is not lost from the form", async () => {
  const person = await client.register();
  const window = await Window.open(browser, server.url);
  const { page } = window;
  await window.signIn(person);
  await page.goto("/agent/1?tab=tryit");
  await page.getByLabel("Message").fill("My parcel 77 is late");
  await client.post("/api/v1/users/sign-out-everywhere", {}, { token: person.token });
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByRole("alert").getByText("sign in again").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("My parcel 77 is late");
  await window.close();
});

test("two tabs: signing out in one ends the other, whoever signs in next is seen in both", async () => {
  const [first, second] = await Promise.all([client.register(), client.register()]);
  const window = await Window.open(browser, server.url);
  const { page } = window;
  await window.signIn(first);
  const token = await window.token();
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await menuOf(other, first).waitFor();

  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") calls.push(request.url());
  });
  await signOutByKeyboard(page, first);
  await other.waitForURL("**/signin?return=%2Fdashboard");
  await page.getByRole("link", { name: "Sign Up", exact: true }).waitFor();
  expect(calls).toEqual([]);
  expect((await client.get("/api/v1/users/me", { token })).status).toBe(200);

  await page.goto("/marketplace");
  await signInHere(other, second);
  await other.waitForURL("**/dashboard");
  await menuOf(page, second).waitFor();

  // While one tab looks on, the other changes the person.
  await signOutByKeyboard(other, second);
  await other.goto("/signin");
  await signInHere(other, first);
  await other.waitForURL("**/dashboard");
  await menuOf(page, first).waitFor();
  expect(await menuOf(page, second).count()).toBe(0);
  expect(window.problems).toEqual([]);
  await window.close();
});
