import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExecutionResult, RunTrace, UploadReply, UsageHistory, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

const server = useTestServer();

async function uploaded(content: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return parseAnswer(UploadReply, answer);
}

/** Runs the agent for another person, and returns the result with its trace. */
async function ran(agentId: number, message: string) {
  const { client, db } = server();
  const { token } = await client.register();
  const body = { agent_id: agentId, input_data: { message } };
  const result = parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
  const trace = await client.get(`/api/v1/execute/runs/${result.run_id}/trace`, { token });
  await expectBooksBalanced(db);
  return { result, entries: parseAnswer(RunTrace, trace).entries };
}

const SHOUTS = `def run(text: str, mark: str = "!"):
    if text == "...":
        raise ValueError("nothing to shout")
    return {"shouted": text.upper() + mark}
`;

test("a Python agent gets the answer of the agent that it calls, except in its trial run, which cannot call agents", async () => {
  const shouts = (await uploaded(SHOUTS)).agent;
  const { agent, checks } = await uploaded(`import stoa

@stoa.agent(agents=[${shouts.id}])
def run(message: str):
    answer = stoa.run_agent(${shouts.id}, text=message, mark="?")
    return [answer.output["shouted"], answer.cost, answer.run_id, answer.stopped_at_limit]
`);
  expect(checks.find(({ name }) => name === "trial_run")).toMatchObject({
    status: "passed",
    detail: "The agent ran until its first call to a service or another agent, which trial runs cannot make",
  });

  const { result, entries } = await ran(agent.id, "hi");
  const [called] = result.called_runs;
  expect(called).toMatchObject({ agent_id: shouts.id, status: "completed" });
  expect(result).toMatchObject({
    success: true,
    agent_output: ["HI?", called?.cost, called?.run_id, false],
  });
  expect(called?.cost).toBeGreaterThan(0);
  expect(result.total_cost).toBeCloseTo(result.cost + (called?.cost ?? 0), 9);
  expect(entries).toMatchObject([{ type: "agent_call", agent_id: shouts.id, outcome: "answered" }]);
});

test("an async agent can call two agents in parallel", async () => {
  const shouts = (await uploaded(SHOUTS)).agent;
  const { agent } = await uploaded(`import asyncio
import stoa
STOA_AGENTS = [${shouts.id}]
async def run(message: str):
    asked = (stoa.arun_agent(${shouts.id}, text=message, mark=mark) for mark in "!?")
    return [answer.output["shouted"] for answer in await asyncio.gather(*asked)]
`);
  const { result } = await ran(agent.id, "hi");
  expect(result).toMatchObject({ success: true, agent_output: ["HI!", "HI?"] });
  expect(result.called_runs).toHaveLength(2);
});

test("a call to an undeclared agent is refused, and a called run that fails returns an error and costs nothing", async () => {
  const shouts = (await uploaded(SHOUTS)).agent;
  const { agent } = await uploaded(`import stoa
STOA_AGENTS = [${shouts.id}]
def run(message: str):
    found = []
    for number, text in ((${shouts.id} + 1000, message), (${shouts.id}, "...")):
        try:
            stoa.run_agent(number, text=text)
        except stoa.AgentCallError as error:
            found.append([error.detail, error.status, error.code, error.run_id])
    return found
`);
  const { result, entries } = await ran(agent.id, "hi");
  const [failed] = result.called_runs;
  expect(failed).toMatchObject({ agent_id: shouts.id, status: "failed", cost: 0 });
  expect(result).toMatchObject({
    success: true,
    agent_output: [
      [
        `This agent does not declare that it calls agent ${shouts.id + 1000}. Add that number to the agents that its file declares.`,
        403,
        "forbidden",
        null,
      ],
      [expect.stringContaining("nothing to shout"), null, null, failed?.run_id],
    ],
  });
  expect(entries).toMatchObject([
    { type: "agent_call", outcome: "refused" },
    { type: "agent_call", outcome: "failed" },
  ]);
});

test("an agent call that is refused gets its error only after its whole request has been read", async () => {
  const { agent } = await uploaded(`import os, socket
from urllib.parse import urlsplit

def run(message: str):
    body = b'{"input_data": {}}'
    head = "POST /agents/4242/invoke HTTP/1.1", "Host: gateway", f"Content-Length: {len(body)}"
    token = "Authorization: Bearer " + os.environ["STOA_AGENTS_TOKEN"]
    gateway = urlsplit(os.environ["STOA_AGENTS_URL"])
    with socket.create_connection((gateway.hostname, gateway.port)) as connection:
        connection.sendall("\\r\\n".join([*head, token, "", ""]).encode())
        connection.settimeout(0.3)
        try:
            return ["early", connection.recv(12).decode()]
        except TimeoutError:
            connection.settimeout(10)
            connection.sendall(body)
            return ["waited", connection.recv(12).decode()]
`);
  const { result } = await ran(agent.id, "hi");
  expect(result.agent_output).toEqual(["waited", "HTTP/1.1 403"]);
});

test("on a laptop, the same file runs the other agent on the server with its developer's API key", async () => {
  const shouts = (await uploaded(SHOUTS)).agent;
  const { client, url, db } = server();
  const { token } = await client.register();
  const { api_key: key } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const directory = await mkdtemp(join(tmpdir(), "stoa-laptop-"));
  const file = join(directory, "agent.py");
  const packages = join(import.meta.dirname, "../../../../../runtime/python");
  const PYTHONPATH = `${join(packages, "stoa/src")}:${packages}`;
  const env = { PATH: process.env.PATH, PYTHONPATH, PYTHONDONTWRITEBYTECODE: "1" };
  try {
    await writeFile(
      file,
      `import stoa
STOA_AGENTS = [${shouts.id}]
def run(message: str):
    return stoa.run_agent(${shouts.id}, text=message).output["shouted"]
`,
    );
    const { stdout } = await promisify(execFile)("python3", ["-m", "stoa", "run", file, "hi"], {
      env: { ...env, STOA_URL: url, STOA_API_KEY: key },
    });
    expect(stdout).toBe("HI!\n");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const { usage_history: runs } = parseAnswer(
    UsageHistory,
    await client.get("/api/v1/execute/my-usage", { token }),
  );
  expect(runs).toMatchObject([{ agent_id: shouts.id, status: "completed", parent_run_id: null }]);
  await expectBooksBalanced(db);
});
