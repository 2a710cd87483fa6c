import { Balance, nanoToUsd, PLANS, SessionReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("opens a session and creates an API key and a wallet with the plan's credits", async () => {
  const { client } = server();
  const answer = await client.post("/api/v1/users/register", {
    username: "ada_lovelace",
    email: " Ada@Example.com ",
    password: "secret",
  });
  expect(answer.status).toBe(201);
  const { access_token: token } = parseAnswer(SessionReply, answer);
  const me = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  expect(me).toMatchObject({
    username: "ada_lovelace",
    email: "Ada@Example.com",
    plan_type: "free",
    is_active: true,
    api_key: expect.stringMatching(/^stoa_sk_[0-9A-Za-z]{36}$/),
  });
  const balance = parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token }));
  expect(balance).toMatchObject({
    current_balance: nanoToUsd(PLANS.free.credits.amountNano),
    total_spent: 0,
    held: 0,
  });
});

test("accepts the path without v1 and with a trailing slash", async () => {
  const { client } = server();
  const person = await client.register();
  const answer = await client.get("/api/users/me/", { token: person.token });
  expect(parseAnswer(User, answer).username).toBe(person.username);
});
