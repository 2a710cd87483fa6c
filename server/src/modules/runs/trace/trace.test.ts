import { ExecutionResult, RunSettings, RunTrace } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  chunk,
  completion,
  DONE,
  openAiUsage,
  startEvents,
} from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { MODEL, useRuns } from "../runs.fixture.ts";

const stack = useRuns();

/** An agent that reports what it does, calls a model, and repeats the caller's text in its log. */
const TALKATIVE = `
import stoa
def run(message: str):
    stoa.progress("Reading", 0.25)
    stoa.log("read " + message, level="warning")
    answer = stoa.model("${MODEL}").complete("Answer briefly: " + message)
    stoa.progress("Wrote about " + message)
    return answer
`;
const BROKEN = `
def run(message: str):
    raise ValueError("cannot read " + message)
`;

async function someRun(source = TALKATIVE, options: { keep?: boolean; own?: boolean } = {}) {
  const all = stack();
  const developer = await all.person();
  const caller = options.own ? developer : await all.person();
  const agent_id = await all.agent(developer.accountId, { source });
  all.upstream.answer((_request, response) => void response.end(completion("Fine", openAiUsage(7, 3))));
  if (options.keep) await putSettings(caller.token, true);
  const body = { agent_id, input_data: { message: "my secret" } };
  const run = parseAnswer(
    ExecutionResult,
    await all.client.post("/api/v1/execute/run", body, { token: caller.token }),
  );
  const path = `/api/v1/execute/runs/${run.run_id}`;
  const traceFor = async (token: string) =>
    parseAnswer(RunTrace, await all.client.get(`${path}/trace`, { token }));
  const share = (token: string, shared: boolean) => all.client.put(`${path}/share`, { shared }, { token });
  return { ...all, developer, caller, agent_id, run, path, traceFor, share };
}

async function putSettings(token: string, keep: boolean) {
  return stack().client.put("/api/v1/execute/settings", { keep_model_content: keep }, { token });
}

test("the caller sees everything that happened in order, with tokens, time and cost of each model call", async () => {
  const { caller, traceFor, run } = await someRun();
  const trace = await traceFor(caller.token);
  expect(trace).toMatchObject({
    run_id: run.run_id,
    reader: "caller",
    status: "completed",
    content: { input: { message: "my secret" }, output: "Fine" },
    failure: null,
    shared: false,
    is_cut: false,
    is_expired: false,
  });
  expect(trace.entries).toMatchObject([
    { type: "progress", message: "Reading", fraction: 0.25 },
    { type: "log", level: "warning", message: "read my secret" },
    { type: "model_call", prompt_tokens: 7, completion_tokens: 3, outcome: "completed", content: null },
    { type: "progress", message: "Wrote about my secret", fraction: null },
  ]);
  const [, , call] = trace.entries;
  expect(call).toMatchObject({ model_requested: MODEL, cost: 0.000013 });
  const times = trace.entries.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.every((at) => at >= 0 && at <= trace.execution_time + 1)).toBe(true);
});

test("the developer sees the caller's text only while the run is shared", async () => {
  const { caller, developer, traceFor, share } = await someRun();
  const before = await traceFor(developer.token);
  expect(before).toMatchObject({ reader: "developer", content: null, shared: false });
  expect(before.entries).toMatchObject([
    { type: "progress", message: "Reading", fraction: 0.25 },
    { type: "log", level: "warning", message: null },
    { type: "model_call", prompt_tokens: 7 },
    { type: "progress", message: null },
  ]);
  expect(JSON.stringify(before)).not.toContain("secret");

  expect((await share(caller.token, true)).body).toEqual({ shared: true });
  const shared = await traceFor(developer.token);
  expect(shared).toMatchObject({
    shared: true,
    content: { input: { message: "my secret" }, output: "Fine" },
  });
  expect(shared.entries[1]).toMatchObject({ message: "read my secret" });

  await share(caller.token, false);
  expect(JSON.stringify(await traceFor(developer.token))).not.toContain("secret");
});

test("a failure shows the caller its message and the developer the lines of the file", async () => {
  const { caller, developer, traceFor, share } = await someRun(BROKEN);
  expect((await traceFor(caller.token)).failure).toEqual({
    error: "agent_failed",
    detail: "The agent raised ValueError: cannot read my secret",
    traceback: null,
  });
  const { failure } = await traceFor(developer.token);
  expect(failure?.detail).toBe("The agent raised ValueError");
  expect(failure?.traceback).toContain('line 3, in run\n    raise ValueError("cannot read " + message)');
  expect(JSON.stringify(failure)).not.toContain("secret");
  await share(caller.token, true);
  expect((await traceFor(developer.token)).failure?.traceback).toContain("ValueError: cannot read my secret");
});

