import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PLAN_RATES } from "@stoa/contract";
import { parseList } from "structured-headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../../../../tests/harness/client.ts";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { findFreePort } from "../postgres/free-port.ts";
import { computeSlack } from "./rate-bucket.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const FACTOR = 0.25;
const LIMIT = PLAN_RATES.free.reads * FACTOR;
/** The least time that must be left in a window: long enough for a test's requests on a busy machine. */
const WINDOW_LEFT_SECONDS = 30;

interface NodeProcess {
  child: ChildProcess;
  home: string;
  client: Client;
  metricsPort: number;
}

/** Starting two servers and waiting for a new window takes half a minute, so only the long suite does. */
const isLong = process.env.STOA_TEST_LONG !== undefined;
const database = useTestDatabase();
const nodes: NodeProcess[] = [];

/** Starts `stoa serve` in a separate process on the test's database, as an operator would. */
async function startNode(): Promise<NodeProcess> {
  const home = mkdtempSync(join(tmpdir(), "stoa-node-"));
  const [port, metricsPort] = [await findFreePort(null), await findFreePort(null)];
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, "serve"], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      STOA_HOME: home,
      DATABASE_URL: database().url,
      // Both nodes use the same master key. Without Python, no sample agent is tested at the start.
      STOA_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      STOA_PYTHON: "/nowhere/python3",
      STOA_RATE_LIMIT_FACTOR: String(FACTOR),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Stoa is ready")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`the node ended while starting:\n${output}`)));
  });
  return { child, home, client: new Client(`http://127.0.0.1:${port}`), metricsPort };
}

beforeAll(async () => {
  nodes.push(await startNode(), await startNode());
}, 120_000);

afterAll(async () => {
  for (const { child, home } of nodes) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}, 60_000);

function nodeAt(index: number): NodeProcess {
  const node = nodes[index];
  if (!node) throw new Error("the nodes run only during tests");
  return node;
}

test.runIf(isLong)(
  "two processes together exceed the limit by at most their slack",
  async () => {
    const [one, other] = [nodeAt(0).client, nodeAt(1).client];
    const { token } = await one.register();
    const me = (client: Client) => client.get("/api/v1/users/me", { token });
    const left = async (): Promise<number> => {
      const [standing] = parseList((await me(one)).headers.get("ratelimit") ?? "");
      const seconds = Number(standing?.[1].get("t"));
      if (seconds >= WINDOW_LEFT_SECONDS) return Number(standing?.[1].get("r"));
      await delay(seconds * 1000);
      return left();
    };
    const remaining = await left();
    const flood = (client: Client) => Promise.all(Array.from({ length: LIMIT }, () => me(client)));
    const answers = (await Promise.all([flood(one), flood(other)])).flat();
    const through = answers.filter(({ status }) => status === 200).length;
    expect(through + answers.filter(({ status }) => status === 429).length).toBe(2 * LIMIT);
    expect(through).toBeGreaterThanOrEqual(remaining);
    expect(through).toBeLessThanOrEqual(remaining + 2 * computeSlack(LIMIT));
    for (const client of [one, other]) expect((await me(client)).status).toBe(429);
  },
  120_000,
);

test.runIf(isLong)("each process serves its metrics on its own port", async () => {
  for (const { metricsPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await answer.text()).toMatch(/^stoa_http_request_duration_seconds_count\{.*status="429"\} \d+$/m);
  }
});
