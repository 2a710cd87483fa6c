import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { TEMPLATES } from "../../../server/src/commands/paths.ts";
import type { Part, Stage } from "./stage.ts";
import { getText, prepare } from "./stage.ts";

const WEEKS_USE = 500;

export const connectors: Part = async (stage) => {
  const { record, grace, service, gitLabUrl } = stage;
  await record("connectors.services", { as: grace });
  const connector = await record("connectors.add", {
    as: grace,
    body: {
      service_name: "gitlab",
      api_key: "glpat-3kM9vXq2TzWb7cLs",
      service_config: { base_url: gitLabUrl },
      usage_quota: WEEKS_USE,
    },
  });
  await record("connectors.add", { as: grace, body: { service_name: "gitlab" }, status: 400 });
  const params = { id: getText(connector, "id") };
  await record("connectors.list", { as: grace });
  await record("connectors.update", { as: grace, params, body: { usage_quota: WEEKS_USE * 2 } });
  service.answer(() => ({ status: 200, body: { id: 1, username: "grace" } }));
  await record("connectors.test", { as: grace, params });
  await recordGrants(stage);
  await record("connectors.remove", { as: grace, params });
  await recordConsent(stage);
  await recordHosts(stage);
};

/** An agent that reaches a host. Its trial run stops at this request. */
const FORECAST = `import json, urllib.request
import stoa

@stoa.agent(hosts=["api.open-meteo.com"])
def run(message: str) -> str:
    url = "https://api.open-meteo.com/v1/forecast?latitude=46.9&longitude=7.4&current=temperature_2m"
    with urllib.request.urlopen(url) as answer:
        return f"It is {json.load(answer)['current']['temperature_2m']} degrees in Bern."
`;

/** Lets Grace allow one of Ada's agents to reach the host that it declares. */
async function recordHosts({ record, grace, server, ada }: Stage): Promise<void> {
  const form = new FormData();
  form.set("name", "Bern Forecast");
  form.set("description", "Says how warm it is in Bern.");
  form.set("documentation", "Send it anything; it answers with the temperature in Bern.");
  form.set("file", new Blob([FORECAST]), "forecast.py");
  const answer = await server.client.call("POST", "/api/v1/agents/upload", { form, token: ada.token });
  if (answer.status !== 201) throw new Error(`the agent was refused: ${JSON.stringify(answer.body)}`);
  const params = { id: Object(answer.body).agent.id };
  const declared = await record("connectors.hosts", { as: grace, params });
  await record("connectors.allowHosts", { as: grace, params, body: { hosts: Object(declared).hosts } });
  await record("connectors.allowHosts", { as: grace, params, body: { hosts: ["*"] }, status: 409 });
  await record("connectors.hostGrants", { as: grace });
  await record("connectors.revokeHosts", { as: grace, params });
}

/** Connects Google for Grace, who allows the access on Google's consent screen. */
async function recordConsent({ record, grace, provider }: Stage): Promise<void> {
  const params = { service: "google" };
  const started = await record("connectors.startConsent", { as: grace, params });
  const owner = { id: "4713", name: "Grace Hopper", email: "grace@example.com", verified: true };
  const { code, state } = provider.consent(getText(started, "authorization_url"), owner);
  await record("connectors.finishConsent", { as: grace, params, body: { code, state } });
  await record("connectors.startConsent", { as: grace, params: { service: "github" }, status: 404 });
}

/** Lets one of Ada's agents use GitHub on behalf of Grace. */
async function recordGrants(stage: Stage): Promise<void> {
  const { record, grace } = stage;
  await prepare(stage, "POST", "/connectors", {
    as: grace,
    body: { service_name: "github", api_key: "ghp_3kM9vXq2TzWb7cLs" },
  });
  const params = { id: await uploadAgentWithConnector(stage) };
  const declared = await record("connectors.ofAgent", { as: grace, params });
  const uses = Object.values(declared).map((use) => {
    const { service, methods, paths } = Object(use);
    return { service, methods, paths };
  });
  await record("connectors.grant", { as: grace, params, body: { uses } });
  const [grant] = Object.values(await record("connectors.grants", { as: grace }));
  await record("connectors.revoke", { as: grace, params: { id: getText(Object(grant), "id") } });
}

async function uploadAgentWithConnector({ server, ada }: Stage): Promise<number> {
  const form = new FormData();
  form.set("name", "GitHub Issue Triage");
  form.set("description", "Chooses labels for an issue and sets them.");
  form.set(
    "documentation",
    "Give it a repository and the number of an issue; it answers with fitting labels.",
  );
  form.set("file", new Blob([await readFile(join(TEMPLATES, "declarative-agent.json"))]), "triage.json");
  const answer = await server.client.call("POST", "/api/v1/agents/upload", { form, token: ada.token });
  if (answer.status !== 201) throw new Error(`the agent was refused: ${JSON.stringify(answer.body)}`);
  return Number(Object(answer.body).agent.id);
}
