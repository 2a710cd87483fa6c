import { type ChildProcess, spawn } from "node:child_process";
import { lookup } from "node:dns";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentHosts } from "@stoa/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { makeTlsIdentity } from "../harness/tls-authority.ts";
import { type ListedAgent, type RunResult, run, upload } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

/** The `bin` folder of a Python environment that has the package `mcp`. The MCP server runs in this environment. */
const programs = process.env.STOA_RUNNERS;
const HOST = "mcp.weather.example";
// The packages of each agent are installed from the package index.
vi.setConfig({ testTimeout: 180_000 });

const identity = makeTlsIdentity([HOST]);
const folder = mkdtempSync(join(tmpdir(), "stoa-mcp-"));
let mcpServer: ChildProcess | undefined;
let mcpPort = 0;

const resolveHost: LookupFunction = (name, options, done) => {
  if (name !== HOST) lookup(name, options, done);
  else if (options.all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
};

describe.runIf(process.env.STOA_TEST_LONG)(
  "agents with MCP tools, written as in the frameworks' documentation",
  async () => {
    const model = await startScriptedModel();
    const server = useTestServer({
      env: {
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: "sk-operators",
        STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
      },
      network: () => ({
        lookup: resolveHost,
        ca: identity.ca,
        replacePort: (host, port) => (host === HOST ? mcpPort : port),
      }),
    });

    beforeAll(async () => {
      if (programs === undefined) throw new Error("STOA_RUNNERS must name the folder of a Python with mcp.");
      const files = ["cert", "key"].map((name) => join(folder, name));
      writeFileSync(files[0] ?? "", identity.cert);
      writeFileSync(files[1] ?? "", identity.key);
      const script = join(import.meta.dirname, "mcp_server.py");
      mcpServer = spawn(join(programs, "python3"), [script, ...files], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [first] = await once(mcpServer.stdout ?? mcpServer, "data");
      mcpPort = Number(first);
    });
    afterAll(async () => {
      mcpServer?.kill();
      rmSync(folder, { recursive: true, force: true });
      await model.close();
    });

    async function allowAndRun(agent: ListedAgent, hosts: readonly string[]): Promise<RunResult> {
      const { client } = server();
      const { token } = agent.developer;
      const found = parseAnswer(AgentHosts, await client.get(`/api/v1/agents/${agent.id}/hosts`, { token }));
      expect(found.hosts).toEqual(hosts);
      return run(server(), agent, { message: "How is Rome?" }, { as: agent.developer });
    }

    it.each([
      ["langchain_tools.py", "Function main, which runs a LangChain agent", "model"],
      ["openai_agents.py", "Function main, which runs an OpenAI Agents SDK agent", "Assistant"],
      ["pydantic_ai_toolset.py", 'pydantic-ai agent "agent"', "agent"],
    ])("%s calls a tool of a server on a declared host", async (file, recognized, source) => {
      model.play(["Trial"]);
      const agent = await upload(server(), `mcp/${file}`);
      expect(agent.recognized).toContain(recognized);
      model.play([{ tool: "get_weather", args: { city: "Rome" } }, "It is sunny."]);
      const outcome = await allowAndRun(agent, [HOST]);
      expect(outcome.output, JSON.stringify(outcome.result)).toBe("It is sunny.");
      expect(outcome.steps).toContain("tool_result get_weather: It is sunny in Rome");
      expect(outcome.steps[0]?.replaceAll(" ", "")).toBe(`tool_call${source}:get_weather({"city":"Rome"})`);
      expect(JSON.stringify(model.calls[0])).toContain("How is Rome?");
    });

    it("langchain_session.py starts an MCP server from a package that it declares", async () => {
      model.play(["Trial"]);
      const agent = await upload(server(), "mcp/langchain_session.py");
      model.play([{ tool: "get_current_time", args: { timezone: "Europe/Rome" } }, "It is noon."]);
      const outcome = await allowAndRun(agent, []);
      expect(outcome.output, JSON.stringify(outcome.result)).toBe("It is noon.");
      expect(outcome.steps.find((step) => step.startsWith("tool_result"))).toContain(
        '"timezone": "Europe/Rome"',
      );
    });
  },
);
