import {
  Agent,
  catalogRoutes,
  MyAgents,
  recommendationRoutes,
  sdkRoutes,
  templateRoutes,
} from "@stoa/contract";
import { expect } from "vitest";
import { type Answer, parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";
import { agentFile, agentForm, DOCUMENTATION, PRICE, type World } from "../world.ts";

/** Invalid queries of a list. */
const BAD_QUERIES = [
  ["limit", () => ({ query: "limit=0" })],
  ["limit", () => ({ query: "limit=101" })],
  ["offset", () => ({ query: "offset=-1" })],
  ["category", () => ({ query: "category=nonsense" })],
] as const;

async function expectFound({ agent }: World, list: (query: string) => Promise<{ agents: object[] }>) {
  const search = encodeURIComponent(agent.name);
  const { agents } = await list(`search=${search}&category=${agent.category}`);
  const found = agents.find((each) => "id" in each && each.id === agent.id);
  expect(found).toMatchObject({
    name: agent.name,
    description: agent.description,
    developer: agent.developer,
  });
  expect(findMissingFields("agent", agents)).toEqual([]);
  expect((await list(`search=${search}&category=finance`)).agents).toEqual([]);
  expect((await list("limit=1&offset=0")).agents).toHaveLength(1);
}

export const list = defineRow(catalogRoutes.list, {
  callSuccessfully: (world, call) => expectFound(world, (query) => call({ query })),
  bad: BAD_QUERIES,
});

export const sdkList = defineRow(sdkRoutes.list, {
  callSuccessfully: (world, call) => expectFound(world, (query) => call({ query })),
  bad: BAD_QUERIES,
});

export const mine = defineRow(catalogRoutes.mine, {
  by: "developer",
  async callSuccessfully({ agent, stranger }, call) {
    const { agents, total } = await call();
    expect(total).toBe(agents.length);
    expect(agents.find(({ id }) => id === agent.id)).toMatchObject({ name: agent.name, is_owner: true });
    expect(findMissingFields("agent", agents)).toEqual([]);
    expect(await call({}, stranger)).toEqual({ agents: [], total: 0 });
  },
});

function expectWhole(agent: Agent): void {
  expect(findMissingFields("agent", [agent])).toEqual([]);
  expect(findMissingFields("inputParam", agent.input_params)).toEqual([]);
  expect(agent).toMatchObject({
    description: "Repeats what a person said",
    full_description: DOCUMENTATION,
    category: "education",
    price: "0.000002",
    price_per_token: PRICE,
    tags: ["echo"],
    features: ["Repeats"],
    use_cases: ["Trying calls"],
    is_active: true,
    framework: "stoa",
    input_params: [{ name: "message", type: "string", required: true, description: "What to say." }],
  });
}

export const get = defineRow(catalogRoutes.get, {
  async callSuccessfully({ agent, developer }, call) {
    const read = await call({ id: agent.id });
    expectWhole(read);
    expect(read).toMatchObject({ id: agent.id, developer: developer.username, is_owner: false });
    expect((await call({ id: agent.id }, developer)).is_owner).toBe(true);
  },
  unknownIds: [2_000_000_000, "parrot"],
});

export const sdkGet = defineRow(sdkRoutes.get, {
  async callSuccessfully({ agent }, call) {
    expectWhole(await call({ id: agent.id }));
  },
  ask: ({ agent }) => ({ id: agent.id }),
  unknownIds: [2_000_000_000, "parrot"],
});

/** Invalid forms, each with the name of the invalid field. */
const BAD_FORMS = [
  ["name", () => ({ form: agentForm({ name: " " }) })],
  ["description", () => ({ form: agentForm({ description: "" }) })],
  ["documentation", () => ({ form: agentForm({ documentation: "too short" }) })],
  ["category", () => ({ form: agentForm({ category: "nonsense" }) })],
  ["price_per_token", () => ({ form: agentForm({ price_per_token: "-1" }) })],
  ["file", () => ({ form: agentForm({}, null) })],
  ["file", () => ({ form: agentForm({}, agentFile("parrot.txt")) })],
] as const;

async function expectUploaded(
  { client }: World,
  owner: { token: string },
  upload: (form: FormData) => Promise<{ agent: Agent; checks: { name: string; status: string }[] }>,
): Promise<void> {
  const form = agentForm();
  const { agent, checks } = await upload(form);
  expectWhole(agent);
  expect(agent.name).toBe(form.get("name"));
  expect(checks.map(({ name }) => name)).toContain("trial_run");
  for (const { status } of checks) expect(status).toBe("passed");
  expect(parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`, owner))).toEqual(agent);
  expect(parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", owner)).agents).toEqual([agent]);
}

export const upload = defineRow(catalogRoutes.upload, {
  async callSuccessfully(world, call) {
    const owner = await world.client.registerWithKey();
    await expectUploaded(world, { token: owner.token }, (form) => call({ form }, owner));
  },
  ask: () => ({ form: agentForm() }),
  bad: BAD_FORMS,
});

/**
 * An account may upload thirty times per hour, including refused uploads, so the uploads are divided between two
 * people.
 */
export const sdkUpload = defineRow(sdkRoutes.upload, {
  by: "developer",
  async callSuccessfully(world, call) {
    const owner = await world.client.registerWithKey();
    await expectUploaded(world, { token: owner.token }, (form) => call({ form }, owner));
  },
  ask: () => ({ form: agentForm() }),
  bad: BAD_FORMS,
});

export const recommend = defineRow(recommendationRoutes.recommend, {
  async callSuccessfully({ agent }, call) {
    const query = `${agent.name} repeats what a person said`;
    const json = { query, category: agent.category, max_price: agent.price_per_token };
    const { recommendations } = await call({ json });
    expect(recommendations[0]?.agent).toMatchObject({ id: agent.id, name: agent.name });
    expect(recommendations[0]?.reason).not.toBe("");
    for (const { agent: each } of recommendations) {
      expect(each.category).toBe(agent.category);
      expect(each.price_per_token).toBeLessThanOrEqual(agent.price_per_token);
    }
    const elsewhere = await call({ json: { query, category: "finance" } });
    expect(elsewhere.recommendations.map(({ agent: { id } }) => id)).not.toContain(agent.id);
  },
  ask: () => ({ json: { query: "parrot" } }),
  bad: [
    ["query", () => ({ json: {} })],
    ["query", () => ({ json: { query: " " } })],
    ["category", () => ({ json: { query: "parrot", category: "nonsense" } })],
    ["max_price", () => ({ json: { query: "parrot", max_price: -1 } })],
  ],
});

export const templates = defineRow(templateRoutes.catalog, {
  async callSuccessfully({ client }, call) {
    const { templates } = await call();
    expect(templates.length).toBeGreaterThan(1);
    for (const { download_url, size } of templates)
      expect(countBytes(await client.get(download_url))).toBe(size);
  },
});

export const download = defineRow(templateRoutes.download, {
  async callSuccessfully({ client, developer }, call) {
    const catalog = parseAnswer(templateRoutes.catalog.reply, await client.get("/api/v1/templates/catalog"));
    const template = catalog.templates.find(
      ({ framework, filename }) => framework === "stoa" && filename.endsWith(".py"),
    );
    const source = await call({ id: template?.id ?? "" });
    expect(Buffer.byteLength(source)).toBe(template?.size);
    const form = agentForm({}, new File([source], "template.py"));
    const answer = await client.call("POST", "/api/v1/agents/inspect", { token: developer.token, form });
    expect(answer.body).toMatchObject({ framework: "stoa" });
  },
  unknownIds: ["nothing", "..%2fpackage.json"],
});

/** Returns the size of a template's file, whether it is sent as JSON or as text. */
function countBytes({ status, headers }: Answer): number {
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain("attachment");
  return Number(headers.get("content-length"));
}
