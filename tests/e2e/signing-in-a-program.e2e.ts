import { DeviceLoginKey, KeyList, StartedDeviceLogin } from "@stoa/contract";
import { expect, inject, test } from "vitest";
import { Client, parseAnswer } from "../harness/client.ts";
import { findViolations } from "../screens/accessibility.ts";
import { Window } from "./browser.ts";

const server = inject("sharedServer");
const client = new Client(server.url);

async function startLogin(): Promise<StartedDeviceLogin> {
  const body = { client_name: "stoa-cli on laptop" };
  return parseAnswer(StartedDeviceLogin, await client.post("/api/v1/users/device-logins", body));
}

const collect = ({ device_code }: StartedDeviceLogin) =>
  client.post("/api/v1/users/device-logins/token", { device_code });

test("a user types the code of a program after signing in, limits its spending and allows it", async () => {
  const person = await client.register();
  const login = await startLogin();
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/device");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.locator("form button[type=submit]").click();
  await page.getByRole("heading", { name: "Sign in a program" }).waitFor();
  await page.getByLabel("Code").fill("bcdf ghjk");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("No program waits with this code.").waitFor();
  await page.getByLabel("Code").fill(login.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("heading", { name: "Sign in this program?" }).waitFor();
  await page.getByText("stoa-cli on laptop").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel("Spending limit per day (UTC)").fill("2.50");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "The program is signed in" }).waitFor();
  const { key_name } = parseAnswer(DeviceLoginKey, await collect(login));
  const { keys } = parseAnswer(KeyList, await client.get("/api/v1/users/api-keys", person));
  expect(keys).toContainEqual(expect.objectContaining({ name: key_name, limit_per_day: 2.5 }));
  expect(window.problems).toEqual([expect.stringContaining("404")]);
});

test("a user refuses a program that they did not start", async () => {
  const login = await startLogin();
  const window = await Window.open(server.url, await client.register());
  await window.page.goto(`/device?code=${login.user_code}`);
  await window.page.getByRole("button", { name: "Refuse" }).click();
  await window.page.getByRole("heading", { name: "Refused" }).waitFor();
  expect(await collect(login)).toMatchObject({ status: 400, body: { error: "access_denied" } });
  expect(window.problems).toEqual([]);
});
