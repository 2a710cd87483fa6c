import type { Route } from "@stoa/contract";
import { AgentId, ExecutionResult } from "@stoa/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import { findAccountId } from "../../server/src/modules/catalog/catalog.fixture.ts";
import type { Answer, CallOptions, KeyHolder } from "../harness/client.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";
import { agentFile, agentForm } from "./world.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "100" } });

/** A word that every text of the private agent contains and no other text. */
const SECRET = "zanzibar";
const UNKNOWN_ID = 2_000_000_000;
const INPUT = { message: "Hello" };
const REVIEW_ID = `rev_${"0".repeat(32)}`;

const routes: readonly Route[] = Object.values(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const formatRoute = ({ method, path }: Route) => `${method} ${path}`;

function getShape(schema: z.ZodType | undefined): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

const hasAgentInPath = ({ params }: Route): boolean => getShape(params).id === AgentId;

/** Returns whether a route names an agent in its path, query or body. */
function hasAgent(route: Route): boolean {
  return hasAgentInPath(route) || "agent_id" in getShape(route.query) || "agent_id" in getShape(route.body);
}

function createVersionForm(): FormData {
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

/** The request that each route with an agent receives in addition to the agent's id. A new route needs a row here. */
const REQUESTS: Readonly<Record<string, () => CallOptions>> = {
  "DELETE /agents/:id": () => ({}),
  "DELETE /agents/:id/favourite": () => ({}),
  "DELETE /agents/:id/hosts/allow": () => ({}),
  "DELETE /agents/:id/secrets/:name": () => ({}),
  "DELETE /agents/:id/shared-values": () => ({}),
  "DELETE /agents/:id/shared-values/value": () => ({}),
  "DELETE /agents/:id/review": () => ({}),
  "DELETE /agents/:id/reviews/:review_id/reply": () => ({}),
  "DELETE /operator/agents/:id/suspension": () => ({}),
  "DELETE /remembered-values/:id": () => ({}),
  "DELETE /remembered-values/:id/value": () => ({}),
  "GET /agents/:id": () => ({}),
  "GET /agents/:id/connectors": () => ({}),
  "GET /agents/:id/hosts": () => ({}),
  "GET /agents/:id/review": () => ({}),
  "GET /agents/:id/reviews": () => ({}),
  "GET /agents/:id/secrets": () => ({}),
  "GET /agents/:id/shared-values": () => ({}),
  "GET /agents/:id/versions": () => ({}),
  "GET /agents/:id/versions/:number/archive": () => ({}),
  "GET /agents/:id/versions/:number/diff": () => ({}),
  "GET /agents/:id/versions/:number/packages": () => ({}),
  "GET /agents/:id/versions/:number/workflow": () => ({}),
  "GET /billing/agent/:id/analytics": () => ({}),
  "GET /billing/agent/:id/revenue": () => ({}),
  "GET /billing/history": () => ({}),
  "GET /conversations": () => ({}),
  "GET /execute/agent/:id/usage-history": () => ({}),
  "GET /execute/my-usage": () => ({}),
  "GET /execute/my-usage/histogram": () => ({}),
  "GET /execute/runs": () => ({}),
  "GET /remembered-values/:id": () => ({}),
  "GET /sdk/agents/:id": () => ({}),
  "POST /agents/:id/connectors/grant": () => ({
    json: { uses: [{ service: "github", methods: ["GET"], paths: ["/user"] }] },
  }),
  "POST /agents/:id/hosts/allow": () => ({ json: { hosts: ["api.example.com"] } }),
  "POST /agents/:id/reviews/:review_id/report": () => ({ json: { reason: "It is not about the agent" } }),
  "POST /agents/:id/versions": () => ({ form: createVersionForm() }),
  "POST /agents/:id/versions/:number/compare": () => ({ json: {} }),
  "POST /agents/:id/versions/:number/activate": () => ({ json: {} }),
  "POST /agents/:id/versions/:number/withdraw": () => ({ json: {} }),
  "POST /conversations": () => ({ json: {} }),
  "POST /execute/estimate": () => ({ json: { input_data: INPUT } }),
  "POST /execute/run": () => ({ json: { input_data: INPUT } }),
  "POST /schedules": () => ({ json: SCHEDULE }),
  "POST /sdk/agents/:id/execute": () => ({ json: { input_data: INPUT } }),
  "POST /sdk/agents/:id/versions": () => ({ form: createVersionForm() }),
  "POST /sdk/schedules": () => ({ json: SCHEDULE }),
  "POST /users/publishable-keys": () => ({
    json: { name: "Site", origins: ["https://shop.example.com"], limit_per_day: 1 },
  }),
  "PUT /agents/:id": () => ({ json: { description: "Mine now" } }),
  "PUT /agents/:id/favourite": () => ({ json: {} }),
  "PUT /agents/:id/review": () => ({ json: { rating: 5, text: "Good" } }),
  "PUT /agents/:id/secrets": () => ({ json: { secrets: { A_KEY: "mine now" } } }),
  "PUT /agents/:id/reviews/:review_id/reply": () => ({ json: { text: "Thanks" } }),
  "PUT /operator/agents/:id/suspension": () => ({ json: { reason: "It spies" } }),
};

interface World {
  agentId: number;
  owner: KeyHolder;
  /** A person who belongs to the owner's account. */
  member: KeyHolder;
  /** A person who ran, favorited, scheduled and reviewed the agent while it was public. */
  formerCaller: KeyHolder;
  stranger: KeyHolder;
}
let world: World;

function getCredential({ auth }: Route, user: KeyHolder): CallOptions {
  if (auth === "public") return {};
  return auth === "key" ? { key: user.key } : { token: user.token };
}

/** Calls a route for an agent. */
function ask(route: Route, agentId: number, user: CallOptions): Promise<Answer> {
  const request = REQUESTS[formatRoute(route)]?.() ?? {};
  const path = route.path
    .replace(":id", String(agentId))
    .replace(":number", "1")
    .replace(":name", "A_KEY")
    .replace(":review_id", REVIEW_ID);
  const inBody = "agent_id" in getShape(route.body);
  const queryFields = getShape(route.query);
  const query = "agent_id" in queryFields ? `?agent_id=${agentId}` : "key" in queryFields ? "?key=city" : "";
  return server().client.call(route.method, `/api/v1${path}${query}`, {
    ...user,
    ...request,
    ...(inBody && { json: { ...Object(request.json), agent_id: agentId } }),
  });
}

/** Returns an answer without the values that differ between any two requests. */
function toComparable({ status, body }: Answer) {
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
  await joinAccount({ ...member, key: "" }, await findAccountId(db, owner.username));
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

test("the table lists every route that names an agent", () => {
  expect(routes.filter(hasAgent).map(formatRoute).sort()).toEqual(Object.keys(REQUESTS).sort());
});

describe("a private agent", () => {
  test.each(routes.filter(hasAgent).map((route) => [formatRoute(route), route] as const))(
    "looks like a missing agent to people outside the account: %s",
    async (_, route) => {
      const { agentId, stranger } = world;
      const callers = [getCredential(route, stranger), ...(route.auth === "optional" ? [{}] : [])];
      for (const user of callers) {
        const answer = await ask(route, agentId, user);
        expect(toComparable(answer)).toEqual(toComparable(await ask(route, UNKNOWN_ID, user)));
        expect(JSON.stringify(answer.body)).not.toContain(SECRET);
      }
    },
  );
});

test("the lists, statistics and records of other accounts do not mention a private agent", async () => {
  const { client } = server();
  const lists = routes.filter(({ method, params, auth }) => method === "GET" && !params && auth !== "public");
  expect(lists.length).toBeGreaterThan(20);
  for (const route of lists.filter(({ streams }) => !streams))
    for (const user of [world.formerCaller, world.stranger]) {
      const { body } = await client.get(`/api/v1${route.path}`, getCredential(route, user));
      expect(JSON.stringify(body), formatRoute(route)).not.toContain(SECRET);
    }
  for (const query of [`search=${SECRET}`, `developer=${world.owner.username}`, "favourites=true"])
    expect(
      (await client.get(`/api/v1/agents?${query}`, { token: world.formerCaller.token })).body,
    ).toMatchObject({ total: 0 });
  const favorites = await client.get("/api/v1/favourites", { token: world.formerCaller.token });
  expect(favorites.body).toMatchObject({ favourites: [], total: 0 });
  const request = { query: `Something that knows ${SECRET}` };
  const found = await client.post("/api/v1/recommendations/recommend", request, {
    token: world.stranger.token,
  });
  expect(JSON.stringify(found.body)).not.toContain(`Knows ${SECRET}`);
  for (const page of [`/agent/${world.agentId}`, "/sitemap.xml"])
    expect(String((await client.get(page)).body)).not.toMatch(
      new RegExp(`${SECRET}|agent[=/]${world.agentId}<`),
    );
});

test("the owner and members of the account can read, find and run a private agent", async () => {
  const { client } = server();
  const run = { agent_id: world.agentId, input_data: INPUT };
  for (const user of [world.owner, world.member]) {
    const { token } = user;
    for (const route of routes.filter((each) => hasAgent(each) && each.method === "GET"))
      if (!route.path.endsWith("/workflow"))
        expect((await ask(route, world.agentId, getCredential(route, user))).status, formatRoute(route)).toBe(
          200,
        );
    const found = await client.get(`/api/v1/agents?search=${SECRET}`, { token });
    expect(found.body).toMatchObject({ total: 1, agents: [{ id: world.agentId, visibility: "private" }] });
    const ran = await client.post("/api/v1/execute/run", run, { token });
    expect(parseAnswer(ExecutionResult, ran)).toMatchObject({ success: true, agent_output: INPUT.message });
  }
});
