import { type Part, prepare, type Stage, UPLOAD_FORM, WORD_COUNTER } from "./stage.ts";

const BROKEN = 'def run(message: str) -> str:\n    return f"{len(message.split()} words"\n';

/** Plays the part in which Ada inspects, uploads, changes and finds her agent. */
export const agents: Part = async (stage) => {
  const { record, ada } = stage;
  const filename = "word-counter.py";
  await record("catalog.inspect", { as: ada, form: { file: WORD_COUNTER }, filename });
  const { agent } = await record("catalog.upload", { as: ada, form: UPLOAD_FORM, filename });
  stage.agentId = Number(Object(agent).id);
  await record("catalog.upload", {
    as: ada,
    form: { ...UPLOAD_FORM, name: "Broken Counter", file: BROKEN },
    filename,
    status: 400,
  });
  const params = { id: stage.agentId };
  await record("catalog.mine", { as: ada });
  await record("catalog.list", { query: { category: "content", sort: "newest", limit: 2 } });
  await record("catalog.get", { params });
  await record("catalog.get", { params: { id: 4711 }, status: 404 });
  await record("catalog.update", {
    as: ada,
    params,
    body: { tags: ["text", "statistics"], price_per_token: 0.00008 },
  });
  await recordSecrets(stage);
  await recordRemovedDraft(stage, filename);
};

/** Sets secrets of Ada's agent and deletes one. */
async function recordSecrets({ record, ada, grace, agentId }: Stage): Promise<void> {
  const params = { id: agentId };
  const secrets = { TAVILY_API_KEY: "tvly-0123456789", NOTION_TOKEN: "ntn_0123456789" };
  await record("agentSecrets.set", { as: ada, params, body: { secrets } });
  await record("agentSecrets.set", { as: ada, params, body: { secrets: { PATH: "/tmp" } }, status: 400 });
  await record("agentSecrets.list", { as: ada, params });
  await record("agentSecrets.list", { as: grace, params, status: 404 });
  const removed = { ...params, name: "NOTION_TOKEN" };
  await record("agentSecrets.remove", { as: ada, params: removed });
  await record("agentSecrets.remove", { as: ada, params: removed, status: 404 });
}

/** Creates an agent and deletes it before it has runs. */
async function recordRemovedDraft(stage: Stage, filename: string): Promise<void> {
  const { record, ada, server } = stage;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...UPLOAD_FORM, name: "Draft" }))
    if (name === "file") form.set(name, new File([value], filename));
    else form.set(name, value);
  const { body } = await server.client.call("POST", "/api/v1/agents/upload", { token: ada.token, form });
  const params = { id: Number(Object(Object(body).agent).id) };
  await record("catalog.remove", { as: ada, params });
  await record("catalog.remove", { as: ada, params, status: 404 });
}

/** Plays the part in which Grace favorites Ada's agent and opens its developer's page. */
export const favorites: Part = async ({ record, grace, agentId }) => {
  const params = { id: agentId };
  await record("favourites.add", { as: grace, params });
  await record("favourites.add", { as: grace, params: { id: 4711 }, status: 404 });
  await record("favourites.list", { as: grace });
  await record("favourites.remove", { as: grace, params });
  await record("developers.get", { params: { username: "ada" } });
  await record("developers.get", { params: { username: "nobody" }, status: 404 });
};

const GREETER = JSON.stringify({
  name: "Greeter",
  nodes: [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: "Greet",
      type: "n8n-nodes-base.set",
      typeVersion: 3.4,
      position: [220, 0],
      parameters: {
        assignments: {
          assignments: [{ id: "1", name: "text", value: "=Hello {{ $json.message }}", type: "string" }],
        },
      },
    },
  ],
  connections: { Start: { main: [[{ node: "Greet", type: "main", index: 0 }]] } },
  pinData: { Start: [{ json: { message: "Grace" } }], Greet: [{ json: { text: "Hello, Grace" } }] },
  settings: { executionOrder: "v1" },
});

/**
 * Uploads a version that is a workflow, reads its diagram and compares it with its pinned data. Then makes the previous version the current one again.
 */
async function recordDrawnVersion(stage: Stage): Promise<void> {
  const { record, ada, agentId, server } = stage;
  const form = new FormData();
  form.set("file", new File([GREETER], "greeter.json"));
  const path = `/api/v1/agents/${agentId}/versions`;
  const answer = await server.client.call("POST", path, { token: ada.token, form });
  if (answer.status !== 201) throw new Error(`the workflow was refused: ${JSON.stringify(answer.body)}`);
  const number = Number(Object(Object(answer.body).agent).version);
  const params = { id: agentId, number };
  await record("versions.workflow", { as: ada, params });
  await record("versions.workflow", { as: ada, params: { ...params, number: 1 }, status: 404 });
  await record("versions.compare", { as: ada, params });
  await record("versions.compare", { as: ada, params: { ...params, number: 1 }, status: 409 });
  await prepare(stage, "POST", `/agents/${agentId}/versions/1/activate`, { as: ada });
}

/**
 * Plays the part in which Ada uploads a second version, compares it, makes it current, rolls it back and withdraws it.
 */
export const versions: Part = async (stage) => {
  const { record, ada, agentId } = stage;
  const params = { id: agentId };
  const file = WORD_COUNTER.replace("words", "words in all");
  const form = { notes: "Says that it counted all of them", file };
  await record("versions.upload", { as: ada, params, form, filename: "word-counter.py" });
  await record("versions.list", { params });
  await record("versions.diff", { as: ada, params: { ...params, number: 2 } });
  await record("versions.archive", { as: ada, params: { ...params, number: 2 } });
  await record("versions.archive", { as: ada, params: { ...params, number: 9 }, status: 404 });
  await record("versions.packages", { as: ada, params: { ...params, number: 2 } });
  await record("versions.packages", { params: { ...params, number: 9 }, status: 404 });
  await record("versions.activate", { as: ada, params: { ...params, number: 1 } });
  await record("versions.withdraw", { as: ada, params: { ...params, number: 2 } });
  await record("versions.withdraw", { as: ada, params: { ...params, number: 1 }, status: 409 });
  await recordDrawnVersion(stage);
};
