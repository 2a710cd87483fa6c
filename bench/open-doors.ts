import { tmpdir } from "node:os";
import { User } from "@stoa/contract";
import { Client } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import { startBareProcess } from "./bare-process.ts";
import type { Figure } from "./figure.ts";
import { GatewayRuns } from "./gateway-runs.ts";
import { measureAddedGap } from "./gateway-streaming.ts";
import { measureIdleSessions } from "./idle-sessions.ts";
import { createMcpMessage, MCP_HEADERS } from "./mcp-message.ts";
import { PersistentConnection } from "./persistent-connection.ts";
import { getPercentile } from "./statistics.ts";
import { uploadTrivialAgent } from "./trivial-agent.ts";

const WARM_UP = 60;
const ROUNDS = 200;
const GOAL_MS = 1;
/** Each run may have 64 calls in flight, so four runs handle 256 streams. */
const GATEWAY_RUNS = 4;
const MESSAGE = "hello";

/** An interface through which an agent runs: sends a message and reads the response to its end. */
interface Door {
  name: string;
  call: () => Promise<unknown>;
}

/** Measures the interfaces for other protocols: what a run costs more than by our own API, and an idle session of MCP. */
export async function measureOpenDoors(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const provider = await startBareProcess(new URL("gateway-provider.ts", import.meta.url), "");
  const server = await ServerProcess.start(home, {
    STOA_PARENTS: "boot",
    STOA_RATE_LIMIT_FACTOR: "1000",
    STOA_SELL_MODELS: "true",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "sk-stoa",
  });
  try {
    const client = new Client(server.url);
    const [developer, { token }] = [await client.register(), await client.register()];
    const agentId = await uploadTrivialAgent(client, developer);
    const { api_key: key } = User.parse((await client.get("/api/v1/users/me", { token })).body);
    return [
      ...(await measureAddedLatency(server.url, key, agentId)),
      await measureStreams(server, key),
      await measureIdleSessions(server.url, server.pid, key),
    ];
  } finally {
    await server.stop();
    provider.stop();
    removeHome(home);
  }
}

/**
 * Measures 256 streams of a sold model, which do nothing but pass through the interface, compared with the same streams
 * through the gateways of four runs.
 */
async function measureStreams(server: ServerProcess, key: string): Promise<Figure> {
  const path = "/v1/chat/completions";
  const runs = await GatewayRuns.open(server, GATEWAY_RUNS);
  const door = {
    name: "door",
    url: server.url + path,
    headers: { authorization: `Bearer ${key}` },
    streamedModel: "model/gpt-4o-mini",
  };
  const figure = await measureAddedGap(`by ${path}`, [door], { name: "by the gateway", ways: runs.ways });
  await runs.close();
  return figure;
}

/** Measures how much longer a run takes by each interface than by `/api/v1/execute/run`, taking turns. */
async function measureAddedLatency(url: string, key: string, agentId: number): Promise<Figure[]> {
  const connection = new PersistentConnection(url, key);
  const mcp = new PersistentConnection(url, key, MCP_HEADERS);
  const a2a = new PersistentConnection(url, key, { "a2a-version": "1.0" });
  const model = `agent/${agentId}`;
  const input_data = { message: MESSAGE };
  const own: Door = {
    name: "/api/v1/execute/run",
    call: () => connection.post("/api/v1/execute/run", { agent_id: agentId, input_data }),
  };
  const doors: Door[] = [
    {
      name: "/v1/chat/completions",
      call: () =>
        connection.post("/v1/chat/completions", { model, messages: [{ role: "user", content: MESSAGE }] }),
    },
    { name: "/v1/responses", call: () => connection.post("/v1/responses", { model, input: MESSAGE }) },
    {
      name: "/mcp",
      call: () => {
        const params = { name: "run_agent", arguments: { agent_id: agentId, input_data } };
        return mcp.stream("/mcp", createMcpMessage("tools/call", params), `"output":"${MESSAGE}"`);
      },
    },
    {
      name: "/a2a",
      call: () => {
        const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: MESSAGE }] };
        const body = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
        return a2a.post(`/a2a/agents/${agentId}`, body);
      },
    },
  ];
  const times = new Map([own, ...doors].map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const { name, call } of [own, ...doors]) {
      const start = performance.now();
      await call();
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - start);
    }
  for (const each of [connection, mcp, a2a]) each.close();
  const getP50 = (name: string) => getPercentile(times.get(name) ?? [], 0.5);
  const ownP50 = getP50(own.name);
  return doors.map(({ name }) => ({
    name: `a run by ${name} - by ${own.name}`,
    measurement: `${(getP50(name) - ownP50).toFixed(2)} ms p50`,
    goal: `<= ${GOAL_MS} ms`,
    met: getP50(name) - ownP50 <= GOAL_MS,
    detail: `${getP50(name).toFixed(2)} ms and ${ownP50.toFixed(2)} ms, ${ROUNDS} of each, taking turns`,
  }));
}
