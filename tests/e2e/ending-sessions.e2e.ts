import { TEXTS } from "@stoa/contract";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { focusOn, typeAndGoOn } from "./keyboard.ts";

const server = inject("sharedServer");
let client: Client;

beforeAll(async () => {
  client = new Client(server.url);
});

const findMenu = (page: Page, { username }: Person) =>
  page.getByRole("button", { name: `Account menu of ${username}` });

const UNAUTHORIZED = TEXTS.account.unauthorized;

/** Types a message for the agent and waits for the cost estimate, so that the form's next request is the run itself. */
async function typeMessage(page: Page, text: string): Promise<void> {
  const estimated = page.waitForResponse(
    (response) =>
      response.url().endsWith("/estimate") && Boolean(response.request().postData()?.includes(text)),
  );
  await page.getByLabel("Message").fill(text);
  await estimated;
}

/** Revokes every session of the person, like "Sign out everywhere" on another device. */
async function endAllSessions({ token }: Person): Promise<void> {
  const { status } = await client.post("/api/v1/users/sign-out-everywhere", {}, { token });
  expect(status).toBe(200);
}

/**
 * Ends the sessions without the page noticing. Holds back the page's background requests until the returned function is
 * called, so that the person's next action is the first request to be refused.
 */
async function endAllSessionsUnnoticed(page: Page, person: Person): Promise<() => Promise<void>> {
  const reads = "**/api/**";
  await page.route(reads, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await endAllSessions(person);
  return () => page.unroute(reads);
}

/**
 * Ends the sessions so that no page notices before a page shows the given path. Requests of all other pages are held
 * back until the returned function is called.
 */
async function endAllSessionsUnnoticedBefore(
  path: string,
  context: BrowserContext,
  person: Person,
): Promise<() => Promise<void>> {
  const calls = "**/api/**";
  await context.route(calls, (route) =>
    new URL(route.request().frame().url()).pathname === path ? route.continue() : route.abort(),
  );
  await endAllSessions(person);
  return () => context.unroute(calls);
}

async function expectSignedOutHeader(page: Page, person: Person): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Sign In", exact: true }).waitFor();
  expect(await findMenu(page, person).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Account menu", exact: true }).count()).toBe(0);
}

/** Signs in by keyboard on the open page. */
async function signInHere(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").focus();
  await typeAndGoOn(page, email, password);
  await page.keyboard.press("Enter");
}

async function signOutByKeyboard(page: Page, person: Person): Promise<void> {
  await findMenu(page, person).press("Enter");
  for (const name of ["Chats", "Settings"]) {
    await focusOn(page.getByRole("menuitem", { name }));
    await page.keyboard.press("ArrowDown");
  }
  await focusOn(page.getByRole("menuitem", { name: "Sign Out" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.url}/`);
}

test("a page whose session was ended elsewhere redirects to sign-in and back, and forgets the session", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings/logs?period=30d");
  await page.getByText("No usage logs yet").waitFor();

  await endAllSessions(person);
  await page.reload();
  await page.waitForURL("**/signin?return=%2Fsettings%2Flogs%3Fperiod%3D30d");
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key !== 'stoa.theme')")).toEqual([]);

  await signInHere(page, person);
  await page.waitForURL("**/settings/logs?period=30d");
  await page.getByText("No usage logs yet").waitFor();
});

test("a message that was not sent because the session had ended is restored after signing in", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/agent/1?tab=tryit");
  await typeMessage(page, "My parcel 77 is late");
  const readAgain = await endAllSessionsUnnoticed(page, person);
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByRole("alert").getByText(UNAUTHORIZED).waitFor();
  await readAgain();
  await page.getByRole("link", { name: "Sign In", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/agent/1");

  await page.waitForURL("**/signin?return=%2Fagent%2F1%3Ftab%3Dtryit");
  await signInHere(page, person);
  await page.waitForURL("**/agent/1?tab=tryit");
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("My parcel 77 is late");
});

test("a message that was not sent because the session had ended is not shown to another person who signs in", async () => {
  const [person, other] = await Promise.all([client.register(), client.register()]);
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/agent/1?tab=tryit");
  await typeMessage(page, "Only for my eyes");
  const readAgain = await endAllSessionsUnnoticed(page, person);
  await page.getByRole("button", { name: "Run agent" }).press("Enter");
  await page.getByRole("alert").getByText(UNAUTHORIZED).waitFor();
  await readAgain();
  await page.waitForURL("**/signin?return=%2Fagent%2F1%3Ftab%3Dtryit");
  await signInHere(page, other);
  await page.waitForURL("**/agent/1?tab=tryit");
  await findMenu(page, other).waitFor();
  expect(await page.getByLabel("Message").inputValue()).not.toContain("Only for my eyes");
});

test("the marketplace stays open with a signed-out header when the session has ended", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/marketplace?q=support");
  const heart = page.getByRole("button", { name: /^Favorite / }).first();
  // The heart changes before the server has answered. Wait for the answer, because a late one would sign the page out
  // too early.
  const saved = page.waitForResponse((response) => response.request().method() !== "GET" && response.ok());
  await heart.click();
  await saved;
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
  const readAgain = await endAllSessionsUnnoticed(page, person);

  await heart.press("Enter");
  await expectSignedOutHeader(page, person);
  await readAgain();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/marketplace?q=support");
  await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("false");
  expect(await page.evaluate("localStorage.getItem('stoa.token')")).toBe(null);
});

test("the marketplace opened with an ended session shows its agents under a signed-out header", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/marketplace");
  await findMenu(page, person).waitFor();
  await page
    .getByRole("button", { name: /^Favorite / })
    .first()
    .waitFor();
  await endAllSessions(person);
  await page.reload();
  await expectSignedOutHeader(page, person);
  await page
    .getByRole("button", { name: /^Favorite / })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/marketplace");
});

test("a session that ends while the dashboard is open ends in both tabs, and only the dashboard redirects", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/dashboard");
  await page.getByTestId("available-credits").waitFor();
  const other = await page.context().newPage();
  await other.goto("/marketplace");
  await findMenu(other, person).waitFor();
  const readAgain = await endAllSessionsUnnoticedBefore("/settings/logs", page.context(), person);

  // The link leaves the page as soon as the key is down, so the key is pressed on the page.
  await page.getByRole("link", { name: "See logs" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText(UNAUTHORIZED).waitFor();
  const shownAt = Date.now();
  await readAgain();
  await expectSignedOutHeader(page, person);
  await expectSignedOutHeader(other, person);
  await page.waitForURL("**/signin?return=%2Fsettings%2Flogs");
  expect(Date.now() - shownAt).toBeGreaterThan(1_000);
  expect(new URL(other.url()).pathname).toBe("/marketplace");

  await signInHere(page, person);
  await page.waitForURL("**/settings/logs");
  await findMenu(other, person).waitFor();
});

test("a protected screen in a second tab shows why it closes, and signing in returns to it", async () => {
  const person = await client.register();
  const window = await Window.open(server.url, person);
  const { page } = window;
  const other = await page.context().newPage();
  await other.goto("/settings/general");
  await findMenu(other, person).waitFor();
  await endAllSessions(person);
  await page.goto("/marketplace");
  await expectSignedOutHeader(page, person);
  await other.getByRole("alert").getByText(UNAUTHORIZED).waitFor();
  await other.waitForURL("**/signin?return=%2Fsettings%2Fgeneral");
});

test("signing out or in as another person in one tab also changes the other tab", async () => {
  const [first, second] = await Promise.all([client.register(), client.register()]);
  const window = await Window.open(server.url, first);
  const { page } = window;
  await page.goto("/dashboard");
  const token = await window.getToken();
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await findMenu(other, first).waitFor();

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
  await findMenu(page, second).waitFor();

  // Sign in as another person in the other tab while this tab stays open.
  await signOutByKeyboard(other, second);
  await other.goto("/signin");
  await signInHere(other, first);
  await other.waitForURL("**/dashboard");
  await findMenu(page, first).waitFor();
  expect(await findMenu(page, second).count()).toBe(0);
  expect(window.problems).toEqual([]);
});
