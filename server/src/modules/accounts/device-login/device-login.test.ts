import { DeviceLogin, DeviceLoginKey, KeyList, StartedDeviceLogin } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";

const PATH = "/api/v1/users/device-logins";
const server = useTestServer();

const post = (path: string, body: object, token?: string) =>
  server().client.post(PATH + path, body, token === undefined ? {} : { token });

async function start(name = "stoa-cli on laptop"): Promise<StartedDeviceLogin> {
  return parseAnswer(StartedDeviceLogin, await post("", { client_name: name }));
}

const collect = (device_code: string) => post("/token", { device_code });

test("a program gets a key with the chosen scopes and limit after a person has approved its code", async () => {
  const { token, username } = await server().client.register();
  const login = await start();
  expect(login.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(login.verification_uri_complete).toBe(`${login.verification_uri}?code=${login.user_code}`);
  expect(await collect(login.device_code)).toMatchObject({
    status: 400,
    body: { error: "authorization_pending" },
  });
  expect(await collect(login.device_code)).toMatchObject({ status: 400, body: { error: "slow_down" } });

  const typed = ` ${login.user_code.toLowerCase().replace("-", " ")} `;
  const query = new URLSearchParams({ user_code: typed });
  const found = await server().client.get(`${PATH}?${query}`, { token });
  expect(parseAnswer(DeviceLogin, found)).toMatchObject({
    user_code: login.user_code,
    client_name: "stoa-cli on laptop",
  });
  const approval = { user_code: typed, scopes: ["read", "run"], limit_per_day: 2.5 };
  expect((await post("/approve", approval, token)).status).toBe(200);
  expect((await post("/approve", approval, token)).status).toBe(404);

  const both = await Promise.all([collect(login.device_code), collect(login.device_code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const given = parseAnswer(DeviceLoginKey, both.find(({ status }) => status === 200) ?? both[0]);
  expect(given).toMatchObject({ key_name: "stoa-cli on laptop", username });
  const me = await server().client.get("/api/v1/agents/?limit=1", { key: given.api_key });
  expect(me.status).toBe(200);
  const { keys } = parseAnswer(KeyList, await server().client.get("/api/v1/users/api-keys", { token }));
  expect(keys[1]).toMatchObject({ name: given.key_name, scopes: ["read", "run"], limit_per_day: 2.5 });
});

test("a second login of the same program gets a key with a number after its name", async () => {
  const { token } = await server().client.register();
  const names: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const login = await start("x".repeat(60));
    await post("/approve", { user_code: login.user_code }, token);
    names.push(parseAnswer(DeviceLoginKey, await collect(login.device_code)).key_name);
  }
  expect(names).toEqual(["x".repeat(60), `${"x".repeat(58)} 2`, `${"x".repeat(58)} 3`]);
});

test("a refused login ends with access_denied, and after that it is unknown", async () => {
  const { token } = await server().client.register();
  const { user_code, device_code } = await start();
  expect((await post("/refuse", { user_code }, token)).status).toBe(200);
  expect((await post("/approve", { user_code }, token)).status).toBe(404);
  expect(await collect(device_code)).toMatchObject({ status: 400, body: { error: "access_denied" } });
  expect(await collect(device_code)).toMatchObject({ status: 400, body: { error: "expired_token" } });
  expect(await collect("invented")).toMatchObject({ status: 400, body: { error: "expired_token" } });
});

test("an expired login can be neither approved nor collected", async () => {
  const { token } = await server().client.register();
  const [waiting, approved] = [await start(), await start()];
  await post("/approve", { user_code: approved.user_code }, token);
  await server()
    .db.updateTable("device_logins")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  expect((await post("/approve", { user_code: waiting.user_code }, token)).status).toBe(404);
  for (const { device_code } of [waiting, approved])
    expect(await collect(device_code)).toMatchObject({ status: 400, body: { error: "expired_token" } });
});

test("only a session approves a login: an API key cannot create more keys", async () => {
  const { key } = await server().client.registerWithKey();
  const { user_code } = await start();
  const answer = await server().client.post(`${PATH}/approve`, { user_code }, { key });
  expect(answer).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("An API key cannot") },
  });
  expect((await post("/approve", { user_code })).status).toBe(401);
});

test("a person who has too many keys reads so when they approve", async () => {
  const { token } = await server().client.register();
  for (let number = 0; number < 20; number += 1)
    await server().client.post("/api/v1/users/api-keys", { name: `key ${number}` }, { token });
  const { user_code } = await start();
  expect(await post("/approve", { user_code }, token)).toMatchObject({
    status: 403,
    body: { error: "key_limit_reached" },
  });
});

test("trying codes is limited per person", async () => {
  const { token } = await server().client.register();
  const tries = [];
  for (let number = 0; number < 31; number += 1)
    tries.push((await post("/refuse", { user_code: "BCDF-GHJK" }, token)).status);
  expect(tries.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404));
  expect(tries[30]).toBe(429);
});

test.each([
  ["", { client_name: "" }, "client_name", "A name is required"],
  ["", { client_name: "main" }, "client_name", "The name main is reserved for the main key"],
  ["/token", { device_code: "" }, "device_code", /./],
])("POST %s with %j names the field", async (path, body, field, message) => {
  expect(await post(path, body)).toMatchObject({
    status: 400,
    body: { errors: [{ field, message: expect.stringMatching(message) }] },
  });
});
