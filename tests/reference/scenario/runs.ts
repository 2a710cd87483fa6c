import { getText, type Part, registerPerson, type Stage, UPLOAD_FORM } from "./stage.ts";

const input_data = { message: "to be or not to be, that is the question" };
const EVENTS = { accept: "text/event-stream" };

/** Plays the part in which Grace runs Ada's agent: synchronously, as a stream and asynchronously. */
export const runs: Part = async (stage) => {
  const { record, grace, agentId: agent_id } = stage;
  const as = grace;
  const body = { agent_id, input_data };
  await record("runs.estimate", { as, body });
  const headers = { "Idempotency-Key": "question-1" };
  const run = await record("runs.run", { as, body: { ...body, max_cost: 0.05 }, headers });
  stage.runId = getText(run, "run_id");
  await record("runs.run", { as, body, headers: EVENTS });
  const accepted = await record("runs.run", { as, body, headers: { Prefer: "respond-async" }, status: 202 });
  await record("runs.run", { as, body: { ...body, agent_id: 4711 }, status: 404 });
  const params = { id: getText(accepted, "run_id") };
  // Recording waits for the first run to end, so that all later answers are the same in each recording.
  await record("runs.events", { as, params, headers: { ...EVENTS, "Last-Event-ID": "1" } });
  await record("runs.get", { as, params });
  await record("runs.cancel", { as, params });
  await recordActiveRun(stage);
};

const NIGHT_WATCH = `import time

def run(message: str, seconds: int = 0) -> str:
    time.sleep(seconds)
    return message
`;

/** Lists Grace's active runs while a slow run is active, and then cancels it. */
async function recordActiveRun(stage: Stage): Promise<void> {
  const developer = await registerPerson(stage, "alan");
  const form = new FormData();
  const fields = { ...UPLOAD_FORM, name: "Night Watch", description: "Waits, and says it again" };
  for (const [name, value] of Object.entries(fields)) if (name !== "file") form.set(name, value);
  form.set("file", new Blob([NIGHT_WATCH]), "night-watch.py");
  const { client } = stage.server;
  const { agent } = Object(
    (await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form })).body,
  );
  const input = { message: "Wake me at dawn", seconds: 60 };
  const json = { agent_id: Number(agent.id), input_data: input };
  const { token } = stage.grace;
  const headers = { prefer: "respond-async" };
  const { body } = await client.post("/api/v1/execute/run", json, { token, headers });
  await stage.record("runs.active", { as: stage.grace, query: { agent_id: Number(agent.id) } });
  await client.post(Object(body).cancel_url, {}, { token });
  await client.put(`/api/v1/agents/${agent.id}`, { is_active: false }, { token: developer.token });
}

/** Plays the part that reads the trace of a run that has ended. */
export const traces: Part = async ({ record, grace, runId }) => {
  const params = { id: runId };
  await record("traces.trace", { as: grace, params });
  await record("traces.share", { as: grace, params, body: { shared: true } });
  await record("traces.settings", { as: grace });
  await record("traces.updateSettings", { as: grace, body: { keep_model_content: false } });
};

/** Plays the part in which Grace shares a run by link, and anyone reads it. */
export const sharedRuns: Part = async ({ record, grace: as, runId }) => {
  const params = { id: runId };
  const link = await record("sharedRuns.share", { as, params });
  await record("sharedRuns.share", { as, params: { id: `run_${"0".repeat(32)}` }, status: 404 });
  await record("sharedRuns.link", { as, params });
  await record("sharedRuns.shared", { params: { token: getText(link, "url").split("/").at(-1) ?? "" } });
  await record("sharedRuns.unshare", { as, params });
};

export const usage: Part = async ({ record, ada, grace, agentId }) => {
  await record("runs.myUsage", { as: grace, query: { period: "7d", limit: 2 } });
  await record("runs.myHistogram", { as: grace, query: { period: "24h" } });
  await record("runs.storage", { as: grace });
  await record("runs.agentUsage", { as: ada, params: { id: agentId }, query: { limit: 2 } });
  await record("runs.usageStats", { as: grace });
};

/** Plays the part in which a program runs Ada's agent over the public API. */
export const publicApi: Part = async ({ record, grace, ada, agentId }) => {
  const params = { id: agentId };
  const as = grace;
  await record("sdk.list", { as, query: { search: "words", limit: 2 } });
  await record("sdk.get", { as, params });
  const body = { input_data };
  await record("sdk.execute", { as, params, body, headers: { "Idempotency-Key": "question-2" } });
  await record("sdk.execute", { as, params, body, headers: EVENTS });
  const headers = { Prefer: "respond-async" };
  const accepted = await record("sdk.execute", { as, params, body, headers, status: 202 });
  await record("sdk.execute", { as, params, body: { input_data: {} }, status: 400 });
  const run = { id: getText(accepted, "run_id") };
  await record("sdk.runEvents", { as, params: run, headers: { ...EVENTS, "Last-Event-ID": "1" } });
  await record("sdk.run", { as, params: run });
  await record("sdk.cancelRun", { as, params: run });
  await record("sdk.usageStats", { as });
  await record("sdk.balance", { as: ada });
};
