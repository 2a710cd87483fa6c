import { User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();
const ME = "/api/v1/users/me";

test("immediately ends every session that the person has, but not other sessions, API keys or later sign-ins", async () => {
  const { client } = server();
  const [person, other] = [await client.register(), await client.register()];
  const signIn = async () => {
    const { email, password } = person;
    const answer = await client.post("/api/v1/users/login", { email, password });
    return String(Object(answer.body).access_token);
  };
  const tokens = [person.token, await signIn(), await signIn()];
  const statuses = () => Promise.all(tokens.map(async (token) => (await client.get(ME, { token })).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  const { api_key } = parseAnswer(User, await client.get(ME, { token: person.token }));

  const answer = await client.call("POST", "/api/users/sign-out-everywhere", { token: person.token });
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect(await statuses()).toEqual([401, 401, 401]);
  expect((await client.get("/api/v1/sdk/balance", { key: api_key })).status).toBe(200);
  expect((await client.get(ME, { token: other.token })).status).toBe(200);
  expect((await client.get(ME, { token: await signIn() })).status).toBe(200);
});

test("returns 401 without a session and 403 with an API key, and signs nobody out", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { api_key } = parseAnswer(User, await client.get(ME, { token }));
  const end = (options: object) => client.call("POST", "/api/v1/users/sign-out-everywhere", options);
  for (const options of [{}, { token: "wrong" }]) expect((await end(options)).status).toBe(401);
  for (const options of [{ token: api_key }, { key: api_key }]) expect((await end(options)).status).toBe(403);
  expect((await client.get(ME, { token })).status).toBe(200);
});
