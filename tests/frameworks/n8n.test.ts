import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Agent } from "@stoa/contract";
import { expect, it } from "vitest";
import { SEED } from "../../server/src/commands/paths.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { type RunResult, run, uploadSource } from "./agents.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

const readSeedFile = (name: string) => readFile(join(SEED, name), "utf8");

async function upload(name: string) {
  return uploadSource(server(), basename(name), await readSeedFile(name));
}

/**
 * Uploads an unchanged workflow and runs it as another person with its own example, in which `other` replaces fields.
 */
async function runSeedFile(name: string, other: object = {}): Promise<RunResult> {
  const { meta } = JSON.parse(await readSeedFile(name));
  return run(server(), await upload(name), { ...meta.stoa.examples[0], ...other });
}

it("Overdue Invoices writes firmer reminders for invoices that are later", async () => {
  const { output, result } = await runSeedFile("agents/overdue-invoices.json");
  expect(result).toMatchObject({ success: true });
  expect(output).toContain("3 overdue, 1826.50 in all.");
  expect(output).toContain("| 2029 | Atelier Nord | 96.00 | 94 | last notice |\n| 2038 | Hofmann GmbH |");
  expect(output).toContain("| 2041 | Birch & Co | 480.00 | 12 | friendly |");
  expect(output).not.toContain("2044");
});

it("Overdue Invoices reports that no invoice is overdue", async () => {
  const { output } = await runSeedFile("agents/overdue-invoices.json", { today: "2025-01-01" });
  expect(output).toBe("No invoice of the list is overdue.");
});

it.runIf(process.env.STOA_TEST_LONG)(
  "Overdue Invoices fails and costs nothing if no line can be read",
  async () => {
    const { result } = await runSeedFile("agents/overdue-invoices.json", {
      invoices: "number, customer, amount, due",
    });
    expect(result).toMatchObject({ success: false, error: "agent_failed", cost: 0 });
    expect(JSON.stringify(result)).toContain("number, customer, amount, due date");
  },
);

it("Survey Digest returns the groups, lowest first, and quotes comments", async () => {
  const { output } = await runSeedFile("agents/survey-digest.json");
  expect(output).toContain("| Kitchen | 2.5 | 2 |\n| Housekeeping | 3 | 1 |\n| Front desk | 4.5 | 2 |");
  expect(output).toContain("half of the bread burns");
});

it("Survey Digest fails and costs nothing if no line can be read", async () => {
  const { result } = await runSeedFile("agents/survey-digest.json", { answers: "nothing of the kind" });
  expect(result).toMatchObject({ success: false, error: "agent_failed", cost: 0 });
  expect(JSON.stringify(result)).toContain("group; score; comment");
});

it("Handbook Answers quotes the passage of the given text that answers the question", async () => {
  const agent = await upload("agents/handbook-answers.json");
  const { meta } = JSON.parse(await readSeedFile("agents/handbook-answers.json"));
  const [example] = meta.stoa.examples;
  expect((await run(server(), agent, example)).output).toBe(
    "Bicycles in the hall are removed after three days.",
  );
  const guests = await run(server(), agent, { ...example, question: "How long may guests stay?" });
  expect(guests.output).toContain("fourteen days");
});

it("the template with a form sorts the lines of its example", async () => {
  const { output } = await runSeedFile("templates/n8n-form.json");
  expect(output).toBe("Desk: 680, needs an approval\nServer: 4,100, needs an approval\nLamp: 182");
});

it("the chat template answers a message with the server's model and shows a receipt", async () => {
  const agent = await upload("templates/n8n-agent.json");
  const shown = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agent.id}`));
  expect(shown).toMatchObject({
    framework: "n8n",
    agent_type: "workflow",
    models: ["default"],
    input_params: [{ name: "message", required: true }],
  });
  const { output, result } = await run(server(), agent, {
    message: "The ferry leaves at nine. The ferry is red. When does the ferry leave?",
  });
  expect(output).toContain("nine");
  expect(result).toMatchObject({ success: true });
});
