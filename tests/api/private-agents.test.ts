import type { Route } from "@stoa/contract";
import { AgentId, ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import { accountOf } from "../../server/src/modules/catalog/catalog.fixture.ts";
import type { Answer, CallOptions, KeyHolder } from "../harness/client.ts";
import { parsed } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { agentFile, agentForm } from "./world.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

/** Appears in every text of the private agent, and nowhere else. */
const SECRET = "zanzibar";
const UNKNOWN_ID = 2_000_000_000;
const INPUT = { message: "Hello" };
const REVIEW_ID = `rev_${"0".repeat(32)}`;

const routes: readonly Route[] = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function shapeOf(schema: z.ZodType | undefined): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

const takesAgentInPath = ({ params }: Route): boolean => shapeOf(params).id === AgentId;

/** Returns whether a route names an agent in its path, query or body. */
function takesAgent(route: Route): boolean {
  return takesAgentInPath(route) || "agent_id" in shapeOf(route.query) || "agent_id" in shapeOf(route.body);
}

function versionForm(): FormData {
  const form = new FormData();
  form.set("file", agentFile());
  return form;
}

const SCHEDULE = {
  name: "Every morning",
  input_data: INPUT,
  cron: "0 6 * * *",
  time_zone: "UTC",
  monthly_cap: 1,
};

/** What each route that names an agent is sent besides the agent's id. A new route needs a row here. */
const REQUESTS: Readonly<Record<string, () => CallOptions>> = {
  "DELETE /agents/:id": () => ({}),
  "DELETE /agents/:id/favourite": () => ({}),
  "DELETE /agents/:id/review": () => ({}),
  "DELETE /agents/:id/reviews/:review_id/reply": () => ({}),
  "DELETE /operator/agents/:id/suspension": () => ({}),
  "GET /agents/:id": () => ({}),
  "GET /agents/:id/connectors": () => ({}),
  "GET /agents/:id/review": () => ({}),
  "GET /agents/:id/reviews": () => ({}),
  "GET /agents/:id/versions": () => ({}),
  "GET /agents/:id/versions/:number/diff": () => ({}),
  "GET /agents/:id/versions/:number/workflow": () => ({}),
  "GET /billing/agent/:id/analytics": () => ({}),
  "GET /billing/agent/:id/revenue": () => ({}),
  "GET /billing/history": () => ({}),
  "GET /execute/agent/:id/usage-history": () => ({}),
  "GET /execute/my-usage": () => ({}),
  "GET /execute/my-usage/histogram": () => ({}),
  "GET /execute/runs": () => ({}),
  "GET /sdk/agents/:id": () => ({}),
  "POST /agents/:id/connectors/grant": () => ({
    json: { uses: [{ service: "github", methods: ["GET"], paths: ["/user"] }] },
  }),
  "POST /agents/:id/reviews/:review_id/report": () => ({ json: { reason: "It is not about the agent" } }),
  "POST /agents/:id/versions": () => ({ form: versionForm() }),
  "POST /agents/:id/versions/:number/activate": () => ({ json: {} }),
  "POST /agents/:id/versions/:number/withdraw": () => ({ json: {} }),
  "POST /execute/estimate": () => ({ json: { input_data: INPUT } }),
  "POST /execute/run": () => ({ json: { input_data: INPUT } }),
  "POST /schedules": () => ({ json: SCHEDULE }),
  "POST /sdk/agents/:id/execute": () => ({ json: { input_data: INPUT } }),
  "POST /sdk/agents/:id/versions": () => ({ form: versionForm() }),
  "POST /sdk/schedules": () => ({ json: SCHEDULE }),
  "PUT /agents/:id": () => ({ json: { description: "Mine now" } }),
  "PUT /agents/:id/favourite": () => ({ json: {} }),
  "PUT /agents/:id/review": () => ({ json: { rating: 5, text: "Good" } }),
  "PUT /agents/:id/reviews/:review_id/reply": () => ({ json: { text: "Thanks" } }),
  "PUT /operator/agents/:id/suspension": () => ({ json: { reason: "It spies" } }),
};

interface World {
  agentId: number;
  owner: KeyHolder;
  /** A member of the owner's account. */
  member: KeyHolder;
  /** Ran, favorited, scheduled and reviewed the agent while it was public. */
  formerCaller: KeyHolder;
  stranger: KeyHolder;
}
let world: World;

function credential({ auth }: Route, who: KeyHolder): CallOptions {
  if (auth === "public") return {};
  return auth === "key" ? { key: who.key } : { token: who.token };
}

/** Calls a route for an agent. */
function ask(route: Route, agentId: number, who: CallOptions): Promise<Answer> {
  const request = REQUESTS[nameOf(route)]?.() ?? {};
  const path = route.path
    .replace(":id", String(agentId))
    .replace(":number", "1")
    .replace(":review_id", REVIEW_ID);
  const inBody = "agent_id" in shapeOf(route.body);
  const query = "agent_id" in shapeOf(route.query) ? `?agent_id=${agentId}` : "";
  return server().client.call(route.method, `/api/v1${path}${query}`, {
    ...who,
    ...request,
    ...(inBody && { json: { ...Object(request.json), agent_id: agentId } }),
  });
}

/** Returns an answer without the values that differ between any two requests. */
function comparable({ status, body }: Answer) {
  return { status, body: { ...Object(body), request_id: "" } };
}

async function joinAccount(person: KeyHolder, accountId: string): Promise<void> {
  await sql`UPDATE memberships SET account_id = ${accountId}, role = 'member'
    WHERE user_id = (SELECT id FROM users WHERE username = ${person.username})`.execute(server().db);
}

beforeAll(async () => {
  const { client, db, plans } = server();
  const [owner, member, formerCaller, stranger] = [
    await client.registerWithKey(),
    await client.register(),
    await client.registerWithKey(),
    await client.registerWithKey(),
  ];
  await plans.setPlan(owner.username, "business", "test");
  await joinAccount({ ...member, key: "" }, await accountOf(db, owner.username));
  const form = agentForm();
  const { body } = await client.call("POST", "/api/v1/agents/upload", { token: owner.token, form });
  const agentId = Number(Object(Object(body).agent).id);
  const byFormer = { token: formerCaller.token };
  const run = { agent_id: agentId, input_data: INPUT };
  for (const answer of [
    await client.post("/api/v1/execute/run", run, byFormer),
    await client.put(`/api/v1/agents/${agentId}/favourite`, {}, byFormer),
    await client.put(`/api/v1/agents/${agentId}/review`, { rating: 4, text: "Works" }, byFormer),
    await client.post("/api/v1/schedules", { ...SCHEDULE, agent_id: agentId }, byFormer),
  ])
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  const changes = {
    visibility: "private",
    description: `Knows ${SECRET}`,
    documentation: `All that is known of ${SECRET} is in this text, word for word.`,
    tags: [SECRET],
  };
  const changed = await client.put(`/api/v1/agents/${agentId}`, changes, { token: owner.token });
  expect(changed.body).toMatchObject({ visibility: "private" });
  const memberKey = await client.get("/api/v1/users/me", { token: member.token });
  world = {
    agentId,
    owner,
    member: { ...member, key: String(Object(memberKey.body).api_key) },
    formerCaller,
    stranger,
  };
});

test("lists every route that names an agent in the table", () => {
  expect(routes.filter(takesAgent).map(nameOf).sort()).toEqual(Object.keys(REQUESTS).sort());
});

describe("people outside the account get the same answer for a private agent as for a missing one", () => {
  test.each(routes.filter(takesAgent).map((route) => [nameOf(route), route] as const))(
    "%s",
    async (_, route) => {
      const { agentId, stranger } = world;
      const callers = [credential(route, stranger), ...(route.auth === "optional" ? [{}] : [])];
      for (const who of callers) {
        const answer = await ask(route, agentId, who);
        expect(comparable(answer)).toEqual(comparable(await ask(route, UNKNOWN_ID, who)));
        expect(JSON.stringify(answer.body)).not.toContain(SECRET);
      }
    },
  );
});

test("lists, figures and records of other accounts do not mention a private agent", async () => {
  const { client } = server();
  const lists = routes.filter(({ method, params, auth }) => method === "GET" && !params && auth !== "public");
  expect(lists.length).toBeGreaterThan(20);
  for (const route of lists.filter(({ streams }) => !streams))
    for (const who of [world.formerCaller, world.stranger]) {
      const { body } = await client.get(`/api/v1${route.path}`, credential(route, who));
      expect(JSON.stringify(body), nameOf(route)).not.toContain(SECRET);
    }
  for (const query of [`search=${SECRET}`, `developer=${world.owner.username}`, "favourites=true"])
    expect(
      (await client.get(`/api/v1/agents?${query}`, { token: world.formerCaller.token })).body,
    ).toMatchObject({ total: 0 });
  const favourites = await client.get("/api/v1/favourites", { token: world.formerCaller.token });
  expect(favourites.body).toMatchObject({ favourites: [], total: 0 });
  const wish = { query: `Something that knows ${SECRET}` };
  const found = await client.post("/api/v1/recommendations/recommend", wish, { token: world.stranger.token });
  expect(JSON.stringify(found.body)).not.toContain(`Knows ${SECRET}`);
  for (const page of [`/agent/${world.agentId}`, "/sitemap.xml"])
    expect(String((await client.get(page)).body)).not.toMatch(
      new RegExp(`${SECRET}|agent[=/]${world.agentId}<`),
    );
});

test("the owner and members of the account can read, find and run a private agent", async () => {
  const { client } = server();
  const run = { agent_id: world.agentId, input_data: INPUT };
  for (const who of [world.owner, world.member]) {
    const { token } = who;
    for (const route of routes.filter((each) => takesAgent(each) && each.method === "GET"))
      if (!route.path.endsWith("/workflow"))
        expect((await ask(route, world.agentId, credential(route, who))).status, nameOf(route)).toBe(200);
    const found = await client.get(`/api/v1/agents?search=${SECRET}`, { token });
    expect(found.body).toMatchObject({ total: 1, agents: [{ id: world.agentId, visibility: "private" }] });
    const ran = await client.post("/api/v1/execute/run", run, { token });
    expect(parsed(ExecutionResult, ran)).toMatchObject({ success: true, agent_output: INPUT.message });
  }
});
