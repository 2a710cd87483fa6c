import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { ExecutionResult, UploadReply } from "@stoa/contract";
import { Client } from "../tests/harness/client.ts";
import { createTemporaryHome, removeHome, ServerProcess } from "../tests/harness/server-process.ts";
import type { Figure } from "./figure.ts";
import { uploadTrivialAgent } from "./trivial-agent.ts";

/** Nobody notices a delay of this length, so no request may delay all others for longer. */
const GOAL_MS = 50;
/** The pause between two reads, short enough that one read is always pending while the event loop is blocked. */
const BETWEEN_READS_MS = 2;
/** The number of reads before the measurement, in which Node compiles the code. */
const WARM_UP_READS = 100;
const NANO_PER_MS = 1e6;

/** An agent that calls stoa-basic with 6 MB, in messages that are short enough to be counted. */
const LONG_PROMPT = `import json, os, urllib.request

def run(message: str) -> str:
    part = "the quick brown fox jumps over it " * 7000
    messages = [{"role": "user", "content": message + str(n) + part} for n in range(25)]
    body = json.dumps({"model": "stoa-basic", "messages": messages}).encode()
    request = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body, {
        "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "Content-Type": "application/json"})
    return str(len(urllib.request.urlopen(request).read()))
`;

/** An agent that answers with 1 MB of small lists. */
const LARGE_ANSWER = "def run(message: str):\n    return [[n, n] for n in range(65000)]\n";

/** Returns a workflow with this many connected nodes, as n8n exports it. */
function createWorkflowJson(count: number): string {
  const names = Array.from({ length: count }, (_, n) => `Set ${n}`);
  const nodes = names.map((name, n) => ({
    ...{ id: String(n), name, type: "n8n-nodes-base.set", typeVersion: 3.4, position: [n, 0] },
    parameters: {
      assignments: { assignments: [{ id: "a", name: "n", type: "string", value: "={{ $json.n }}" }] },
    },
  }));
  const connections = Object.fromEntries(
    names
      .slice(1)
      .map((node, n): [string, unknown] => [`Set ${n}`, { main: [[{ node, type: "main", index: 0 }]] }]),
  );
  return JSON.stringify({ nodes, connections });
}

/** Reads in a loop and records the slowest read. */
class Reader {
  worstCpuMs = 0;
  worstMs = 0;
  readonly #server: ServerProcess;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async sampleDuring(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    while (!isDone) {
      await this.#read();
      await wait(BETWEEN_READS_MS);
    }
    await done;
  }

  async #read(): Promise<void> {
    const [cpu, start] = [this.#loopCpuMs(), performance.now()];
    await (await fetch(`${this.#server.url}/api/health/live`)).text();
    this.worstMs = Math.max(this.worstMs, performance.now() - start);
    this.worstCpuMs = Math.max(this.worstCpuMs, this.#loopCpuMs() - cpu);
  }

  /**
   * Returns the processor time of the event loop's thread, which does not include the time in which other programs use
   * the processor.
   */
  #loopCpuMs(): number {
    const { pid } = this.#server;
    const [onCpu] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(onCpu) / NANO_PER_MS;
  }
}

async function measureWork(
  server: ServerProcess,
  name: string,
  work: () => Promise<unknown>,
): Promise<Figure> {
  const warm = new Reader(server);
  await warm.sampleDuring(wait(WARM_UP_READS * BETWEEN_READS_MS));
  const reader = new Reader(server);
  await reader.sampleDuring(work());
  return {
    name: `a reader during ${name}`,
    measurement: `${reader.worstCpuMs.toFixed(1)} ms of the event loop`,
    goal: `<= ${GOAL_MS} ms`,
    met: reader.worstCpuMs <= GOAL_MS,
    detail: `longest response ${reader.worstMs.toFixed(0)} ms of wall time, which includes the processor time of other programs`,
  };
}

function createForm(name: string, content: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([content], name));
  return form;
}

/** Returns 240 kB of base64 in lines that are short enough to be counted completely. */
const createNoise = () => Array.from({ length: 16 }, () => randomBytes(11_250).toString("base64")).join("\n");

/**
 * Measures how long other users wait for the event loop while one account sends the heaviest requests that are allowed.
 */
export async function measureOtherReaders(): Promise<Figure[]> {
  const home = createTemporaryHome(tmpdir());
  const server = await ServerProcess.start(home, { STOA_PARENTS: "boot", STOA_RATE_LIMIT_FACTOR: "1000" });
  try {
    const client = new Client(server.url);
    const { token } = await client.register();
    const customer = await client.register();
    const echo = await uploadTrivialAgent(client, await client.register());
    const send = async (path: string, body: { json: unknown } | { form: FormData }, statuses: number[]) => {
      const answer = await client.call("POST", `/api/v1${path}`, { token, ...body });
      if (!statuses.includes(answer.status)) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const estimate = (input: unknown) =>
      send("/execute/estimate", { json: { agent_id: echo, input_data: input } }, [200, 429]);
    const inspect = (name: string, content: string) =>
      send("/agents/inspect", { form: createForm(name, content) }, [200, 400, 413]);
    const upload = async (name: string, content: string, price_per_token = "0") => {
      const description = "An agent for benchmarks";
      const documentation =
        "Send any message. This agent exists only for the benchmark and does one heavy task.";
      const form = createForm("agent.py", content, { name, description, documentation, price_per_token });
      return UploadReply.parse(await send("/agents/upload", { form }, [201])).agent.id;
    };
    const run = async (agent_id: number) => {
      const json = { agent_id, input_data: { message: "go" } };
      const result = ExecutionResult.parse(await send("/execute/run", { json }, [200]));
      if (!result.success) throw new Error(`the run failed: ${result.detail}`);
    };
    /** Starts a run that is charged. The run ends at its limit, after the tokens of the prompt have been counted. */
    const chargeRun = async (agent_id: number) => {
      const json = { agent_id, input_data: { message: "went" } };
      ExecutionResult.parse((await client.post("/api/v1/execute/run", json, { token: customer.token })).body);
    };
    const paid = await upload("Paid caller", LONG_PROMPT, "0.000001");
    const [caller, answerer] = [await upload("Caller", LONG_PROMPT), await upload("Answerer", LARGE_ANSWER)];
    const requestEstimates = () =>
      Promise.all(Array.from({ length: 24 }, () => estimate({ message: createNoise() })));
    const nested = { message: "hi", more: JSON.parse(`[${"[1,2,3,4,5],".repeat(19_000)}0]`) as unknown };
    const largest = `def run(message: str) -> str:\n    return message\n${"value = [1, 2, 3]\n".repeat(57_000)}`;
    return [
      await measureWork(server, "24 estimates of 240 kB of base64", requestEstimates),
      await measureWork(server, "a call of 6 MB to stoa-basic", () => run(caller)),
      await measureWork(server, "a call of 6 MB that is charged", () => chargeRun(paid)),
      await measureWork(server, "an answer of 1 MB of JSON", () => run(answerer)),
      await measureWork(server, "a workflow of 3,000 nodes", () =>
        inspect("chain.json", createWorkflowJson(3_000)),
      ),
      await measureWork(server, "780 kB of empty workflow nodes", () =>
        inspect("nodes.json", `{"nodes": [${"{},".repeat(260_000)}{}], "connections": {}}`),
      ),
      await measureWork(server, "a Python file of 1 MB", () => inspect("large.py", largest)),
      await measureWork(server, "an input of 228 kB with 19,000 lists", () => estimate(nested)),
    ];
  } finally {
    await server.stop();
    removeHome(home);
  }
}
