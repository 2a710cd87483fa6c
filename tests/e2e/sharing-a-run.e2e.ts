import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const GREETER = `
def run(message: str):
    return f"Good morning, **{message}**"
`;

const server = inject("sharedServer");
let person: Person;
let greeter: number;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  greeter = await uploadAgent(client, await client.register(), "Greeter", GREETER);
});

test("a user shares a run, a visitor reads it without an account, and the link stops working when it is revoked", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  await page.goto(`/agent/${greeter}?tab=tryit`);
  await page.getByRole("textbox", { name: "message" }).fill("Larch");
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("They do not see who you are or what the run cost.").waitFor();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = new URL(await dialog.getByLabel("Link").inputValue());
  await dialog.getByRole("button", { name: "Done" }).click();

  const visitor = await Window.open(server.url);
  const reply = await visitor.page.goto(link.pathname);
  expect(reply?.headers()["x-robots-tag"]).toBe("noindex");
  await visitor.page.getByRole("heading", { name: "Greeter" }).waitFor();
  await visitor.page.getByText("Good morning, Larch").waitFor();
  await visitor.page.getByRole("term").filter({ hasText: "message" }).waitFor();
  const text = (await visitor.page.locator("main").textContent()) ?? "";
  for (const hidden of [person.username, person.email, "$"]) expect(text).not.toContain(hidden);
  expect(visitor.problems).toEqual([]);

  await page.goto(`/settings/logs`);
  await page
    .getByRole("button", { name: /Greeter/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
  await page.getByText("This run is shared.").waitFor();
  await page.getByRole("button", { name: "Stop sharing" }).click();
  await page.getByText("The link no longer works").waitFor();
  await visitor.page.reload();
  await visitor.page.getByText("Shared run not found").waitFor();
  expect(window.problems).toEqual([]);
});
