import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Person } from "../../../../tests/harness/client.ts";
import { addConnector, useConnectorsServer } from "../../modules/connectors/connectors-server.fixture.ts";
import { MasterKeyFile } from "../../platform/crypto/master-key-file.ts";
import { createFixedKeys } from "../../platform/crypto/master-keys.ts";
import { OPERATOR, readAuditEntries } from "./admin.fixture.ts";
import { rotateKeys } from "./rotate-keys.ts";

const home = mkdtempSync(join(tmpdir(), "stoa-rotate-"));
afterAll(() => rmSync(home, { recursive: true }));
const server = useConnectorsServer(async () => ({ keys: await MasterKeyFile.open(home) }));

/** Opens the key file as a separate process would, while the server uses it. */
const ownFile = () => MasterKeyFile.open(home);
const lines = (name: string) => readFileSync(join(home, name), "utf8").trim().split("\n");

/** Returns the ids of all keys that sealed a value in the database. */
async function keysInUse(): Promise<string[]> {
  const { rows } = await server().database.pool.query<{ id: string }>(`
    SELECT DISTINCT encode(substring(sealed FROM 2 FOR 8), 'hex') AS id FROM (
      SELECT sealed_key AS sealed FROM api_keys UNION ALL
      SELECT sealed_credential FROM connectors UNION ALL
      SELECT sealed_config FROM connectors) AS everything`);
  return rows.map(({ id }) => id);
}

async function personWithConnector(): Promise<Person> {
  const person = await server().client.register();
  await addConnector(server(), person);
  return person;
}

async function expectAllReadable(people: Person[]): Promise<void> {
  const { client, connectors, database } = server();
  for (const { token, username } of people) {
    expect((await client.get("/api/v1/users/me", { token })).body).toHaveProperty(
      "api_key",
      expect.stringMatching(/^stoa_sk_/),
    );
    const { id } = await database.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    expect((await connectors.open(id, "openai"))?.secrets.credential).toBe("sk-test");
  }
}

test("a rotation reseals everything with the new key, and concurrent sign-ups and reads do not fail", async () => {
  const before = (await ownFile()).current().id.toString("hex");
  const early = await Promise.all(Array.from({ length: 5 }, personWithConnector));
  const during: Person[] = [];
  let rotating = true;
  const busy = Array.from({ length: 3 }, async () => {
    while (rotating) {
      const person = await personWithConnector();
      during.push(person);
      await expectAllReadable([person, ...early.slice(0, 1)]);
      await server().client.post("/api/v1/users/refresh-api-key", {}, { token: person.token });
    }
  });
  await rotateKeys(server().database.db, await ownFile(), OPERATOR, 500);
  rotating = false;
  await Promise.all(busy);
  const after = (await ownFile()).current().id.toString("hex");
  expect(after).not.toBe(before);
  expect(await keysInUse()).toEqual([after]);
  expect(during.length).toBeGreaterThan(0);
  await expectAllReadable([...early, ...during]);
  expect(lines("master.key")).toHaveLength(1);
  expect(lines("master.key.retired")).toHaveLength(1);
  expect(await readAuditEntries(server().database.db, after)).toMatchObject([
    { actor: OPERATOR, action: "master_key.rotate" },
  ]);
});

test("repeating an interrupted rotation finishes it with the key that was already created", async () => {
  const people = await Promise.all(Array.from({ length: 3 }, personWithConnector));
  const file = await ownFile();
  await file.add();
  const made = file.current().id.toString("hex");
  people.push(await personWithConnector());
  expect(await keysInUse()).toHaveLength(2);
  await rotateKeys(server().database.db, await ownFile(), OPERATOR, 0);
  expect(await keysInUse()).toEqual([made]);
  await expectAllReadable(people);
});

test("the second of two concurrent rotations is refused with a message", async () => {
  const outcomes = await Promise.allSettled([
    rotateKeys(server().database.db, await ownFile(), OPERATOR, 200),
    rotateKeys(server().database.db, await ownFile(), OPERATOR, 200),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toHaveProperty(
    "message",
    "Another rotation of the keys is in progress. Run this again after it ends.",
  );
  expect(lines("master.key")).toHaveLength(1);
});

test("a rotation with keys from the environment reseals everything with the first key", async () => {
  const people = [await personWithConnector()];
  const old = (await ownFile()).current();
  const file = await ownFile();
  await file.add();
  const next = file.current();
  expect(await rotateKeys(server().database.db, createFixedKeys(next, old), OPERATOR)).toHaveLength(3);
  expect(await keysInUse()).toEqual([next.id.toString("hex")]);
  await expectAllReadable(people);
});

test("values that cannot be decrypted are named and left unchanged, and the older keys are kept", async () => {
  const { username } = await personWithConnector();
  const { db } = server().database;
  const { id } = await db
    .updateTable("connectors")
    .set({ sealed_credential: Buffer.from("nonsense") })
    .where("user_id", "=", (query) => query.selectFrom("users").select("id").where("username", "=", username))
    .returning("id")
    .executeTakeFirstOrThrow();
  await expect(rotateKeys(db, await ownFile(), OPERATOR, 0)).rejects.toThrow(id);
  expect(lines("master.key").length).toBeGreaterThan(1);
  const row = await db
    .selectFrom("connectors")
    .select("sealed_credential")
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row?.sealed_credential.toString()).toBe("nonsense");
});