test("returns 404 to anyone but the caller and the developer, and lets only the caller share a run", async () => {
  const { client, developer, path, person, share } = await someRun();
  const stranger = await person();
  expect((await client.get(`${path}/trace`, { token: stranger.token })).status).toBe(404);
  expect((await client.get(`${path}/trace`)).status).toBe(401);
  expect((await share(stranger.token, true)).status).toBe(404);
  expect((await share(developer.token, true)).status).toBe(404);
  expect((await share(developer.token, false)).status).toBe(404);
});

test("the content of model calls is kept only if the caller chose so, and shown only to the developer", async () => {
  const off = await someRun();
  const kept = await sql`SELECT FROM model_call_contents WHERE run_id = ${off.run.run_id}`.execute(off.db);
  expect(kept.rows).toHaveLength(0);

  const on = await someRun(TALKATIVE, { keep: true });
  const contentFor = async (token: string) =>
    (await on.traceFor(token)).entries.flatMap((entry) =>
      entry.type === "model_call" ? [entry.content] : [],
    );
  expect(await contentFor(on.caller.token)).toEqual([null]);
  expect(await contentFor(on.developer.token)).toEqual([null]);
  await on.share(on.caller.token, true);
  const content = {
    messages: [{ role: "user", text: "Answer briefly: my secret" }],
    answer: "Fine",
    is_cut: false,
  };
  expect(await contentFor(on.developer.token)).toEqual([content]);
  expect(await contentFor(on.caller.token)).toEqual([null]);
});

test("a developer who runs their own agent sees what callers and developers see", async () => {
  const { caller, traceFor } = await someRun(TALKATIVE, { keep: true, own: true });
  const trace = await traceFor(caller.token);
  expect(trace.reader).toBe("both");
  expect(trace.entries[2]).toMatchObject({ type: "model_call", content: { answer: "Fine" } });
  const broken = await someRun(BROKEN, { own: true });
  expect((await broken.traceFor(broken.caller.token)).failure?.traceback).toContain("cannot read my secret");
});

test("a run keeps the content of its first fifty model calls", async () => {
  const calls = `
import stoa
def run(message: str):
    for _ in range(52):
        stoa.model("${MODEL}").complete("x")
    return "done"
`;
  const { run, db } = await someRun(calls, { keep: true, own: true });
  expect(run.success).toBe(true);
  const { rows } = await sql<{ kept: bigint }>`
    SELECT count(*) AS kept FROM model_call_contents WHERE run_id = ${run.run_id}`.execute(db);
  expect(rows).toEqual([{ kept: 50n }]);
});

test("the content of a streamed call is stored as one string", async () => {
  const all = await someRun(TALKATIVE, { keep: true, own: true });
  const streams = `
import stoa
def run(message: str):
    yield from stoa.model("${MODEL}").stream(message)
`;
  all.upstream.answer((_request, response) => {
    startEvents(response);
    response.end(chunk({ content: "Hel" }) + chunk({ content: "lo" }) + chunk({}, "stop") + DONE);
  });
  const agent_id = await all.agent(all.developer.accountId, { source: streams });
  const answer = await all.client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "Hi" } },
    { token: all.developer.token },
  );
  const { run_id } = parseAnswer(ExecutionResult, answer);
  const trace = parseAnswer(
    RunTrace,
    await all.client.get(`/api/v1/execute/runs/${run_id}/trace`, { token: all.developer.token }),
  );
  expect(trace.entries).toMatchObject([{ type: "model_call", content: { answer: "Hello" } }]);
});

test("settings are off by default and belong to one account", async () => {
  const { client, person } = stack();
  const [one, other] = [await person(), await person()];
  const read = async (token: string) =>
    parseAnswer(RunSettings, await client.get("/api/v1/execute/settings", { token }));
  expect(await read(one.token)).toEqual({ keep_model_content: false });
  expect((await putSettings(one.token, true)).body).toEqual({ keep_model_content: true });
  expect(await read(one.token)).toEqual({ keep_model_content: true });
  expect(await read(other.token)).toEqual({ keep_model_content: false });
  await putSettings(one.token, false);
  expect(await read(one.token)).toEqual({ keep_model_content: false });
  expect((await client.put("/api/v1/execute/settings", { keep: 1 }, { token: one.token })).status).toBe(400);
});

test("a run past its retention period keeps its model calls, but not their content", async () => {
  const { caller, traceFor, run, db } = await someRun();
  await sql`DELETE FROM run_contents WHERE run_id = ${run.run_id}`.execute(db);
  await sql`DELETE FROM run_events WHERE run_id = ${run.run_id}`.execute(db);
  const trace = await traceFor(caller.token);
  expect(trace).toMatchObject({ is_expired: true, content: null, failure: null });
  expect(trace.entries.map(({ type }) => type)).toEqual(["model_call"]);
});
