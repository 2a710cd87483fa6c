import { Balance, UploadReply } from "@stoa/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedModel, startScriptedModel } from "../frameworks/scripted-model.ts";
import { Client, type Person, parseAnswer } from "../harness/client.ts";
import { removeHome, ServerProcess } from "../harness/server-process.ts";
import { Window } from "./browser.ts";
import { createSeededHome } from "./seeded-home.ts";
import { uploadAgent } from "./upload-agent.ts";

let home: string;
let model: ScriptedModel;
let server: ServerProcess;
let client: Client;

beforeAll(async () => {
  home = createSeededHome();
  model = await startScriptedModel();
  const env = {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk",
    STOA_MODELS: "gpt-4o=2.50/10,expensive=10000/20000",
    STOA_DEFAULT_MODEL: "gpt-4o",
  };
  server = await ServerProcess.start(home, env);
  client = new Client(server.url);
});

afterAll(async () => {
  await server?.stop();
  await model?.close();
  if (home) removeHome(home);
});

async function upload({ token }: Person, name: string, more: object = {}): Promise<number> {
  const form = new FormData();
  const fields = {
    name,
    description: `${name}, to be called`,
    documentation: "Send any text as the message. What it does with the text is in its instructions.",
    category: "general",
    price_per_token: "0.00001",
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const file = { stoa: 1, name, description: name, instructions: `You are the ${name}.`, ...more };
  form.set("file", new File([JSON.stringify(file)], "agent.json"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  return parseAnswer(UploadReply, answer).agent.id;
}

/** Scripts the model so that the editor calls a condenser and a failing checker, and then answers. */
function playAll(): void {
  model.play(({ messages }) => {
    const sentMessages = Object(messages) as { role: string; content: string }[];
    const systemPrompt = sentMessages[0]?.content ?? "";
    if (systemPrompt.includes("Condenser")) return "It is short.";
    if (systemPrompt.includes("Checker")) return { status: 400, message: "no" };
    const results = sentMessages.filter(({ role }) => role === "tool").length;
    if (results === 2) return "I have edited it.";
    return { tool: results === 0 ? "condense" : "check", args: { message: "A long text" } };
  });
}

test("a caller sees the agents that a run called with their costs and output, and pays exactly the total", async () => {
  const [developer, caller] = await Promise.all([client.register(), client.register()]);
  model.play(() => "Ready.");
  const condenser = await upload(developer, "Condenser");
  const checker = await upload(developer, "Checker");
  const createTool = (name: string, agent: number) => ({ type: "agent", name, description: name, agent });
  const editor = await upload(developer, "Editor", {
    tools: [createTool("condense", condenser), createTool("check", checker)],
  });
  playAll();
  const window = await Window.open(server.url, caller);
  const { page } = window;
  const getCredits = async () => {
    const answer = await client.get("/api/v1/billing/balance", { token: caller.token });
    return parseAnswer(Balance, answer).current_balance;
  };
  const before = await getCredits();

  await page.goto(`/agent/${editor}`);
  await page.getByRole("heading", { name: "Calls other agents" }).waitFor();
  await page.getByRole("link", { name: "Condenser" }).waitFor();
  await page.getByRole("tab", { name: "Try It" }).click();
  await page.getByLabel("Message").fill("Edit this.");
  await page.getByRole("button", { name: "Run agent" }).click();

  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.waitFor();
  await page.getByText("I have edited it.").waitFor();
  const lines = await receipt.textContent();
  expect(lines).toMatch(/This run\s*\$0\.003600/);
  expect(lines).toMatch(/Condenser\s*\$0\.001200\s*Success, 120 tokens/);
  expect(lines).toMatch(/Checker\s*\$0\.000000\s*Error, 0 tokens/);
  expect(lines).toMatch(/Total\s*\$0\.004800/);
  expect(before - (await getCredits())).toBeCloseTo(0.0048, 9);

  await page.getByRole("button", { name: "Trace" }).click();
  const happened = page.getByRole("list", { name: "Steps" });
  await happened.waitFor();
  expect(await happened.textContent()).toContain("It did not complete, and nothing was charged");
  await receipt.getByRole("link", { name: "Trace of Condenser" }).click();
  const called = page.getByRole("dialog", { name: "Condenser" });
  await called.getByRole("region", { name: "Receipt" }).waitFor();
  await page.keyboard.press("Escape");
  await called.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Called by another run" }).first().click();
  await page.getByRole("dialog", { name: "Editor" }).waitFor();
  expect(window.problems).toEqual([]);
});

/** An agent whose model call costs 1.40 USD. Model calls of failed runs are free up to 1 USD per day. */
const SPENDER = `import stoa

def run(message: str):
    said = stoa.model("expensive").complete("Go", max_tokens=20)
    if message == "fail":
        raise ValueError("after the call")
    return said
`;

test("the charge for a failed run's model calls is shown in the run, the history and the statement", async () => {
  const [developer, caller] = await Promise.all([client.register(), client.register()]);
  model.play(() => "Ready.");
  const spender = await uploadAgent(client, developer, "Spender", SPENDER, "0.05");
  const window = await Window.open(server.url, caller);
  const { page } = window;
  await page.goto(`/agent/${spender}?tab=tryit`);
  await page.getByLabel("Message").fill("fail");
  await page.getByRole("button", { name: "Run agent" }).click();
  await page.getByRole("button", { name: /^Allow up to/ }).click();
  const problem = page.getByRole("alert").filter({ hasText: "after the call" });
  await problem.waitFor();
  expect(await problem.textContent()).toContain("0.4 USD of this run's model calls were charged");
  const receipt = page.getByRole("region", { name: "Receipt" });
  expect(await receipt.textContent()).toMatch(/Model calls\s*\$0\.400000.*Total\s*\$0\.400000/);

  await page.goto("/settings/billing");
  await page.getByText("Model calls of failed runs beyond 1 USD a day (Spender)").waitFor();
  const statement = page.getByRole("region", { name: "Statements" }).getByRole("row").nth(1);
  expect(await statement.textContent()).toContain("$0.40");
  expect(window.problems).toEqual([]);
});
