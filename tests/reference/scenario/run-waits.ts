import { type Part, registerPerson, type Stage, UPLOAD_FORM } from "./stage.ts";

const ASKS = JSON.stringify({
  name: "Asks first",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Ask for a name",
      type: "n8n-nodes-base.wait",
      typeVersion: 1.1,
      position: [220, 0],
      parameters: {
        resume: "form",
        formTitle: "Before it is sent",
        formDescription: "Who signs the letter?",
        formFields: { values: [{ fieldLabel: "Name", requiredField: true }] },
      },
    },
  ],
  connections: { Start: { main: [[{ node: "Ask for a name", type: "main", index: 0 }]] } },
  settings: { executionOrder: "v1" },
});

/** Plays the part in which Grace runs a workflow that asks her a question, and answers the question. */
export const runWaits: Part = async (stage) => {
  const { record, grace } = stage;
  const id = await startRun(stage);
  const { waits } = Object(await waitUntilItWaits(stage, id));
  await record("runWaits.list", { as: grace, params: { id } });
  const params = { id, token: String(waits[0].url).split("/").at(-1) ?? "" };
  await record("runWaits.open", { params });
  await record("runWaits.answer", { params, body: { Name: "Grace Hopper" } });
  await record("runWaits.answer", {
    params,
    body: { Name: "Somebody else" },
    status: await getNextStatus(stage, id),
  });
};

/**
 * Waits for the run to end and returns the status of its resume URL. It is 404, because the URL is valid only while the
 * run is active.
 */
async function getNextStatus({ server, grace: { token } }: Stage, id: string): Promise<number> {
  const path = `/api/v1/execute/runs/${id}/events`;
  await (
    await fetch(server.client.url + path, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    })
  ).text();
  return 404;
}

async function startRun({ server, mail, grace }: Stage): Promise<string> {
  const { client } = server;
  const developer = await registerPerson({ server, mail }, "barbara");
  const form = new FormData();
  const fields = { ...UPLOAD_FORM, name: "Asks First", description: "Asks who signs" };
  for (const [name, value] of Object.entries(fields)) if (name !== "file") form.set(name, value);
  form.set("file", new Blob([ASKS]), "asks-first.json");
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  const { agent } = Object(uploaded.body);
  const json = { agent_id: Number(agent.id), input_data: { message: "A letter" } };
  const headers = { prefer: "respond-async" };
  const { body } = await client.post("/api/v1/execute/run", json, { token: grace.token, headers });
  await client.put(`/api/v1/agents/${agent.id}`, { is_active: false }, { token: developer.token });
  return String(Object(body).run_id);
}

async function waitUntilItWaits({ server, grace: { token } }: Stage, id: string): Promise<unknown> {
  for (;;) {
    const { body } = await server.client.get(`/api/v1/execute/runs/${id}/waits`, { token });
    if (Object(body).waits.length > 0) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
