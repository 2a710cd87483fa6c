import { Balance } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { findLink, MailServer } from "../harness/mail-server.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";

let home: string;
let mail: MailServer;
let server: ServerProcess;

beforeAll(async () => {
  home = createSeededHome();
  mail = await MailServer.start();
  const env = { STOA_SMTP_URL: `smtp://127.0.0.1:${mail.port}`, STOA_MAIL_FROM: "stoa@example.com" };
  server = await ServerProcess.start(home, env);
});

afterAll(async () => {
  await server?.stop();
  await mail?.close();
  if (home) removeHome(home);
});

const AGENT = `import stoa


@stoa.agent(name="Word counter", examples=[{"message": "to be or not to be"}])
def run(message: str):
    """Counts words.

    Args:
        message: the text to count
    """
    words = message.split()
    yield f"**{len(words)} words**, "
    yield f"{len(set(words))} different ones"
`;

async function register(window: Window, username: string): Promise<void> {
  const { page } = window;
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/dashboard");
  await confirmAddress(window, `${username}@example.com`);
}

/** Confirms the email address, as the dashboard requests, and waits for the starting credits. */
async function confirmAddress({ page }: Window, email: string): Promise<void> {
  const notice = page.getByRole("region", { name: "Confirm your email address" });
  await notice.getByRole("button", { name: "Send another link" }).click();
  await page.getByText(`We sent another link to ${email}.`).waitFor();
  await mail.take(email, "get your starting credits");
  const { token } = findLink(await mail.take(email, "get your starting credits"));
  await page.goto(`/confirm-email#${token}`);
  await page.getByRole("button", { name: "Confirm this email address" }).click();
  await page.getByText("in starting credits was added to your balance").waitFor();
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await page.getByText("Available credits").waitFor();
  await notice.waitFor({ state: "detached" });
}

/** Returns the balance and earnings of this window's person, in nano-USD. */
async function getMoney(window: Window): Promise<{ balance: number; earned: number }> {
  const answer = await new Client(server.url).get("/api/v1/billing/balance", {
    token: await window.getToken(),
  });
  const { current_balance, total_earned } = Balance.parse(answer.body);
  return { balance: Math.round(current_balance * 1e9), earned: Math.round(total_earned * 1e9) };
}

/** Runs the agent of the open page and returns the receipt's values, keyed by label. */
async function run(window: Window, message: string): Promise<Record<string, string>> {
  const { page } = window;
  await page.getByRole("tab", { name: "Try It" }).click();
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Run agent" }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.waitFor();
  const [labels, values] = [
    await receipt.locator("dt").allTextContents(),
    await receipt.locator("dd").allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, i) => [label.trim(), (values[i] ?? "").trim()]));
}

const toNano = (usd: string) => Math.round(Number(usd.replace(/[^0-9.]/g, "")) * 1e9);

test("a new user signs up, runs a paid agent and uploads one, and the paid agent's developer has earnings", async () => {
  const developer = await Window.open(server.url);
  await register(developer, "ada");
  const { page } = developer;

  await page.getByRole("link", { name: "Marketplace" }).first().click();
  for (const name of ["Customer Support Bot", "Data Analyzer", "Content Summarizer", "Deep Research Agent"])
    await page.getByText(name, { exact: true }).first().waitFor();

  const before = await getMoney(developer);
  await page.goto("/agent/1");
  const receipt = await run(developer, "My order 1234 arrived broken and I want my money back!");
  await page.getByText("1234").last().waitFor();
  expect(receipt.Status).toBe("Success");
  expect(Number(receipt.Tokens?.replace(/\D/g, ""))).toBeGreaterThan(0);
  expect(receipt.Time).toMatch(/^[\d,]+ ms$/);
  const paid = toNano(receipt.Total ?? "");
  expect(paid).toBeGreaterThan(0);
  expect(before.balance - (await getMoney(developer)).balance).toBe(paid);

  await page.goto("/settings/logs");
  await page.getByRole("cell", { name: "Customer Support Bot" }).waitFor();

  await page.goto("/upload");
  await page.setInputFiles("input[type=file]", {
    name: "word_counter.py",
    mimeType: "text/x-python",
    buffer: Buffer.from(AGENT),
  });
  // The app fills in empty fields from the file, which would conflict with typing at the same time.
  await page.getByText("Recognized as").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Word counter");
  await page.getByLabel("Description").fill("Counts the words of a text, and the different ones");
  await page
    .getByLabel("Documentation")
    .fill("Send any text as the message. The answer says how many words it has.");
  await page.getByLabel("Price per token").fill("0.00005");
  await page.getByRole("button", { name: "Upload agent" }).click();
  await page.getByText("Your agent is listed").waitFor();
  expect(await page.getByText("Trial run").count()).toBeGreaterThan(0);

  const buyer = await Window.open(server.url);
  await register(buyer, "grace");
  await buyer.page.goto("/marketplace?search=word%20counter");
  await buyer.page.getByText("Word counter", { exact: true }).first().click();
  const had = await getMoney(buyer);
  const bought = await run(buyer, "to be or not to be");
  await buyer.page.getByText("6 words").waitFor();
  const price = toNano(bought.Total ?? "");
  expect(price).toBeGreaterThan(0);
  expect(had.balance - (await getMoney(buyer)).balance).toBe(price);

  const { earned } = await getMoney(developer);
  expect(earned).toBe(Math.floor((price * 70) / 100));

  await page.goto("/developer-studio");
  await page
    .getByRole("button", { name: /Word counter/ })
    .first()
    .click();
  await page.getByText("You earned").waitFor();

  expect([...developer.problems, ...buyer.problems]).toEqual([]);
});

test("a forgotten password is reset through the link in the email, and the new password works", async () => {
  const person = await new Client(server.url).register();
  const window = await Window.open(server.url);
  const { page } = window;
  await page.goto("/signin");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // Both pages have a field for the email address.
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();

  const { url, token } = findLink(await mail.take(person.email, "Set a new password"));
  expect(url).toBe(`http://localhost:${server.port}/reset-password#${token}`);
  await page.goto(`/reset-password#${token}`);
  await page.getByLabel("New password").fill("another horse");
  await page.getByLabel("Confirm password").fill("another horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Your password is set" }).waitFor();
  await window.signIn({ email: person.email, password: "another horse" });
  expect(window.problems).toEqual([]);
});
