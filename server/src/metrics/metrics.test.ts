import { ExecutionResult, UploadReply } from "@stoa/contract";
import { expect, onTestFinished, test } from "vitest";
import { parseAnswer } from "../../../tests/harness/client.ts";
import { useTestServer } from "../../../tests/harness/server.ts";
import { openMetricsServer } from "../platform/metrics/metrics-server.ts";

const server = useTestServer({ env: { METRICS_PORT: "0", OPENAI_API_KEY: "sk-nowhere" } });

function registry() {
  const { metrics } = server();
  if (!metrics) throw new Error("a port for metrics is set, but the server has no metrics");
  return metrics;
}

const ASKS_A_MODEL = `import stoa


def run(message: str) -> str:
    return str(stoa.model("stoa-basic").complete(message))
`;

async function uploadedBy(token: string): Promise<number> {
  const form = new FormData();
  form.set("name", "Asks a model");
  form.set("description", "Hands the message on to a model");
  form.set("documentation", "Send any message; it is answered by the model that every server has built in.");
  form.set("price_per_token", "0.000001");
  form.set("file", new File([ASKS_A_MODEL], "asks.py"));
  const answer = await server().client.call("POST", "/api/v1/agents/upload", { token, form });
  return parseAnswer(UploadReply, answer).agent.id;
}

/** Returns the value of a series in the text, or `undefined` if it is missing. */
async function value(series: string): Promise<number | undefined> {
  const line = (await registry().metrics()).split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function routes(): Promise<Set<string>> {
  const text = await registry().metrics();
  return new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? ""));
}

test("counts requests by route and status, never by the requested URL", async () => {
  const { client } = server();
  const { token } = await client.register();
  for (let id = 1; id <= 30; id += 1) await client.get(`/api/v1/agents/${100_000 + id}`, { token });
  const series = (route: string, status: number) =>
    `stoa_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  await expect.poll(() => value(series("/api/v1/agents/:id", 404))).toBe(30);
  await client.get("/api/v1/nowhere-at-all");
  const before = await routes();
  for (let n = 0; n < 50; n += 1) {
    await client.get(`/api/v1/made-up-${n}`);
    await client.get(`/page-${n}?q=${n}`, { headers: { "x-made-up": String(n) } });
    await client.call("DELETE", `/api/v1/agents/${n}/x${n}`);
  }
  const after = await routes();
  expect([...after].filter((route) => /made-up|page-/.test(route))).toEqual([]);
  expect(after.size - before.size).toBeLessThanOrEqual(1);
});

test("counts runs, tokens and model calls by runtime and outcome without identifying users", async () => {
  const { client, pool } = server();
  const { token, username } = await client.register();
  const agentId = await uploadedBy(token);
  const promptTokens = (provider: string) =>
    `stoa_gateway_tokens_total{provider="${provider}",kind="prompt"}`;
  /** The trial run of the upload also called the model. */
  const trial = (await value(promptTokens("stoa"))) ?? 0;
  const answer = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "My order arrived broken. What now?" } },
    { token },
  );
  const run = parseAnswer(ExecutionResult, answer);
  expect(run.success).toBe(true);
  expect(await value('stoa_run_duration_seconds_count{runtime="stoa",outcome="completed"}')).toBe(1);
  expect(await value('stoa_run_tokens_total{runtime="stoa"}')).toBeGreaterThan(0);
  const { rows } = await pool.query("SELECT prompt_tokens FROM model_calls");
  expect(rows).toHaveLength(1);
  expect(await value(promptTokens("stoa"))).toBe(trial + rows[0].prompt_tokens);
  expect(await value('stoa_sandbox_parents{environment="light"}')).toBe(1);
  expect(await value('stoa_sandbox_spares{environment="light"}')).toBe(2);
  const text = await registry().metrics();
  expect(text).not.toContain(username);
  expect(text).not.toContain(run.run_id);
});

test("includes the metrics of the node and of the database", async () => {
  for (const series of [
    'stoa_run_places{state="free"}',
    'stoa_database_connections{state="idle"}',
    'stoa_gateway_breaker_open{provider="openai"}',
    'stoa_sandbox_forks{environment="light"}',
    "stoa_ledger_audit_findings",
    "stoa_outbox_depth",
    "nodejs_eventloop_lag_p99_seconds",
    "stoa_event_loop_longest_delay_seconds",
    "process_resident_memory_bytes",
  ])
    expect(await value(series), series).toBeGreaterThanOrEqual(0);
  await expect.poll(() => value("stoa_ledger_audit_time_seconds")).toBeGreaterThan(0);
  expect(await value("stoa_ledger_audit_findings")).toBe(0);
});

test("serves Prometheus on a separate port, and not on the product's port", async () => {
  const metrics = await openMetricsServer({
    registry: registry(),
    host: "127.0.0.1",
    port: 0,
    onFailure: (error) => {
      throw error;
    },
  });
  onTestFinished(() => metrics.close());
  const at = (path: string, method = "GET") => fetch(`http://127.0.0.1:${metrics.port}${path}`, { method });
  const answer = await at("/metrics");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain("# TYPE stoa_http_request_duration_seconds histogram");
  expect((await at("/")).status).toBe(404);
  expect((await at("/metrics", "POST")).status).toBe(404);
  expect(String((await server().client.get("/metrics")).body)).not.toContain("stoa_http_request");
});
