import { Connector, StartedConsent } from "@stoa/contract";
import { beforeEach, expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { findAccountId } from "../../catalog/catalog.fixture.ts";
import { ledger } from "../../ledger/index.ts";
import { addConnector, useConnectorsServer } from "../connectors-server.fixture.ts";
import { GoogleAccounts } from "./google-accounts.fixture.ts";

const server = useConnectorsServer();
let google: GoogleAccounts;
beforeEach(() => {
  google = new GoogleAccounts(server().service);
  server().service.requests.splice(0);
});

async function connected({ token }: Person): Promise<Connector> {
  const { client } = server();
  const begun = await client.post("/api/v1/connectors/consent/google", undefined, { token });
  const url = parseAnswer(StartedConsent, begun).authorization_url;
  const path = "/api/v1/connectors/consent/google/finish";
  return parseAnswer(Connector, await client.post(path, google.consent(url), { token }));
}

const remove = ({ token }: Person, id: string) =>
  server().client.call("DELETE", `/api/v1/connectors/${id}`, { token });
/**
 * Deletes the person's account. Opens a wallet first, because this server opens none and an account
 * needs one to be deleted.
 */
async function leave({ token, password, username }: Person) {
  const { db } = server().database;
  const accountId = await findAccountId(db, username);
  await db.transaction().execute((tx) => ledger.openAccount(tx, accountId));
  return server().client.call("DELETE", "/api/v1/users/me", { token, json: { password } });
}
const settled = () => server().connectors.withdrawals.waitForPending();
const asksToRevoke = () => server().service.requests.filter(({ path }) => path === "/revoke");

test("deleting a connector revokes its access at Google", async () => {
  const person = await server().client.register();
  const { id } = await connected(person);
  expect(google.allowed).toBe(1);
  expect((await remove(person, id)).status).toBe(200);
  await settled();
  expect(google.allowed).toBe(0);
  expect(asksToRevoke()).toMatchObject([{ method: "POST" }]);
});

test("deleting an account revokes only its own access at Google", async () => {
  const [leaver, other] = [await server().client.register(), await server().client.register()];
  await connected(leaver);
  await connected(other);
  expect(google.allowed).toBe(2);
  expect((await leave(leaver)).status).toBe(200);
  await settled();
  expect(google.allowed).toBe(1);
  expect(asksToRevoke()).toHaveLength(1);
});

test("a failed deletion of an account revokes nothing", async () => {
  const person = await server().client.register();
  await connected(person);
  expect((await leave({ ...person, password: "not it" })).status).toBe(403);
  await settled();
  expect(google.allowed).toBe(1);
});

test("deleting a connector does not revoke a token that was entered by hand", async () => {
  const person = await server().client.register();
  const { id } = await addConnector(server(), person, { service_name: "google", api_key: "ya29.entered" });
  expect((await remove(person, id)).status).toBe(200);
  await settled();
  expect(server().service.requests).toEqual([]);
});

test("if Google does not answer, connectors and accounts are still deleted, and the log has a warning without the token", async () => {
  const [one, other] = [await server().client.register(), await server().client.register()];
  const { id } = await connected(one);
  await connected(other);
  google.isDown = true;
  expect((await remove(one, id)).status).toBe(200);
  expect((await leave(other)).status).toBe(200);
  await settled();
  const kept = await server().database.db.selectFrom("connectors").selectAll().execute();
  expect(kept.filter(({ id: own }) => own === id)).toEqual([]);
  expect(server().log()).toContain("failed to revoke a connector's access at its service");
  expect(server().log()).not.toContain("1//");
});

test("deleting a connector does not wait for Google", async () => {
  const person = await server().client.register();
  const { id } = await connected(person);
  let answer = () => {};
  const silent = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server().service.answer(async () => {
    await silent;
    return { status: 503 };
  });
  expect((await remove(person, id)).status).toBe(200);
  answer();
  await settled();
});
