import { afterAll, describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { runSample } from "./samples.ts";
import { startScriptedModel } from "./scripted-model.ts";

const CONTRACT = `SERVICES AGREEMENT between Northwind Ltd (the Client) and Dana Reyes (the Contractor)

1. Fees. The Client shall pay EUR 18,000. Invoices are payable within 60 days of receipt.

2. Termination. The Client may terminate this agreement at any time without cause.

3. Indemnity. The Contractor shall indemnify the Client against all losses, without limit of liability.`;

const SOURCES = `Question: Does a four-day week raise productivity?

Source 1: Pilot at 61 companies
In the trial, productivity per employee rose by 8 percent over six months.

Source 2: Survey of manufacturers
Productivity per employee fell by 4 percent in plants with shift work after the four-day week began.`;

const ARTICLE = `# The harbour bridge

The harbour bridge closed on Monday after inspectors found cracks in two of its steel cables. It carries 40,000 cars a day.

The bridge was built in 1931. Its steel cables were replaced once, in 1978. The bridge cables are inspected every two years.

Overall, the council expects the bridge to reopen in spring with new steel cables.`;

const LOAN = "Borrow $200,000 at 6% for 30 years";

describe("without a language model", () => {
  const server = useTestServer();

  it.each([
    ["customer-support-bot", "Where is my parcel?", "This server offers no language model"],
    ["deep-research-agent", SOURCES, "This server offers no language model"],
    ["contract-reviewer", CONTRACT, "Composed by rules alone: this server does not offer a language model"],
    ["content-summarizer", ARTICLE, "Composed by rules alone: this server does not offer a language model"],
    ["loan-planner", LOAN, "Composed by rules alone: this server does not offer a language model"],
  ])("%s answers by its rules and says that no model is available", async (name, message, note) => {
    const { output, result } = await runSample(server(), name, { message });
    expect(output).toContain(note);
    expect(result).toMatchObject({ success: true });
  });
});

describe("with a language model", async () => {
  const model = await startScriptedModel();
  const server = useTestServer({
    env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators" },
  });
  afterAll(() => model.close());

  it.each([
    [
      "deep-research-agent",
      SOURCES,
      "Productivity rose by 8 percent in one pilot [1]. It fell in plants [2].",
    ],
    [
      "contract-reviewer",
      CONTRACT,
      "Negotiate a limit of your liability first, because the indemnity has none.",
    ],
    [
      "content-summarizer",
      ARTICLE,
      "The bridge is closed because its steel cables cracked; the council hopes to open it in spring.",
    ],
    ["loan-planner", LOAN, "You repay $1,199.10 a month, and more of it is interest than loan."],
  ])(
    "%s uses the default model, and the run is charged for the model's tokens",
    async (name, message, answer) => {
      model.play(() => answer);
      const { output, result } = await runSample(server(), name, { message });
      expect(output).toContain(answer);
      expect(output).not.toContain("not a language model");
      expect(model.calls.at(-1)).toMatchObject({ model: "gpt-4o-mini" });
      expect(result).toMatchObject({ success: true, tokens_used: 120 });
    },
  );

  it("customer-support-bot lets the model rewrite its reply, and keeps the draft if the model changes a fact", async () => {
    const message = `How can I return the shoes from order 4411-20?

Knowledge base:
Q: How do I return an item?
A: Send it back within 30 days with the label from your account page.
Q: Where is my order?
A: The tracking link is in your shipping e-mail.
Q: Can I pay by invoice?
A: Yes, business customers may pay by invoice within 14 days.`;
    const createReply =
      "Hello there,\n\nI am sorry the shoes were not right for you. You can simply send them back within 30 days; " +
      "you will find the label on your account page.\n\nBest wishes,\n[your name]";
    model.play(() => createReply);
    const { output } = await runSample(server(), "customer-support-bot", { message });
    expect(output).toContain("> I am sorry the shoes were not right for you.");
    expect(output).toContain("The reply was worded by the language model");
    model.play(() => createReply.replace("30 days", "50 days"));
    const changed = await runSample(server(), "customer-support-bot", { message });
    expect(changed.output).not.toContain("50 days");
    expect(changed.output).toContain("changed a fact of the draft");
  });
});
