import { Connector, QUOTA_NOTICES } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { countOneUse } from "../connectors/usage-store.ts";
import { listNotifications, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();

async function connector(usage_quota: number | null) {
  const { client, db } = server();
  const { token } = await registerPerson(client, db);
  const request = { service_name: "openai", api_key: "sk-1", usage_quota };
  const { id } = parseAnswer(Connector, await client.post("/api/v1/connectors", request, { token }));
  return {
    id,
    token,
    use: async (times: number) => {
      for (let n = 0; n < times; n += 1) await countOneUse(db, id);
    },
    told: async () =>
      (await listNotifications(client, token)).map(({ type, title, message }) => [type, title, message]),
  };
}

test("notifies once each at 75, 90 and 100 % of a quota, and marks the last notification as an error", async () => {
  const { use, told } = await connector(20);
  await use(14);
  expect(await told()).toEqual([]);
  await use(1);
  const at75 = [
    "warning",
    "75% of a quota used",
    "Agents used 15 of the 20 calls to OpenAI that you allow per month.",
  ];
  expect(await told()).toEqual([at75]);
  await use(3);
  const at90 = [
    "warning",
    "90% of a quota used",
    "Agents used 18 of the 20 calls to OpenAI that you allow per month.",
  ];
  expect(await told()).toEqual([at90, at75]);
  await use(5);
  const at100 = [
    "error",
    "Quota used up",
    "Agents used all 20 calls to OpenAI that you allow per month. Further calls are refused until next month.",
  ];
  expect(await told()).toEqual([at100, at90, at75]);
  expect(QUOTA_NOTICES).toEqual([75, 90, 100]);
});

test("sends only the notification for the highest threshold if one call exceeds several", async () => {
  const { use, told } = await connector(1);
  await use(1);
  expect((await told()).map(([, title]) => title)).toEqual(["Quota used up"]);
});

test("notifies once per threshold if several calls happen at the same moment", async () => {
  const { use, told } = await connector(40);
  await Promise.all(Array.from({ length: 40 }, () => use(1)));
  expect((await told()).map(([, title]) => title)).toEqual([
    "Quota used up",
    "90% of a quota used",
    "75% of a quota used",
  ]);
});

test("notifies about each threshold once per month, even if the quota changes", async () => {
  const { id, token, use, told } = await connector(4);
  const { client, pool } = server();
  await use(3);
  await client.put(`/api/v1/connectors/${id}`, { usage_quota: 8 }, { token });
  await use(3);
  expect((await told()).map(([, title]) => title)).toEqual(["75% of a quota used"]);
  await pool.query(`
    WITH passed AS (
      UPDATE connectors SET usage_month = (usage_month - interval '1 month')::date WHERE id = '${id}'
      RETURNING old.usage_month AS this_month, new.usage_month AS last_month
    )
    UPDATE notifications SET occasion = replace(occasion, this_month::text, last_month::text)
    FROM passed WHERE occasion LIKE 'quota:${id}:%'`);
  await use(6);
  expect((await told()).map(([, title]) => title)).toEqual(["75% of a quota used", "75% of a quota used"]);
});

test("does not notify without a quota, or with a quota of zero", async () => {
  for (const quota of [null, 0]) {
    const { use, told } = await connector(quota);
    await use(30);
    expect(await told()).toEqual([]);
  }
});
