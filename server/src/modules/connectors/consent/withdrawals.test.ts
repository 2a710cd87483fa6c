import { Connector, StartedConsent } from "@stoa/contract";
import { beforeEach, expect, test } from "vitest";
import { type Person, parsed } from "../../../../../tests/harness/client.ts";
import { accountOf } from "../../catalog/catalog.fixture.ts";
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
  const url = parsed(StartedConsent, begun).authorization_url;
  const path = "/api/v1/connectors/consent/google/finish";
  return parsed(Connector, await client.post(path, google.consent(url), { token }));
}

const remove = ({ token }: Person, id: string) =>
  server().client.call("DELETE", `/api/v1/connectors/${id}`, { token });
/** Nobody opens wallets on this server, and who leaves must have one. */
async function leave({ token, password, username }: Person) {
  const { db } = server().database;
  const accountId = await accountOf(db, username);
  await db.transaction().execute((tx) => ledger.openAccount(tx, accountId));
  return server().client.call("DELETE", "/api/v1/users/me", { token, json: { password } });
}
const settled = () => server().connectors.withdrawals.settled();
const asksToRevoke = () => server().service.requests.filter(({ path }) => path === "/revoke");

test("a connector that is deleted gives back at Google what was allowed there", async () => {
  const person = await server().client.register();
  const { id } = await connected(person);
  expect(google.allowed).toBe(1);
  expect((await remove(person, id)).status).toBe(200);
  await settled();
  expect(google.allowed).toBe(0);
  expect(asksToRevoke()).toMatchObject([{ method: "POST" }]);
});

test("an account that is deleted gives back its own and nobody else's", async () => {
  const [leaver, other] = [await server().client.register(), await server().client.register()];
  await connected(leaver);
  await connected(other);
  expect(google.allowed).toBe(2);
  expect((await leave(leaver)).status).toBe(200);
  await settled();
  expect(google.allowed).toBe(1);
  expect(asksToRevoke()).toHaveLength(1);
});

test("an account that stays, as its password was wrong, gives nothing back", async () => {
  const person = await server().client.register();
  await connected(person);
  expect((await leave({ ...person, password: "not it" })).status).toBe(403);
  await settled();
  expect(google.allowed).toBe(1);
});

test("a token that was entered by hand is its owner's to end", async () => {
  const person = await server().client.register();
  const { id } = await addConnector(server(), person, { service_name: "google", api_key: "ya29.entered" });
  expect((await remove(person, id)).status).toBe(200);
  await settled();
  expect(server().service.requests).toEqual([]);
});

test("what Google does not answer keeps neither connector nor account, and the log says so without the token", async () => {
  const [one, other] = [await server().client.register(), await server().client.register()];
  const { id } = await connected(one);
  await connected(other);
  google.isDown = true;
  expect((await remove(one, id)).status).toBe(200);
  expect((await leave(other)).status).toBe(200);
  await settled();
  const kept = await server().database.db.selectFrom("connectors").selectAll().execute();
  expect(kept.filter(({ id: own }) => own === id)).toEqual([]);
  expect(server().log()).toContain("access that a connector had could not be given back");
  expect(server().log()).not.toContain("1//");
});

test("nobody waits for Google", async () => {
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
