import { ExecutionResult, UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

const other = useTestServer({ beside: () => server() });

/** Counts the runs of its caller and of everybody. */
const COUNTS = `import stoa

def run(message: str):
    mine = stoa.memory.update("runs", lambda n: n + 1, default=0)
    everybody = stoa.memory.shared.update("runs", lambda n: n + 1, default=0)
    stoa.memory.set("last message", message, ttl=3600)
    return f"{mine} of {everybody}, {stoa.memory.keys()}, {stoa.memory.get('last message')}"
`;

async function upload(source: string, developer?: Person) {
  const { client } = server();
  const { token } = developer ?? (await client.register());
  const form = uploadForm({ file: { name: "agent.py", content: source } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...parseAnswer(UploadReply, answer), token };
}

async function run(
  { token }: { token: string },
  agent_id: number,
  message = "Hello",
  client = server().client,
) {
  const answer = await client.post("/api/v1/execute/run", { agent_id, input_data: { message } }, { token });
  return parseAnswer(ExecutionResult, answer);
}

const output = async (...parameters: Parameters<typeof run>) => {
  const result = await run(...parameters);
  expect(result, JSON.stringify(result)).toMatchObject({ success: true });
  return result.agent_output;
};

test("an agent remembers values for each person and for all of them, and its trial stores nothing", async () => {
  const { client, db } = server();
  const { agent, checks } = await upload(COUNTS);
  expect(checks.find(({ name }) => name === "trial_run")).toMatchObject({
    status: "passed",
    detail: expect.not.stringContaining("until"),
  });
  expect(agent.remembers_callers).toBe(true);
  expect((await sql`SELECT FROM remembered_stores`.execute(db)).rows).toEqual([]);
  const [ada, grace] = [await client.register(), await client.register()];
  expect(await output(ada, agent.id, "One")).toBe("1 of 1, ['last message', 'runs'], One");
  expect(await output(ada, agent.id, "Two")).toBe("2 of 2, ['last message', 'runs'], Two");
  expect(await output(grace, agent.id, "Three")).toBe("1 of 3, ['last message', 'runs'], Three");
});

test("parallel runs lose no update", async () => {
  const { client } = server();
  const { agent } = await upload(COUNTS);
  const people = await Promise.all(Array.from({ length: 4 }, () => client.register()));
  const runs = [...people, ...people].map((person) => output(person, agent.id));
  const counts = (await Promise.all(runs)).map((text) => Number(/of (\d+)/.exec(String(text))?.[1]));
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a called agent has its own values for the same person", async () => {
  const { client } = server();
  const called = await upload(COUNTS);
  const calling = await upload(`import stoa

@stoa.agent(agents=[${called.agent.id}])
async def run(message: str):
    await stoa.memory.aset("runs", 100)
    answer = await stoa.arun_agent(${called.agent.id}, message)
    return f"{answer.output}, {await stoa.memory.aget('runs')}"
`);
  const ada = await client.register();
  expect(await output(ada, called.agent.id)).toContain("1 of 1");
  expect(await output(ada, calling.agent.id)).toMatch(/^2 of 2, .*, 100$/);
});

test("a value that does not fit raises an error that names the key, its size and the limit", async () => {
  const { client } = server();
  const { agent } = await upload(`import stoa

def run(message: str):
    stoa.memory.set("small", 1)
    try:
        stoa.memory.set("large", "x" * 1024 * 1024)
    except stoa.MemoryStoreError as error:
        return f"{error.code} {error.status}: {error}, {stoa.memory.keys()}"
    return "no error"
`);
  // The trial run has no limit.
  expect(await output(await client.register(), agent.id)).toBe(
    "memory_full 413: Could not store \"large\". The memory for this person can have 1048576 bytes. The value alone is larger. Delete values that you no longer need., ['small']",
  );
});

test("another node, which has its own state, reads the same values", async () => {
  const { client } = server();
  const { agent } = await upload(COUNTS);
  const ada = await client.register();
  await output(ada, agent.id);
  expect(await output(ada, agent.id, "Two", other().client)).toContain("2 of 2");
});
