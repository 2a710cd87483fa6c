import { TEXTS, User } from "@stoa/contract";
import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type KeyHolder, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { focusOn, tabTo } from "./keyboard.ts";

const server = inject("sharedServer");
let client: Client;
let person: KeyHolder;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.registerWithKey();
  const run = { agent_id: 1, input_data: { message: "Where is my parcel?" } };
  await client.post("/api/v1/execute/run", run, { token: person.token });
});

test("keyboard users can copy their key and an example, and open an agent's logs from a dashboard run", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  const readClipboard = () => page.evaluate("navigator.clipboard.readText()");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dashboard");

  const account = page.getByRole("region", { name: "Account" });
  const show = account.getByRole("button", { name: "Show API key" });
  await show.press("Enter");
  await account.getByText(person.key, { exact: true }).waitFor();
  await tabTo(account.getByRole("button", { name: "Copy" }), 1);
  await page.keyboard.press("Enter");
  await page.getByText(TEXTS.account.keyCopied, { exact: true }).waitFor();
  expect(await readClipboard()).toBe(person.key);

  await page.getByRole("tab", { name: "javascript" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await focusOn(page.getByRole("tab", { name: "curl" }));
  const panel = page.getByRole("tabpanel", { name: "curl" });
  await panel.getByRole("button", { name: "Copy to clipboard" }).press("Enter");
  await page.getByText(TEXTS.copy.done("Code")).waitFor();
  expect(await readClipboard()).toContain(`curl ${server.url}/api/v1/sdk/agents/`);

  await page
    .getByRole("main")
    .getByRole("link", { name: /^Customer Support Bot .*Success/ })
    .press("Enter");
  await page.waitForURL("**/settings/logs?**agent_id=1**");
  await page.getByText("Filtered by Agent").waitFor();
  await page.getByText("Showing logs for").waitFor();
  await page.getByText("Showing 1 of 1 calls").waitFor();
  await page.getByRole("button", { name: "Clear Filter" }).press("Enter");
  await page.getByText("Filtered by Agent").waitFor({ state: "detached" });
  expect(new URL(page.url()).search).not.toContain("agent_id");
  expect(window.problems).toEqual([]);
});

test("a person changes their password in Settings by entering the current one, and signs in with the new one", async () => {
  const changing = await client.register();
  const window = await Window.open(server.url, changing);
  const { page } = window;
  await page.goto("/settings");
  await page.getByText(/^Storage: 0(\.\d)? MB of 200 MB$/).waitFor();
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(changing.password);
  await dialog.getByLabel("New password", { exact: true }).fill("short");
  await dialog.getByLabel("Repeat the new password").fill("other");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByText("Password must be at least 6 characters long").waitFor();
  await dialog.getByText(TEXTS.register.passwordsDiffer).waitFor();
  await dialog.getByLabel("New password", { exact: true }).fill("another horse");
  await dialog.getByLabel("Repeat the new password").fill("another horse");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed. All other sessions were signed out.").waitFor();
  const login = { email: changing.email, password: "another horse" };
  expect((await client.post("/api/v1/users/login", login)).status).toBe(200);
  expect((await client.get("/api/v1/users/me", { token: await window.getToken() })).status).toBe(200);
  expect(window.problems).toEqual([]);
});

test("keyboard users can save an email only after changing it, and see that plans cannot be changed yet", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto("/settings");
  const email = page.getByLabel("Email");
  const save = page.getByRole("button", { name: "Save", exact: true }).first();
  await expect.poll(() => email.inputValue()).toBe(person.email);
  expect(await save.isDisabled()).toBe(true);
  await email.focus();
  await page.keyboard.press("Home");
  await page.keyboard.type("new.");
  expect(await save.isDisabled()).toBe(true);
  await tabTo(page.getByLabel("Current password"), 1);
  await page.keyboard.type(person.password);
  await tabTo(save, 1);
  await page.keyboard.press("Enter");
  await page.getByText("Profile updated").waitFor();
  const me = parseAnswer(User, await client.get("/api/v1/users/me", { token: person.token }));
  expect(me.email).toBe(`new.${person.email}`);

  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Plans" })
    .press("Enter");
  await page.waitForURL("**/settings/plans");
  const upgrade = page.getByRole("button", { name: "Upgrade to Creator" });
  await upgrade.press("Enter");
  const dialog = page.getByRole("dialog", { name: TEXTS.billing.comingSoon });
  await dialog.getByText("not available yet").waitFor();
  await page.keyboard.press("Escape");
  await focusOn(upgrade);
  expect(window.problems).toEqual([]);
});

test("on a server without email, a person who forgot their password sees that only the administrator can help", async () => {
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/signin");
  await page.getByRole("link", { name: "Forgot password?" }).press("Enter");
  await page.getByText("This server does not send email. Request a link here").waitFor();
  expect(await page.getByRole("button", { name: "Send the link" }).count()).toBe(0);
  await page.getByLabel("Email").fill(person.email);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ask your administrator for the reset link" }).waitFor();
  await page.getByText(SIGN_IN_TEXTS.linkLogged, { exact: true }).waitFor();
  expect(window.problems).toEqual([]);
});
