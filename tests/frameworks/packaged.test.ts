import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, type Template, TemplateCatalog } from "@stoa/contract";
import { afterAll, describe, expect, it } from "vitest";
import { SEED, TEMPLATES } from "../../server/src/commands/paths.ts";
import { replyAsEcho } from "../corpus/echo-model.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { listImages, type RunResult, run, uploadImage, uploadSource } from "./agents.ts";
import { type Reply, startScriptedModel } from "./scripted-model.ts";

/**
 * Whether to test the templates and samples that declare packages. Their packages are downloaded from the package
 * index, 0.5 GB in total, so these tests run only if STOA_TEST_LONG is set.
 */
const LONG = Boolean(process.env.STOA_TEST_LONG);
/** The time to download, install, compile and load CrewAI. */
const TIMEOUT_MS = 600_000;

const model = await startScriptedModel();
const server = useTestServer({
  env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators", STOA_DEFAULT_MODEL: "gpt-4o" },
});
afterAll(() => model.close());

interface Case {
  /** The model's first answer. All later answers are echoes of the prompt, and so is the first if this is undefined. */
  first?: Reply;
  /** The input to use instead of the file's own example. */
  input?: object;
  /** Whether the input gets an image, which each call of the model must show. */
  hasImage?: true;
  check: (ran: RunResult) => void;
}

/** Scripts the model: it gives the case's first answer, if there is one, and otherwise echoes its prompt. */
function playCase({ first }: Case): void {
  let calls = 0;
  model.play((body) => {
    calls += 1;
    return calls === 1 && first !== undefined ? first : replyAsEcho(body);
  });
}

