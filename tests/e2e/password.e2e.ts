import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { linkOf, MailServer } from "../harness/mail-server.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";
import { launchBrowser, Window } from "./browser.ts";

let home: string;
let mail: MailServer;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  home = temporaryHome();
  mail = await MailServer.start();
  const env = { STOA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`, STOA_MAIL_FROM: "stoa@example.com" };
  [server, browser] = await Promise.all([ServerProcess.start(home, env), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mail?.close();
  if (home) removeHome(home);
});

test("a forgotten password is set anew by the link in the mail, and signs in", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(browser, server.url);
  const { page } = window;
  await page.goto("/signin");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Look for the link" }).waitFor();

  const { url, token } = linkOf(await mail.take(person.email, "Set a new password"));
  expect(url).toBe(`http://localhost:${server.port}/reset-password#${token}`);
  await page.goto(`/reset-password#${token}`);
  await page.getByLabel("New password").fill("another horse");
  await page.getByLabel("Confirm password").fill("another horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Your password is set" }).waitFor();
  await window.signIn({ email: person.email, password: "another horse" });
  await window.picture("password");
  expect(window.problems).toEqual([]);
  await window.close();
});
