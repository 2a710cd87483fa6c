import { Balance } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Client, type Person, parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";

const server = useTestServer();

async function readCredits(client: Client, { token }: Pick<Person, "token">): Promise<number> {
  return parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token })).current_balance;
}

const leave = ({ token, password }: Person) =>
  server().client.call("DELETE", "/api/v1/users/me", { token, json: { password } });

test("grants starting credits once per email address, even after the account was deleted", async () => {
  const { client } = server();
  const first = await client.register();
  expect(await readCredits(client, first)).toBe(10);
  expect((await leave(first)).status).toBe(200);
  const second = await client.register({ email: first.email.toUpperCase() });
  expect(await readCredits(client, second)).toBe(0);
});

test("does not grant credits again for an address with another tag, or with other dots if the provider ignores them", async () => {
  const { client } = server();
  const first = await client.register({ email: "ada.lovelace@gmail.com" });
  const second = await client.register({ email: "adalovelace+stoa@googlemail.com" });
  expect([await readCredits(client, first), await readCredits(client, second)]).toEqual([10, 0]);
});

test("grants credits for only one of several concurrent sign-ups with one mailbox", async () => {
  const { client } = server();
  const people = await Promise.all(
    Array.from({ length: 6 }, (_, n) => client.register({ email: `mary+${n}@example.com` })),
  );
  const credits = await Promise.all(people.map((person) => readCredits(client, person)));
  expect(credits.reduce((sum, each) => sum + each, 0)).toBe(10);
});

test("grants nothing for a changed email address, or to another person who signs up with the previous address", async () => {
  const { client } = server();
  const person = await client.register();
  const changed = await client.put(
    "/api/v1/users/me",
    { email: `new.${person.email}`, password: person.password },
    { token: person.token },
  );
  expect(changed.status).toBe(200);
  expect(await readCredits(client, person)).toBe(10);
  expect(await readCredits(client, await client.register({ email: person.email }))).toBe(0);
});

test("stores nothing that reveals an email address without the key", async () => {
  const { client, pool } = server();
  const { email } = await client.register();
  const { rows } = await pool.query(
    "SELECT mailbox_hash = sha256($1::bytea) AS plain FROM starting_credit_claims",
    [Buffer.from(email)],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ plain }) => plain === false)).toBe(true);
});

test("a new account has nothing to confirm on a server without mail", async () => {
  const { client } = server();
  const { token } = await client.register();
  expect((await client.get("/api/v1/users/me", { token })).body).toMatchObject({ email_confirmed: true });
  const again = await client.post("/api/v1/users/resend-confirmation", {}, { token });
  expect(again).toMatchObject({ status: 409, body: { error: "conflict" } });
});
