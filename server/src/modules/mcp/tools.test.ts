import { ExecutionResult } from "@stoa/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { connectClient, getText, VERSIONS } from "./mcp.fixture.ts";

const server = useTestServer();
const GREETER = `
def run(name: str, times: int = 1, tone: str = "kind"):
    """Greets people.

    Args:
        name: Who is greeted
    """
    return {"greeting": "Hello " * times + name, "tone": tone}
`;
const REPORTER = `
import os
from pathlib import Path

import stoa

def run(message):
    stoa.progress("Reading", 0.5)
    (Path(os.environ["STOA_OUTPUT_DIR"]) / "report.csv").write_text("a,b\\n1,2\\n")
    return "done"
`;
const READER = `
from pathlib import Path

def run(table: Path):
    return table.read_text()
`;
const FAILING = `
def run(message):
    if message != "Hello":
        raise ValueError("no luck with " + message)
    return message
`;

let developer: RegisteredPerson;
let caller: RegisteredPerson;
const agents = { echo: 0, greeter: 0, reporter: 0, reader: 0, failing: 0 };

beforeAll(async () => {
  developer = await registerPerson(server());
  caller = await registerPerson(server());
  agents.echo = await developer.upload({ name: "Echo of the hills" });
  agents.greeter = await developer.upload({ name: "Greeter" }, GREETER);
  agents.reporter = await developer.upload({ name: "Reporter" }, REPORTER);
  agents.reader = await developer.upload({ name: "Reader" }, READER);
  agents.failing = await developer.upload({ name: "Unlucky" }, FAILING);
  for (const id of [agents.echo, agents.greeter])
    await server().client.put(`/api/v1/agents/${id}/favourite`, {}, { token: caller.token });
});

