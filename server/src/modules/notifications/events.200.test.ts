import { Notification, NotificationList, NotificationStreamEvent } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { listNotifications, openStream, registerPerson, tell } from "./notifications.fixture.ts";

const server = useTestServer();
const otherNode = useTestServer({ beside: server });

const unread = (count: number) =>
  expect.objectContaining({
    event: "unread",
    data: { unread: count },
    id: expect.stringMatching(/^\d+:\d+:/),
  });
const listed = (name: string) =>
  expect.objectContaining({
    event: "notification",
    id: "",
    data: expect.objectContaining({ message: `${name} passed all checks and is now available.` }),
  });

test("begins a stream with the number of unread notifications, and then sends new notifications", async () => {
  const { client, db, url } = server();
  const { token, accountId } = await registerPerson(client, db);
  await tell(db, accountId, "before");
  const stream = await openStream(url, token);
  expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
  expect(await stream.next()).toEqual(unread(1));
  await tell(db, accountId, "after");
  const event = await stream.next();
  expect(event).toEqual(listed("after"));
  const [newest] = await listNotifications(client, token);
  expect(Notification.parse(event.data)).toEqual(newest);
  const count = await stream.next();
  expect(NotificationStreamEvent.unread.parse(count.data)).toEqual({ unread: 2 });
  stream.leave();
});

test("sends a person only their own notifications, including notifications that another node writes or marks as read", async () => {
  const { client, db } = server();
  const [one, other] = [await registerPerson(client, db), await registerPerson(client, db)];
  const there = await openStream(otherNode().url, one.token);
  const elsewhere = await openStream(otherNode().url, other.token);
  expect([await there.next(), await elsewhere.next()]).toEqual([unread(0), unread(0)]);
  await tell(db, one.accountId, "ada");
  expect([await there.next(), await there.next()]).toEqual([listed("ada"), unread(1)]);
  await client.put("/api/v1/notifications/mark-all-read", {}, { token: one.token });
  expect(await there.next()).toEqual(unread(0));
  await tell(db, other.accountId, "own");
  expect(await elsewhere.next()).toEqual(listed("own"));
  there.leave();
  elsewhere.leave();
});

test("sends the notifications after Last-Event-ID once and in order, on any node", async () => {
  const { client, db, url } = server();
  const { token, accountId } = await registerPerson(client, db);
  const first = await openStream(url, token);
  await first.next();
  await tell(db, accountId, "seen");
  await first.next();
  const { id } = await first.next();
  first.leave();
  await tell(db, accountId, "missed");
  await tell(db, accountId, "missed too");
  const second = await openStream(otherNode().url, token, id);
  expect([await second.next(), await second.next(), await second.next()]).toEqual([
    listed("missed"),
    listed("missed too"),
    unread(3),
  ]);
  second.leave();
});

test("sends a notification that was written before the last event but committed after it", async () => {
  const { client, db, url } = server();
  const { token, accountId } = await registerPerson(client, db);
  const stream = await openStream(url, token);
  await stream.next();
  let position = "";
  await db.transaction().execute(async (tx) => {
    await tell(tx, accountId, "slow");
    await tell(db, accountId, "fast");
    expect(await stream.next()).toEqual(listed("fast"));
    position = (await stream.next()).id;
    stream.leave();
  });
  const again = await openStream(url, token, position);
  expect([await again.next(), await again.next()]).toEqual([listed("slow"), unread(2)]);
  again.leave();
});

test.each([
  "7",
  "run_1",
  "1:2",
  "9:1:",
  "5:9:7,6",
  `${"9".repeat(18)}:${"9".repeat(18)}:`,
  "1:1:".padEnd(9_000, "1"),
])(
  "sends only new notifications after a Last-Event-ID that this server did not send: %.30s",
  async (after) => {
    const { client, db, url } = server();
    const { token, accountId } = await registerPerson(client, db);
    await tell(db, accountId, "before");
    const stream = await openStream(url, token, after);
    expect(await stream.next()).toEqual(unread(1));
    await tell(db, accountId, "then");
    expect(await stream.next()).toEqual(listed("then"));
    stream.leave();
  },
);

test("sends the notifications that were written while the server was disconnected from the database", async () => {
  const { client, db, url, pool } = server();
  const { token, accountId } = await registerPerson(client, db);
  const stream = await openStream(url, token);
  await stream.next();
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'stoa notices'",
  );
  await tell(db, accountId, "meanwhile");
  expect([await stream.next(), await stream.next()]).toEqual([listed("meanwhile"), unread(1)]);
  await tell(db, accountId, "later");
  expect([await stream.next(), await stream.next()]).toEqual([listed("later"), unread(2)]);
  stream.leave();
});

test("returns the newest page to a client that does not request a stream", async () => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  await tell(db, accountId);
  const answer = await client.get("/api/notifications/events", { token });
  expect(parseAnswer(NotificationList, answer).notifications).toHaveLength(1);
});
