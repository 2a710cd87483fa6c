import { CreatedKey, ExecutionResult, UploadReply, User } from "@stoa/contract";
import { expect } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import type { TestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../../catalog/catalog-server.fixture.ts";

const ECHO = "def run(message):\n    return message\n";

/** Registers a person. Returns the person's ids and functions that run and upload agents as this person. */
export async function registerPerson({ client, db }: TestServer) {
  const person = await client.register();
  const { token } = person;
  const user = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const { account_id: accountId } = await db
    .selectFrom("memberships")
    .select("account_id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const run = async (agentId: number, message: string, by: { token?: string; key?: string } = { token }) => {
    const body = { input_data: { message } };
    const answer = by.key
      ? await client.post(`/api/v1/sdk/agents/${agentId}/execute`, body, by)
      : await client.post("/api/v1/execute/run", { agent_id: agentId, ...body }, by);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return by.key ? Object(answer.body).data : parseAnswer(ExecutionResult, answer);
  };
  const upload = async (fields: Record<string, string> = {}, content = ECHO) => {
    const answer = await client.call("POST", "/api/v1/agents/upload", {
      token,
      form: uploadForm({ fields, file: { name: "agent.py", content } }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return parseAnswer(UploadReply, answer).agent.id;
  };
  return { ...person, userId: user.id, accountId, apiKey: user.api_key, run, upload };
}

export type RegisteredPerson = Awaited<ReturnType<typeof registerPerson>>;

/**
 * Creates an account that has used every feature, and that names its owner in everything that it wrote: an agent that
 * another person has run and reviewed, with a reply; a run of that person's agent, with a review and a report; a key,
 * limits, a schedule and a connector.
 */
export async function createFullAccount(server: TestServer) {
  const { client, db } = server;
  const [one, other] = [await registerPerson(server), await registerPerson(server)];
  const { token, username, email, userId, accountId } = one;
  const words = `I am ${username}, write to ${email}.`;

  const ownAgent = await one.upload({
    documentation: `${words} This agent repeats its input.`,
  });
  const otherAgent = await other.upload({}, "def run(message):\n    yield message\n");
  await other.run(ownAgent, "hello");
  const session = await one.run(otherAgent, words);
  const made = await client.post(
    "/api/v1/users/api-keys",
    { name: `Key of ${username}`, limit_per_day: 1.5 },
    { token },
  );
  const key = parseAnswer(CreatedKey, made);
  const keyed = await one.run(otherAgent, words, { key: key.api_key });
  await client.put("/api/v1/users/spending-limits", { limit_per_day: 5 }, { token });

  const schedule = {
    name: `Of ${username}`,
    agent_id: otherAgent,
    input_data: { message: words },
    cron: "0 0 1 1 *",
    time_zone: "UTC",
    monthly_cap: 1.5,
  };
  expect((await client.post("/api/v1/schedules", schedule, { token })).status).toBe(201);

  expect((await client.put(`/api/v1/agents/${otherAgent}/favourite`, {}, { token })).status).toBe(200);

  const review = (by: string, agent: number, text: string) =>
    client.put(`/api/v1/agents/${agent}/review`, { rating: 4, text }, { token: by });
  expect((await review(token, otherAgent, words)).status).toBe(200);
  const written = Object((await review(other.token, ownAgent, "Repeats its input.")).body);
  const reviews = Object((await client.get(`/api/v1/agents/${ownAgent}/reviews`, { token })).body).reviews;
  const reviewPath = `/api/v1/agents/${ownAgent}/reviews/${reviews[0].id}`;
  expect(written.error).toBeUndefined();
  expect((await client.put(`${reviewPath}/reply`, { text: words }, { token })).status).toBe(200);
  expect((await client.post(`${reviewPath}/report`, { reason: words }, { token })).status).toBe(201);
  await db
    .insertInto("connectors")
    .values({
      account_id: accountId,
      user_id: userId,
      service_name: "slack",
      credential_kind: "bot_token",
      sealed_credential: Buffer.from(`sealed of ${username}`),
      sealed_config: Buffer.from("sealed"),
    })
    .execute();
  return { one, other, ownAgent, otherAgent, runIds: [session.run_id, keyed.run_id], key };
}

/** Returns the tables that contain `text`, each with the number of rows that contain it. */
export async function findTablesWith({ pool }: TestServer, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0`,
      [text],
    );
    if (rows[0]?.count) found.push(`${name}: ${rows[0].count}`);
  }
  return found;
}
