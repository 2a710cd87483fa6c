import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import {
  type RegisteredPerson,
  registerPerson,
} from "../../server/src/modules/accounts/personal-data/full-account.fixture.ts";
import { useTestServer } from "../harness/server.ts";
import { findClientProgram } from "./conformance.ts";

const execute = promisify(execFile);
const server = useTestServer();
let person: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  person = await registerPerson(server());
  agentId = await person.upload();
});

it("the client of the Python SDK lists tools and runs an agent, with and without sessions", async () => {
  const programs = process.env.STOA_RUNNERS;
  if (!programs) throw new Error("STOA_RUNNERS must name the folder of a Python with mcp.");
  const script = join(import.meta.dirname, "python_client.py");
  const args = [script, `${server().url}/mcp`, person.apiKey, String(agentId)];
  const { stdout } = await execute(join(programs, "python3"), args);
  expect(JSON.parse(stdout)).toEqual({
    newest: {
      version: "2026-07-28",
      tools: ["search_agents", "describe_agent", "run_agent"],
      text: "Hello from Python",
      output: "Hello from Python",
    },
    session: {
      version: "2025-11-25",
      text: "Hello from Python",
      reports: expect.arrayContaining(["running"]),
    },
  });
});

it("the command line of the MCP Inspector lists tools and runs an agent", async () => {
  const inspect = async (...args: string[]) => {
    const { stdout } = await execute(process.execPath, [
      findClientProgram("@modelcontextprotocol/inspector-cli/build/index.js"),
      ...[`${server().url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${person.apiKey}`],
      ...args,
    ]);
    return JSON.parse(stdout) as unknown;
  };
  const listed = await inspect("--method", "tools/list");
  expect(listed).toMatchObject({ tools: [{ name: "search_agents" }, {}, { name: "run_agent" }] });
  const input = JSON.stringify({ message: "Hello from the Inspector" });
  const called = await inspect(
    ...["--method", "tools/call", "--tool-name", "run_agent"],
    ...["--tool-arg", `agent_id=${agentId}`, `input_data=${input}`],
  );
  expect(called).toMatchObject({ structuredContent: { output: "Hello from the Inspector" } });
});
