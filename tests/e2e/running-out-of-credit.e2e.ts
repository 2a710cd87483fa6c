import { Balance, TEXTS } from "@stoa/contract";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { tabTo } from "./keyboard.ts";
import { uploadAgent } from "./upload-agent.ts";

/** An agent that writes more than ten dollars' worth of text at one cent per token. */
const CHATTY = `def run(message: str):
    for number in range(3000 if message == "everything" else 1):
        yield f"word {number} "
`;
const PRICE = "0.01";

const server = inject("sharedServer");
let client: Client;
let person: Person;
let agentId: number;

beforeAll(async () => {
  client = new Client(server.url);
  person = await client.register();
  agentId = await uploadAgent(client, await client.register(), "Chatty", CHATTY, PRICE);
});

const getBalance = async () =>
  parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token: person.token }));

test("a run stops when the credits are used up, and the error of the next run links to the balance", async () => {
  const window = await Window.open(server.url, person);
  const { page } = window;
  const { keyboard } = page;
  await page.goto(`/agent/${agentId}?tab=tryit`);

  const message = page.getByLabel("Message");
  await message.focus();
  await keyboard.type("everything");
  await page.getByText("About").waitFor();
  await keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Allow up to $200.00" }).press("Enter");
  await page.getByText("The run reached a limit. The output may be incomplete.").waitFor();
  await page.getByText("word 1 word 2").waitFor();
  const before = await getBalance();
  expect(before.total_spent).toBeGreaterThan(9);
  expect(before.current_balance).toBeGreaterThanOrEqual(0);
  expect(before.current_balance).toBeLessThan(0.05);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();

  await message.focus();
  await keyboard.press("Control+A");
  await keyboard.type("And now, with so many words that what is left cannot pay for reading them?");
  await tabTo(page.getByRole("button", { name: "Run agent" }), 5);
  await keyboard.press("Enter");
  const refused = page.getByRole("alert").filter({ hasText: TEXTS.run.noCredits });
  await refused.waitFor();
  expect(await getBalance()).toEqual(before);

  await refused.getByRole("link", { name: "your balance" }).press("Enter");
  await page.waitForURL("**/settings/billing");
  await page.getByText("Payment integration is coming.").waitFor();
  await page.getByRole("button", { name: "Chatty" }).first().waitFor();
  expect(window.problems).toEqual([expect.stringContaining("402")]);
});
