import { NotificationList, NotificationSettings } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";
import { insertNotice } from "./notification-store.ts";
import { registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();
const SETTINGS = "/api/v1/notifications/settings";

async function readSettings(token: string) {
  const list = parseAnswer(NotificationList, await server().client.get("/api/v1/notifications", { token }));
  return { kinds: list.notifications.map(({ kind }) => kind), unread: list.unread };
}

test("notifications of a kind that a person has switched off are neither listed nor counted", async () => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  expect(parseAnswer(NotificationSettings, await client.get(SETTINGS, { token }))).toEqual({ muted: [] });
  const saved = await client.put(SETTINGS, { muted: ["balance_low", "run_finished"] }, { token });
  expect(parseAnswer(NotificationSettings, saved)).toEqual({ muted: ["balance_low", "run_finished"] });
  const facts = { agent_id: 1, agent_name: "Echo" };
  await insertNotice(db, { accountId, kind: "balance_low", facts: {}, occasion: "low" });
  await insertNotice(db, { accountId, kind: "models_back", facts, occasion: "back" });
  expect(await readSettings(token)).toEqual({ kinds: ["models_back"], unread: 1 });

  await client.put(SETTINGS, { muted: [] }, { token });
  await insertNotice(db, { accountId, kind: "balance_low", facts: {}, occasion: "low again" });
  expect(await readSettings(token)).toEqual({ kinds: ["balance_low", "models_back"], unread: 2 });
});

test("refuses to switch off notifications about a replaced API key, and refuses unknown or repeated kinds", async () => {
  const { client } = server();
  const { token } = await client.register();
  for (const muted of [["api_key_refreshed"], ["no_such_kind"], ["balance_low", "balance_low"]])
    expect((await client.put(SETTINGS, { muted }, { token })).status, muted.join()).toBe(400);
});

test("notifies the caller about a finished run only if it ran in the background", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({});
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token, form });
  const body = { agent_id: Object(uploaded.body).agent.id, input_data: { message: "hi" } };
  expect((await client.post("/api/v1/execute/run", body, { token })).status).toBe(200);
  const headers = { prefer: "respond-async" };
  const accepted = await client.post("/api/v1/execute/run", body, { token, headers });
  expect(accepted.status).toBe(202);
  const finished = async () => {
    const list = parseAnswer(NotificationList, await client.get("/api/v1/notifications", { token }));
    return list.notifications.filter(({ kind }) => kind === "run_finished").map(({ run_id }) => run_id);
  };
  await expect.poll(finished, { timeout: 8_000 }).toEqual([Object(accepted.body).run_id]);
});
