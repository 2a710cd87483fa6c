import { ApiKeyReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

test("accepts the new key immediately, refuses the old key, and stores neither in plain text", async () => {
  const { client, db } = server();
  const { token } = await client.register();
  const before = parseAnswer(User, await client.get("/api/v1/users/me", { token })).api_key;
  expect((await client.get("/api/v1/sdk/balance", { key: before })).status).toBe(200);
  const after = parseAnswer(
    ApiKeyReply,
    await client.post("/api/users/refresh-api-key", {}, { token }),
  ).api_key;
  expect(after).not.toBe(before);
  expect((await client.get("/api/v1/sdk/balance", { key: before })).status).toBe(401);
  expect((await client.get("/api/v1/sdk/balance", { key: after })).status).toBe(200);
  expect((await client.get("/api/v1/sdk/balance", { token: after })).status).toBe(200);
  const rows = await db.selectFrom("api_keys").select("sealed_key").execute();
  for (const row of rows) expect(row.sealed_key?.includes(after.slice(8))).toBe(false);
});

test("after ten concurrent refreshes, only the key that the profile shows is valid", async () => {
  const { client } = server();
  const { token } = await client.register();
  const keys = await Promise.all(
    Array.from(
      { length: 10 },
      async () =>
        parseAnswer(ApiKeyReply, await client.post("/api/v1/users/refresh-api-key", {}, { token })).api_key,
    ),
  );
  const shown = parseAnswer(User, await client.get("/api/v1/users/me", { token })).api_key;
  expect(keys).toContain(shown);
  const statuses = await Promise.all(
    keys.map(async (key) => (await client.get("/api/v1/sdk/balance", { key })).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});
