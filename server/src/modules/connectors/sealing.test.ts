import { expect, test } from "vitest";
import type { Person } from "../../../../tests/harness/client.ts";
import { addConnector, addGitLab, useConnectorsServer } from "./connectors-server.fixture.ts";

const server = useConnectorsServer();

const ACCOUNT_SECRET = "s3cr3t-of-the-configuration@example.com";
const SECRETS = ["glpat-s3cr3t-good", "ATATT3x-s3cr3t", "sk-s3cr3t-refused", ACCOUNT_SECRET];

async function findUserId({ username }: Person): Promise<string> {
  const { id } = await server()
    .database.db.selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns every row of every table as text, with bytes as hexadecimal digits. */
async function dumped(): Promise<string> {
  const { pool } = server().database;
  const tables = await pool.query<{ name: string }>(
    "SELECT format('%I', table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows = await Promise.all(
    tables.rows.map(({ name }) => pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join("\n");
}

const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];

test("neither the database, the log nor any response contains the entered secrets", async () => {
  const { client, service, log } = server();
  const person = await client.register();
  const { token } = person;
  service.answer(({ headers }) => ({ status: 401, body: headers }));
  const gitlab = await addGitLab(server(), person, SECRETS[0]);
  await addConnector(server(), person, {
    service_name: "jira",
    api_key: SECRETS[1],
    service_config: { email: ACCOUNT_SECRET, site_url: "https://example.atlassian.net" },
  });
  const answers = [
    await client.post(`/api/v1/connectors/${gitlab.id}/test`, {}, { token }),
    await client.post(
      "/api/v1/connectors",
      { service_name: "openai", api_key: `${SECRETS[2]}\n` },
      { token },
    ),
    await client.post("/api/v1/connectors", { service_name: "jira", api_key: SECRETS[1] }, { token }),
    await client.put(`/api/v1/connectors/${gitlab.id}`, { usage_quota: 1 }, { token }),
    await client.get("/api/v1/connectors", { token }),
    await client.call("DELETE", `/api/v1/connectors/${gitlab.id}`, { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200, 200, 200]);
  expect(log()).toContain("refused");
  const everything = (await dumped()) + log() + JSON.stringify(answers.map(({ body }) => body));
  expect(everything).toContain(person.username);
  for (const spelling of SECRETS.flatMap(spellings)) expect(everything).not.toContain(spelling);
});

test("a row that was moved to another user cannot be decrypted", async () => {
  const { client, connectors, database } = server();
  const owner = await client.register();
  const thief = await client.register();
  const { id } = await addConnector(server(), owner);
  const thiefId = await findUserId(thief);
  expect((await connectors.open(await findUserId(owner), "openai"))?.secrets.credential).toBe("sk-test");
  await database.db.updateTable("connectors").set({ user_id: thiefId }).where("id", "=", id).execute();
  await expect(connectors.open(thiefId, "openai")).rejects.toThrow("authenticate");
});

test("a value cannot be decrypted in another row or for another purpose", async () => {
  const { client, connectors, database } = server();
  const owner = await client.register();
  const thief = await client.register();
  const mine = await addConnector(server(), owner);
  await addConnector(server(), thief);
  const thiefId = await findUserId(thief);
  const sealed = await database.db
    .selectFrom("connectors")
    .select(["sealed_credential", "sealed_config"])
    .where("id", "=", mine.id)
    .executeTakeFirstOrThrow();
  const thieve = (columns: Partial<typeof sealed>) =>
    database.db.updateTable("connectors").set(columns).where("user_id", "=", thiefId).execute();
  await thieve({ sealed_credential: sealed.sealed_credential });
  await expect(connectors.open(thiefId, "openai")).rejects.toThrow("authenticate");

  await database.db
    .updateTable("connectors")
    .set({ sealed_credential: sealed.sealed_config })
    .where("id", "=", mine.id)
    .execute();
  await expect(connectors.open(await findUserId(owner), "openai")).rejects.toThrow("authenticate");
});

test("a connection test of a row that cannot be decrypted returns 500 internal", async () => {
  const { client, database } = server();
  const owner = await client.register();
  const { id } = await addConnector(server(), owner);
  await database.db
    .updateTable("connectors")
    .set({ sealed_credential: Buffer.from("nonsense") })
    .where("id", "=", id)
    .execute();
  const answer = await client.post(`/api/v1/connectors/${id}/test`, {}, { token: owner.token });
  expect(answer.status).toBe(500);
  expect(answer.body).toHaveProperty("error", "internal");
});
