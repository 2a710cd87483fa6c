import { Notification, NotificationList, Ok, Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { listNotifications, registerPerson, tell } from "./notifications.fixture.ts";

const server = useTestServer();

async function told(count: number) {
  const { client, db } = server();
  const person = await registerPerson(client, db);
  for (let n = 1; n <= count; n += 1) await tell(db, person.accountId, `n${n}`);
  const unread = async () =>
    parseAnswer(NotificationList, await client.get("/api/v1/notifications", { token: person.token })).unread;
  return { client, ...person, unread, listed: await listNotifications(client, person.token) };
}

test("marks one notification as read, and changes nothing the second time", async () => {
  const { client, token, listed, unread } = await told(3);
  const id = listed[1]?.id ?? "";
  for (const prefix of ["/api/v1", "/api"]) {
    const answer = parseAnswer(
      Notification,
      await client.put(`${prefix}/notifications/${id}/read`, {}, { token }),
    );
    expect(answer).toEqual({ ...listed[1], is_read: true });
  }
  expect((await listNotifications(client, token)).map(({ is_read }) => is_read)).toEqual([
    false,
    true,
    false,
  ]);
  expect(await unread()).toBe(2);
});

test("marks all notifications of the caller as read, and nobody else's", async () => {
  const [one, other] = [await told(3), await told(2)];
  const { client, token } = one;
  parseAnswer(Ok, await client.put("/api/v1/notifications/mark-all-read", {}, { token }));
  expect((await listNotifications(client, token)).every(({ is_read }) => is_read)).toBe(true);
  expect([await one.unread(), await other.unread()]).toEqual([0, 2]);
});

test("returns the same 404 for another person's notification, a missing notification and a malformed id", async () => {
  const [one, other] = [await told(1), await told(1)];
  for (const id of [other.listed[0]?.id ?? "", `ntf_${"0".repeat(32)}`, "1", "ntf_%00"]) {
    const answer = await one.client.put(`/api/v1/notifications/${id}/read`, {}, { token: one.token });
    expect(answer.status, id).toBe(404);
    expect(parseAnswer(Problem, answer).error).toBe("not_found");
  }
  expect(await other.unread()).toBe(1);
});
