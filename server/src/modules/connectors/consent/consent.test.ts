import { Connector, StartedConsent } from "@stoa/contract";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { addConnector, useConnectorsServer } from "../connectors-server.fixture.ts";
import { GoogleAccounts } from "./google-accounts.fixture.ts";

const server = useConnectorsServer();
let google: GoogleAccounts;
beforeEach(() => {
  google = new GoogleAccounts(server().service);
});

const START = "/api/v1/connectors/consent/google";
const FINISH = `${START}/finish`;

async function started({ token }: Person): Promise<string> {
  const answer = await server().client.post(START, undefined, { token });
  return parseAnswer(StartedConsent, answer).authorization_url;
}

async function connected(person: Person): Promise<Connector> {
  const answer = await server().client.post(FINISH, google.consent(await started(person)), {
    token: person.token,
  });
  expect(answer.status).toBe(201);
  return parseAnswer(Connector.strict(), answer);
}

/** Returns the user's connector as a run would use it. */
async function opened({ username }: Person) {
  const { database, connectors } = server();
  const { id } = await database.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return connectors.open(id, "google");
}

/** Returns how many database sessions wait for a lock. */
async function countWaiters(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

const readCredential = async (person: Person) => (await opened(person))?.secrets.credential;

describe("a service that is connected by consent", () => {
  test("is marked in the list of services", async () => {
    const { token } = await server().client.register();
    const answer = await server().client.get("/api/v1/connectors/supported-services", { token });
    const services = answer.body as { name: string; by_consent?: boolean }[];
    expect(services.filter(({ by_consent }) => by_consent).map(({ name }) => name)).toEqual(["google"]);
  });

  test("requests long-term access with the scopes that its workflow nodes need", async () => {
    const url = new URL(await started(await server().client.register()));
    expect(url.pathname).toBe("/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "stoa-client",
      redirect_uri: "http://localhost:8080/connect/google",
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      scope: expect.stringContaining("https://www.googleapis.com/auth/spreadsheets"),
    });
  });

  test("becomes a connector whose access token is cached until it expires", async () => {
    const person = await server().client.register();
    expect(await connected(person)).toMatchObject({
      service_name: "google",
      is_active: true,
      usage_quota: null,
    });
    const before = google.refreshes;
    const first = await readCredential(person);
    expect(first).toMatch(/^ya29\./);
    expect(await readCredential(person)).toBe(first);
    expect(google.refreshes).toBe(before + 1);
  });

  test("gets a new access token when the old token has expired", async () => {
    google.goodForSeconds = 30;
    const person = await server().client.register();
    await connected(person);
    expect(await readCredential(person)).not.toBe(await readCredential(person));
  });

  test("reports revoked access, and keeps its quota when it is connected again", async () => {
    const person = await server().client.register();
    const { token } = person;
    const { id } = await connected(person);
    await server().client.put(`/api/v1/connectors/${id}`, { usage_quota: 5 }, { token });
    google.isRevoked = true;
    const ended = "Access to Google expired or was revoked. Connect Google again in Settings.";
    const tested = await server().client.post(`/api/v1/connectors/${id}/test`, undefined, { token });
    expect(tested.body).toEqual({ success: false, service: "google", message: ended });
    await expect(opened(person)).rejects.toMatchObject({ kind: "ended" });
    google.isRevoked = false;
    expect(await connected(person)).toMatchObject({ id, usage_quota: 5 });
    expect(await readCredential(person)).toMatch(/^ya29\./);
  });

  test("replaces a token that was entered by hand", async () => {
    const person = await server().client.register();
    const entered = await addConnector(server(), person, { service_name: "google", api_key: "ya29.entered" });
    expect(await readCredential(person)).toBe("ya29.entered");
    expect((await connected(person)).id).toBe(entered.id);
    expect(await readCredential(person)).not.toBe("ya29.entered");
  });

  test("updates the connector that another request added at the same time", async () => {
    const person = await server().client.register();
    const { database, client } = server();
    const owner = await database.db
      .selectFrom("users")
      .innerJoin("memberships", "memberships.user_id", "users.id")
      .select(["users.id", "memberships.account_id"])
      .where("username", "=", person.username)
      .executeTakeFirstOrThrow();
    const returned = google.consent(await started(person));
    const elsewhere = await database.pool.connect();
    await elsewhere.query("BEGIN");
    await elsewhere.query(
      `INSERT INTO connectors (id, account_id, user_id, service_name, credential_kind, sealed_credential, sealed_config)
       VALUES ('con_elsewhere', $1, $2, 'google', 'access_token', 'x', 'x')`,
      [owner.account_id, owner.id],
    );
    const finishing = client.post(FINISH, returned, { token: person.token });
    await expect.poll(() => countWaiters(database.pool), { timeout: 4_000 }).toBe(1);
    await elsewhere.query("COMMIT");
    elsewhere.release();
    const answer = await finishing;
    expect(answer).toMatchObject({ status: 201, body: { id: "con_elsewhere", is_active: true } });
    expect(await readCredential(person)).toMatch(/^ya29\./);
  });
});

describe("a consent", () => {
  test.each<[what: string, change: (returned: { code: string; state: string }) => object]>([
    ["an invalid code", (returned) => ({ ...returned, code: "other" })],
    ["an invalid state", (returned) => ({ ...returned, state: "other" })],
    ["a changed state", ({ code, state }) => ({ code, state: `${state.slice(0, -4)}AAAA` })],
    ["an answer without a code", ({ state }) => ({ state })],
    ["a user who denied access", ({ state }) => ({ state, error: "access_denied" })],
  ])("is refused for %s", async (_, change) => {
    const person = await server().client.register();
    const returned = google.consent(await started(person));
    const answer = await server().client.post(FINISH, change(returned), { token: person.token });
    expect(answer).toMatchObject({ status: 400, body: { error: "sign_in_failed" } });
    expect(await readCredential(person)).toBeUndefined();
  });

  test("is refused if another user gave it, because it would connect that user's Google account to this user's agents", async () => {
    const returned = google.consent(await started(await server().client.register()));
    const person = await server().client.register();
    const answer = await server().client.post(FINISH, returned, { token: person.token });
    expect(answer).toMatchObject({ status: 400, body: { error: "sign_in_failed" } });
  });

  test("is refused for a code that was already used", async () => {
    const person = await server().client.register();
    const returned = google.consent(await started(person));
    const finish = () => server().client.post(FINISH, returned, { token: person.token });
    expect([(await finish()).status, (await finish()).status]).toEqual([201, 400]);
  });

  test.each(["openai", "nothing"])(
    "is refused for the service %s, which is not connected by consent",
    async (service) => {
      const { token } = await server().client.register();
      const answer = await server().client.post(`/api/v1/connectors/consent/${service}`, undefined, {
        token,
      });
      expect(answer.status).toBe(404);
    },
  );

  test("is refused with status 503 if the provider does not answer", async () => {
    const person = await server().client.register();
    const returned = google.consent(await started(person));
    google.isDown = true;
    const answer = await server().client.post(FINISH, returned, { token: person.token });
    expect(answer).toMatchObject({ status: 503, body: { error: "provider_unavailable" } });
  });
});
