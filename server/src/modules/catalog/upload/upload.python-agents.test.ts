import { Agent, MyAgents, Problem, UploadReply } from "@stoa/contract";
import { beforeAll, expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { createRunnableAgents } from "../agents/runnable-agents.ts";
import { someAccount, someAgent } from "../catalog.fixture.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });
const ids = { summarizer: 0, translator: 0 };

beforeAll(async () => {
  const { db } = server().database;
  const { accountId } = await someAccount(db);
  const inputs = [{ name: "text", type: "string", required: true, description: "" } as const];
  ids.summarizer = await someAgent(db, accountId, { name: "Summarizer", content: { inputs } });
  ids.translator = await someAgent(db, accountId, { name: "Translator", price: 0n });
});

async function upload(content: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content } });
  return { token, answer: await client.call("POST", "/api/v1/agents/upload", { token, form }) };
}

test("the agents that a Python file declares are checked, stored with the version and shown", async () => {
  const { answer } = await upload(`import stoa
@stoa.agent(agents=[${ids.translator}, ${ids.summarizer}])
def run(message: str) -> str:
    return message or stoa.run_agent(${ids.summarizer}, text=message).output
`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(checks.find(({ name }) => name === "agents")).toMatchObject({
    status: "passed",
    detail: "Calls 2 agents: Translator (free), Summarizer (0.0001 USD per token)",
  });
  const { client, database } = server();
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`)).called_agents).toEqual([
    { id: ids.translator, name: "Translator", price_per_token: 0 },
    { id: ids.summarizer, name: "Summarizer", price_per_token: 0.0001 },
  ]);
  const runnable = createRunnableAgents(database.db, async () => "free");
  const caller = await someAccount(database.db);
  expect(await runnable.find(agent.id, { callerAccountId: caller.accountId })).toMatchObject({
    calledAgents: [ids.translator, ids.summarizer],
  });
});

test.each<[why: string, source: () => string, line: number, detail: string]>([
  [
    "an unknown agent",
    () => `STOA_AGENTS = [\n    ${ids.translator},\n    4242,\n]\ndef run(message): ...\n`,
    4,
    "STOA_AGENTS: agent 4242 does not exist or is not public and active",
  ],
  [
    "a number that no agent can have",
    () => `@stoa.agent(agents=[${Number.MAX_SAFE_INTEGER}])\ndef run(message): ...\n`,
    2,
    `agents of @stoa.agent: agent ${Number.MAX_SAFE_INTEGER} does not exist or is not public and active`,
  ],
  [
    "a value that is not a literal",
    () => "STOA_AGENTS = list(range(9))\ndef run(message): ...\n",
    2,
    "STOA_AGENTS must be a literal list",
  ],
  [
    "an agent that is called without being declared",
    () => `def run(message):\n    return stoa.run_agent(${ids.translator}, message).output\n`,
    3,
    "is not declared: add the line STOA_AGENTS = [",
  ],
])("%s is refused with its line number, and nothing is stored", async (_, source, line, detail) => {
  const { token, answer } = await upload(`import stoa\n${source()}`);
  expect(answer.status).toBe(400);
  const problem = parseAnswer(Problem, answer);
  expect(problem.detail).toContain(`Line ${line}: `);
  expect(problem.detail).toContain(detail);
  const check = problem.checks?.find(({ name }) => name === "agents");
  expect(check).toMatchObject({ status: "failed", line, detail: problem.detail });
  const mine = await server().client.get("/api/v1/agents/my-agents", { token });
  expect(parseAnswer(MyAgents, mine).total).toBe(0);
});
