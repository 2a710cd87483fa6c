import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ExecutionResult, UploadReply } from "@stoa/contract";
import * as z from "zod";
import { Client, type Person, parseAnswer } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import { makeTlsIdentity } from "../tests/harness/tls-authority.ts";
import type { Figure } from "./figure.ts";
import { getMedian } from "./statistics.ts";

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("connection_times.py", import.meta.url));
/** The server resolves this name to its own machine (RFC 6761). */
const HOST = "api.localhost";
/** Rounds alternate between the sandbox and the host, so that both run under the same load of the machine. */
const ROUNDS = 8;
/**
 * The number of connections of each kind per round. It is small enough that all rounds in a sandbox fit into a run's
 * time limit.
 */
const COUNT = 100;
const MAX_ADDED_MS = 1;

const Times = z.object({
  plain: z.array(z.number()),
  tls: z.array(z.number()),
  kept: z.array(z.number()),
  name: z.array(z.number()).optional(),
});
type Times = z.infer<typeof Times>;

interface Servers {
  ca: string;
  http: number;
  https: number;
  close(): void;
}

/** Starts a server for http and one for https. */
async function startServers(): Promise<Servers> {
  const { ca, ...identity } = makeTlsIdentity([HOST]);
  const servers = [
    createHttpServer((_, response) => response.end("{}")),
    createHttpsServer(identity, (_, response) => response.end("{}")),
  ];
  const [http = 0, https = 0] = await Promise.all(servers.map(listen));
  return { ca, http, https, close: () => servers.map((server) => server.close()) };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

/** Returns the program's input as JSON: the addresses, and how often to connect to each of them. */
function createOrder(name: string, { http, https, ca }: Servers, count = COUNT): string {
  return JSON.stringify({ host: HOST, count, http: [name, http], https: [name, https], ca });
}

/** Uploads the program as an agent that declares the servers as its hosts. */
async function uploadProgram(client: Client, { token }: Person, servers: Servers): Promise<number> {
  const hosts = [servers.http, servers.https].map((port) => `${HOST}:${port}`);
  const example = { message: createOrder(HOST, servers, 1) };
  const agent = `import stoa


@stoa.agent(hosts=${JSON.stringify(hosts)}, examples=[${JSON.stringify(example)}])
def run(message: str) -> dict:
    return main(message)
`;
  const form = new FormData();
  form.set("name", "Connection times");
  form.set("description", "Measures connections, for benchmarks");
  form.set("documentation", "Send the addresses of two servers. This agent exists only for the benchmark.");
  form.set("price_per_token", "0");
  form.set("file", new File([readFileSync(PROGRAM, "utf8"), "\n\n", agent], "connection_times.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${JSON.stringify(answer.body)}`);
  return UploadReply.parse(answer.body).agent.id;
}

/** Measures connections from a run on the shipped server, which can also reach the host by its name. */
async function measureInside(
  client: Client,
  { token }: Person,
  agent_id: number,
  servers: Servers,
): Promise<Times> {
  const json = { agent_id, input_data: { message: createOrder(HOST, servers) } };
  const answer = await client.post("/api/v1/execute/run", json, { token });
  const { success, agent_output, detail } = parseAnswer(ExecutionResult, answer);
  if (!success) throw new Error(`the run failed: ${detail}`);
  return Times.parse(agent_output);
}

/** Measures on the host. The servers run in this process, so it must not block. */
async function measureOutside(servers: Servers): Promise<Times> {
  const order = createOrder("127.0.0.1", servers);
  return Times.parse(JSON.parse((await run("python3", ["-I", PROGRAM, order])).stdout));
}

function toFigure(name: string, inside: readonly number[], outside: readonly number[]): Figure {
  const [within, direct] = [getMedian(inside), getMedian(outside)];
  const added = within - direct;
  return {
    name,
    measurement: `${added.toFixed(2)} ms${direct > 0 ? `, ${(within / direct).toFixed(1)} x` : ""}`,
    goal: `<= ${MAX_ADDED_MS} ms`,
    met: added <= MAX_ADDED_MS,
    detail: `p50 ${within.toFixed(2)} ms in a run, ${direct.toFixed(2)} ms by Python on the host`,
  };
}

/**
 * Measures how much longer a connection to a declared host takes than the same connection from a program on the host.
 */
export async function measureEgress(): Promise<Figure[]> {
  const servers = await startServers();
  const home = createTemporaryHome(tmpdir());
  const product = await ServerProcess.start(home, {
    STOA_PARENTS: "boot",
    STOA_RATE_LIMIT_FACTOR: "1000",
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32,::1/128",
  });
  try {
    const client = new Client(product.url);
    const developer = await client.register();
    const agentId = await uploadProgram(client, developer, servers);
    const inside: Times[] = [];
    const outside: Times[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      inside.push(await measureInside(client, developer, agentId, servers));
      outside.push(await measureOutside(servers));
    }
    const compare = (name: string, kind: "plain" | "tls" | "kept") =>
      toFigure(
        name,
        inside.flatMap((times) => times[kind]),
        outside.flatMap((times) => times[kind]),
      );
    const names = inside.flatMap(({ name }) => name ?? []);
    return [
      compare("a new connection's added time, http", "plain"),
      compare("the same with TLS", "tls"),
      compare("a request on a persistent connection", "kept"),
      toFigure("a name lookup in a sandbox", names, [0]),
    ];
  } finally {
    await product.stop();
    removeHome(home);
    servers.close();
  }
}
