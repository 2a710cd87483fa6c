import { CreatedKey } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { forgetOldSpending } from "./named-key-store.ts";

const server = useTestServer();

test("removes daily spending, and revoked keys with their limits, only after two months", async () => {
  const { client, db, pool } = server();
  const { token } = await client.register();
  const make = async (name: string) => {
    const answer = await client.post("/api/v1/users/api-keys", { name, limit_per_day: 1 }, { token });
    return parseAnswer(CreatedKey, answer).key.id;
  };
  const [live, fresh, old] = [await make("live"), await make("fresh"), await make("old")];
  for (const id of [fresh, old]) await client.call("DELETE", `/api/v1/users/api-keys/${id}`, { token });
  await pool.query("UPDATE api_keys SET revoked_at = now() - interval '63 days' WHERE id = $1", [old]);
  await pool.query(
    `INSERT INTO spending_days (account_id, key_id, day, amount)
     SELECT account_id, id, (now() AT TIME ZONE 'UTC')::date - age, 1 FROM api_keys, unnest(ARRAY[0, 31, 63]) age
     WHERE id = $1`,
    [live],
  );
  await forgetOldSpending(db);
  const ids = async (query: string) => (await pool.query(query)).rows.map(({ id }) => id);
  expect(await ids("SELECT id FROM api_keys WHERE name <> 'main' ORDER BY id")).toEqual([live, fresh]);
  expect(await ids("SELECT key_id AS id FROM spending_limits ORDER BY 1")).toEqual([live, fresh]);
  expect(await ids("SELECT now()::date - day AS id FROM spending_days ORDER BY 1")).toEqual([0, 31]);
});
