import { Problem, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { someAgent } from "../../catalog/catalog.fixture.ts";
import { type RegisteredPerson, registerPerson } from "./full-account.fixture.ts";

const server = useTestServer();

async function leave({ token, password }: Pick<RegisteredPerson, "token" | "password">, more: object = {}) {
  const json = { password, ...more };
  const answer = await server().client.call("DELETE", "/api/v1/users/me", { token, json });
  return answer.status === 200 ? 200 : parseAnswer(Problem, answer);
}

test("returns 409 with the remedy while a run of the account or of its agents is active", async () => {
  const { client } = server();
  const [caller, developer] = [await registerPerson(server()), await registerPerson(server())];
  const agent_id = await someAgent(server().db, developer.accountId, {
    name: "Slow",
    price: 100_000n,
    content: { source: "import time\ndef run(message):\n    time.sleep(60)\n", filename: "slow.py" },
  });
  const running = client.post(
    "/api/v1/execute/run",
    { agent_id, input_data: { message: "hi" } },
    { token: caller.token },
  );
  const live = () =>
    server().db.selectFrom("runs").select("id").where("status", "=", "running").executeTakeFirst();
  await expect.poll(live).toBeDefined();
  expect(await leave(caller)).toMatchObject({
    status: 409,
    error: "account_in_use",
    detail: "You have an active run. Cancel it or wait until it ends.",
  });
  expect(await leave(developer)).toMatchObject({
    status: 409,
    error: "account_in_use",
    detail: expect.stringContaining("Your agents have 1 run in progress."),
  });
  const { id } = (await live()) ?? {};
  await client.post(`/api/v1/execute/runs/${id}/cancel`, {}, { token: caller.token });
  await running;
  expect(await leave(caller)).toBe(200);
});

test("returns 409 while the account has earnings, until the person gives them up", async () => {
  const [caller, developer] = [await registerPerson(server()), await registerPerson(server())];
  const agentId = await developer.upload();
  await caller.run(agentId, "hi");
  expect(await leave(developer)).toMatchObject({
    status: 409,
    error: "balance_left",
    detail:
      "You would lose 0.00014 USD of earned or purchased balance. Spend it first, or confirm that you give it up.",
  });
  expect((await server().client.get("/api/v1/users/me", { token: developer.token })).status).toBe(200);
  expect(await leave(developer, { give_up_balance: true })).toBe(200);
});

test("returns 403 for a wrong password, delays guesses, and deletes nothing", async () => {
  const person = await registerPerson(server());
  for (let guess = 0; guess < 5; guess++)
    expect(await leave({ ...person, password: "guess" })).toMatchObject({ status: 403, error: "forbidden" });
  expect(await leave(person)).toMatchObject({ status: 429, error: "rate_limited" });
  expect((await server().client.get("/api/v1/users/me", { token: person.token })).status).toBe(200);
});

test("requires a session and the password, and refuses an API key", async () => {
  const { client } = server();
  const { token, password } = await client.register();
  const { api_key } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const json = { password };
  for (const [options, status] of [
    [{}, 401],
    [{ token: "wrong" }, 401],
    [{ token: api_key }, 403],
    [{ key: api_key }, 403],
  ] as const)
    expect((await client.call("DELETE", "/api/v1/users/me", { ...options, json })).status).toBe(status);
  for (const wrong of [{}, { password: "" }, { password, sure: true }, { password, give_up_balance: "yes" }])
    expect((await client.call("DELETE", "/api/v1/users/me", { token, json: wrong })).status).toBe(400);
  expect((await client.get("/api/v1/users/me", { token })).status).toBe(200);
});