async function expectAnswer(agentId: number, one: Case): Promise<void> {
  const agent = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agentId}`));
  const input = one.input ?? agent.examples[0];
  if (!input) throw new Error(`${agent.name} has no example`);
  playCase(one);
  const image = one.hasImage ? await uploadImage(server()) : undefined;
  const listed = { id: agentId, developer: { token: "" }, recognized: "" };
  const ran = await run(
    server(),
    listed,
    image ? { ...input, files: [image.id] } : input,
    image && { as: image.as },
  );
  expect(ran.result, JSON.stringify(ran.result)).toMatchObject({ success: true, status: "completed" });
  expect(ran.result.cost).toBeGreaterThan(0);
  one.check(ran);
  if (image) for (const call of model.calls) expect(listImages(call)).toEqual(["data:image/png;base64,"]);
}

const call = (tool: string, args: object): Reply => ({ tool, args });
const FERRY = "1: The ferry stops in November for repairs.";

const TEMPLATE_CASES: Record<string, Case> = {
  "openai-agents": {
    first: call("add_working_days", { start: "2026-03-02", days: 30 }),
    check({ output, steps }) {
      expect(output).toBe("The answer is Monday, 13 April 2026");
      expect(steps).toContain("tool_result add_working_days: Monday, 13 April 2026");
    },
  },
  "pydantic-ai": {
    first: call("final_result", {
      supplier: "Adler Printing",
      due_date: "30 March 2026",
      total: 240.5,
      lines: [{ text: "Flyers", amount: 240.5 }],
    }),
    check: ({ output }) =>
      expect(output).toEqual({
        supplier: "Adler Printing",
        due_date: "30 March 2026",
        total: 240.5,
        lines: [{ text: "Flyers", amount: 240.5 }],
      }),
  },
  "llamaindex-workflow": {
    first: "The ferry stops in November.",
    check({ output, steps, streamed }) {
      expect(output).toBe("You said: Summarize this text in 1 sentences:\n\nThe ferry stops in November.");
      expect(streamed).toBe(output);
      expect(steps).toEqual(["message Progress: Reading part 1 of 1"]);
    },
  },
  "google-adk": {
    first: call("split_costs", { people: ["Anna", "Ben"], payers: ["Anna"], amounts: [90] }),
    input: { message: "Anna paid 90 for Ben and herself." },
    check({ output, steps }) {
      expect(output).toContain("Ben pays Anna 45.00");
      expect(steps[0]).toMatch(/^tool_call trip_costs: split_costs\(/);
    },
  },
  "crewai-crew": {
    hasImage: true,
    first: "It shines for 12 hours.",
    check({ output, steps }) {
      expect(output).toMatch(/Write the product's text for cyclists[\s\S]*It shines for 12 hours\./);
      expect(steps).toContain("message Product analyst: It shines for 12 hours.");
    },
  },
  "smolagents-code": {
    hasImage: true,
    first:
      "Thought: I read the table.\n<code>\nrows = read_table('month,sales\\nJanuary,120\\nFebruary,180')\nfinal_answer(max(rows, key=lambda row: row['sales'])['month'])\n</code>",
    check({ output, steps }) {
      expect(output).toBe("February");
      expect(steps[0]).toMatch(/^tool_call agent: python_interpreter\(rows = read_table/);
    },
  },
  "deepagents-research": {
    first: call("find_passages", { notes: FERRY.slice(3), words: "november" }),
    check({ output, steps }) {
      expect(output).toBe(`The answer is ${FERRY}`);
      expect(steps).toContain(`tool_result find_passages: ${FERRY}`);
    },
  },
};

const SAMPLE_CASES: Record<string, Case> = {
  "deadline-planner": {
    first: "Report defects by 16 March 2026 first.",
    check({ output }) {
      expect(output).toMatch(/^Report defects by 16 March 2026 first\.\n\nPeriods from 02 March 2026\./);
      expect(output).toContain("| 01 April 2026 | Wednesday | 30 days | Payment is due within 30 days. |");
    },
  },
  "invoice-reader": {
    first: call("final_result", {
      supplier: "Adler Printing",
      number: "2026-119",
      due_date: "30 March 2026",
      currency: "EUR",
      total: 240.5,
      lines: [
        { text: "500 flyers", amount: 180 },
        { text: "Delivery", amount: 60.5 },
      ],
    }),
    check: ({ output }) =>
      expect(output).toMatchObject({
        supplier: "Adler Printing",
        number: "",
        total: 240.5,
        problems: ['The text does not contain "2026-119", which the model gave as the number.'],
      }),
  },
  "table-answers": {
    first:
      "Thought: I look.\n<code>\nfinal_answer(max(rows, key=lambda row: row['sales'])['month'])\n</code>",
    check({ output }) {
      expect(output).toMatch(/^February\n\n3 rows/);
      expect(output).toContain("| sales | 450 | 150 | 120 | 180 | 3 |");
    },
  },
  "sourced-brief": {
    first: "The ferry stops in November for repairs. The repairs cost 5 EUR.",
    check: ({ output }) =>
      expect(output).toBe(
        "- The ferry stops in November for repairs. (line 1)\n\nNo line of the notes says this:\n\n- The repairs cost 5 EUR.",
      ),
  },
  "long-text-digest": {
    first: "The ferry stops in November. It is away for 17 days.",
    check({ output, steps }) {
      // The echo repeats the request, which contains a 2, so the output is checked only for the 17 of the first answer.
      expect(output).not.toContain("17");
      expect(steps).toEqual(["message Progress: Reading part 1 of 1"]);
    },
  },
};

async function listPackagedTemplates(): Promise<Template[]> {
  const { templates } = parseAnswer(TemplateCatalog, await server().client.get("/api/v1/templates/catalog"));
  return templates.filter(({ library }) => library !== null);
}

it("each template that declares packages has a case and between 20 and 50 lines", async () => {
  const templates = await listPackagedTemplates();
  expect(templates.map(({ id }) => id)).toEqual(Object.keys(TEMPLATE_CASES));
  for (const { id, filename } of templates) {
    const lines = (await readFile(join(TEMPLATES, filename), "utf8")).trimEnd().split("\n");
    expect(lines.length, id).toBeGreaterThanOrEqual(20);
    expect(lines.length, id).toBeLessThanOrEqual(50);
    expect(lines[0], id).toBe("# /// script");
  }
});

describe.runIf(LONG)("with packages from the package index", () => {
  it.each(Object.entries(TEMPLATE_CASES))(
    "the unchanged template %s gives the expected answer",
    { timeout: TIMEOUT_MS },
    async (id, one) => {
      const template = (await listPackagedTemplates()).find((each) => each.id === id);
      if (!template) throw new Error(`there is no template ${id}`);
      const response = await fetch(server().url + template.download_url);
      const listed = await uploadSource(server(), template.filename, await response.text());
      const agent = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${listed.id}`));
      expect(agent).toMatchObject({ framework: template.framework, agent_type: template.agent_type });
      await expectAnswer(listed.id, one);
    },
  );

  it("samples that declare packages are listed after all other samples", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { created, skipped } = await server().seed(SEED, { declaresPackages: true });
    expect(skipped).toEqual([]);
    expect(created).toEqual(Object.keys(SAMPLE_CASES));
  });

  it.each(Object.entries(SAMPLE_CASES))(
    "the sample %s gives the expected answer for its example",
    { timeout: TIMEOUT_MS },
    async (slug, one) => {
      const first = 18;
      await expectAnswer(first + Object.keys(SAMPLE_CASES).indexOf(slug), one);
    },
  );
});
