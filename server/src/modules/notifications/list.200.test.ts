import { NotificationList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { insertNotice } from "./notification-store.ts";
import { registerPerson, tell } from "./notifications.fixture.ts";

const server = useTestServer();

test("returns every field of the specification, a link to the subject, and whether the notification is unread", async () => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  const before = Date.now();
  await tell(db, accountId, "ada");
  const { notifications, unread, next_cursor } = parseAnswer(
    NotificationList,
    await client.get("/api/v1/notifications/", { token }),
  );
  expect(notifications).toEqual([
    {
      id: expect.stringMatching(/^ntf_[0-9a-f]{32}$/),
      type: "success",
      title: "Agent listed",
      message: "ada passed all checks and is now available.",
      created_at: expect.any(String),
      is_read: false,
      kind: "agent_listed",
      agent_id: 7,
      run_id: null,
    },
  ]);
  expect(Date.parse(notifications[0]?.created_at ?? "")).toBeGreaterThanOrEqual(before - 1);
  expect(unread).toBe(1);
  expect(next_cursor).toBeNull();
});

test("returns every notification once, newest first, in pages by cursor and by offset", async () => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  for (let n = 1; n <= 7; n += 1) await tell(db, accountId, `n${n}`);
  const page = async (query: string) =>
    parseAnswer(NotificationList, await client.get(`/api/notifications?limit=3${query}`, { token }));
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const { notifications, next_cursor, unread } = await page(cursor);
    expect(unread).toBe(7);
    seen.push(...notifications.map(({ message }) => message.split(" ")[0] ?? ""));
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(seen).toEqual(["n7", "n6", "n5", "n4", "n3", "n2", "n1"]);
  const { notifications } = await page("&offset=5");
  expect(notifications.map(({ message }) => message.split(" ")[0])).toEqual(["n2", "n1"]);
});

test("notifies each person of an account once about an event, and nobody else", async () => {
  const { client, db } = server();
  const [one, other] = [await registerPerson(client, db), await registerPerson(client, db)];
  const notice = {
    accountId: one.accountId,
    kind: "version_rolled_back" as const,
    facts: { agent_id: 3, agent_name: "Echo", from_version: 4, to_version: 3 },
    occasion: "rolled_back:3:4:3",
  };
  await Promise.all([1, 2, 3].map(() => insertNotice(db, notice)));
  const read = async (token: string) =>
    parseAnswer(NotificationList, await client.get("/api/v1/notifications", { token }));
  expect((await read(one.token)).notifications).toMatchObject([
    {
      type: "warning",
      title: "Version rolled back",
      message: "Echo was rolled back from version 4 to version 3.",
    },
  ]);
  expect(await read(other.token)).toEqual({ notifications: [], unread: 0, next_cursor: null });
});