describe.each([VERSIONS.stateless, VERSIONS.sessions])("with protocol %s", (version) => {
  const connect = (path = "/mcp") => connectClient(server(), caller.apiKey, { version, path });

  it("lists the tools of the store and a tool for each favorite agent, with its input schema", async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "search_agents",
      "describe_agent",
      "run_agent",
      `greeter_${agents.greeter}`,
      `echo_of_the_hills_${agents.echo}`,
    ]);
    expect(tools[3]).toMatchObject({
      title: "Greeter",
      inputSchema: {
        type: "object",
        properties: {
          name: { type: "string" },
          times: { type: "integer", default: 1 },
          max_cost: { type: "number" },
        },
        required: ["name"],
      },
      outputSchema: { type: "object", required: expect.arrayContaining(["run_id", "cost", "output"]) },
    });
  });

  it("finds and describes agents", async () => {
    const client = await connect();
    const found = await client.callTool({ name: "search_agents", arguments: { query: "Greeter" } });
    expect(found.structuredContent).toMatchObject({ agents: [{ id: agents.greeter, name: "Greeter" }] });
    expect(JSON.parse(getText(found))).toEqual(found.structuredContent);
    const described = await client.callTool({
      name: "describe_agent",
      arguments: { agent_id: agents.greeter },
    });
    expect(described.structuredContent).toMatchObject({
      id: agents.greeter,
      tool_name: `greeter_${agents.greeter}`,
      input_schema: { required: ["name"] },
    });
  });

  it("runs an agent for the cost on its receipt, and keeps the books balanced", async () => {
    const client = await connect();
    const result = await client.callTool({
      name: "run_agent",
      arguments: { agent_id: agents.echo, input_data: { message: "good morning" } },
    });
    expect(result).toMatchObject({ content: [{ type: "text", text: "good morning" }] });
    const { run_id, cost, output, status } = Object(result.structuredContent);
    expect({ output, status }).toEqual({ output: "good morning", status: "completed" });
    const answer = await server().client.get(`/api/v1/execute/runs/${run_id}`, { token: caller.token });
    const run = parseAnswer(ExecutionResult, answer);
    expect(cost).toBe(run.total_cost);
    expect(cost).toBe(run.receipt?.gross);
    expect(cost).toBeGreaterThan(0);
    await expectBooksBalanced(server().db);
  });

  it("runs a favorite agent with its own arguments and returns its value as structured output", async () => {
    const client = await connect();
    const result = await client.callTool({
      name: `greeter_${agents.greeter}`,
      arguments: { name: "Ada", times: 2, max_cost: 0.5 },
    });
    expect(result.structuredContent).toMatchObject({
      output: { greeting: "Hello Hello Ada", tone: "kind" },
    });
    expect(JSON.parse(getText(result))).toEqual({ greeting: "Hello Hello Ada", tone: "kind" });
  });

  it("reports progress to a client that asks for it", async () => {
    const client = await connect();
    const reports: { progress: number; message?: string | undefined }[] = [];
    await client.callTool(
      { name: "run_agent", arguments: { agent_id: agents.reporter, input_data: { message: "go" } } },
      { onprogress: (report) => reports.push(report) },
    );
    expect(reports.map(({ message }) => message)).toContain("50 % Reading");
    expect(reports.map(({ progress }) => progress)).toEqual(reports.map((_, index) => index + 1));
  });

  it("returns files as resources that it lists and reads", async () => {
    const client = await connect();
    const result = await client.callTool({
      name: "run_agent",
      arguments: { agent_id: agents.reporter, input_data: { message: "go" } },
    });
    const link = result.content.find((block) => block.type === "resource_link");
    expect(link).toMatchObject({ name: "report.csv", mimeType: "text/csv" });
    const uri = String(Object(link).uri);
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: "text/csv", text: "a,b\n1,2\n" }]);
  });

  it("does not read the file of another account", async () => {
    const result = await (await connect()).callTool({
      name: "run_agent",
      arguments: { agent_id: agents.reporter, input_data: { message: "go" } },
    });
    const [file] = Object(result.structuredContent).artifacts;
    const other = await connectClient(server(), developer.apiKey, { version });
    const uri = `stoa://files/${file.id}`;
    await expect(other.readResource({ uri })).rejects.toThrow("You have no file with this URI.");
  });

  it("passes on a file that the arguments contain", async () => {
    const client = await connect(`/mcp/agents/${agents.reader}`);
    const [tool] = (await client.listTools()).tools;
    const name = tool?.name ?? "";
    const data = Buffer.from("x,y\n3,4\n").toString("base64");
    const result = await client.callTool({ name, arguments: { table: { name: "points.csv", data } } });
    expect(result.structuredContent).toMatchObject({ output: "x,y\n3,4\n" });
    const broken = await client.callTool({ name, arguments: { table: { name: "p.csv", data: "%" } } });
    expect(broken).toMatchObject({ isError: true });
    expect(getText(broken)).toContain("base64");
  });

  it("offers one agent alone at the path of the agent", async () => {
    const client = await connect(`/mcp/agents/${agents.greeter}`);
    const { tools } = await client.listTools();
    const name = `greeter_${agents.greeter}`;
    expect(tools.map((tool) => tool.name)).toEqual([name]);
    const result = await client.callTool({ name, arguments: { name: "Bo" } });
    expect(result.structuredContent).toMatchObject({ output: { greeting: "Hello Bo" } });
    await expect(client.callTool({ name: "search_agents", arguments: {} })).rejects.toThrow("Unknown tool");
  });

  it("returns what an agent or the product refuses as an error of the tool", async () => {
    const client = await connect();
    const run = (agent_id: number, input_data: object, more = {}) =>
      client.callTool({ name: "run_agent", arguments: { agent_id, input_data, ...more } });
    const failed = await run(agents.failing, { message: "dice" });
    expect(failed.isError).toBe(true);
    expect(getText(failed)).toContain("no luck with dice");
    expect(failed.structuredContent).toMatchObject({ status: "failed", cost: 0, error: "agent_failed" });
    const unnamed = await run(agents.greeter, {});
    expect(unnamed).toMatchObject({ isError: true, content: [{ text: "name is required" }] });
    const missing = await run(2_000_000_000, { message: "x" });
    expect(missing).toMatchObject({ isError: true, content: [{ text: "Agent not found" }] });
    const cheap = await run(agents.echo, { message: "x" }, { max_cost: 0 });
    expect(cheap.isError).toBe(true);
  });

  it("refuses an unknown tool as a protocol error", async () => {
    const client = await connect();
    for (const name of ["no_such_tool", `reporter_${agents.reporter}`])
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 });
  });
});
