import { NotificationList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { insertNotice } from "./notification-store.ts";
import { registerPerson, tell } from "./notifications.fixture.ts";

const server = useTestServer();

test("lists the notifications of one topic, or the unread ones, in pages", async () => {
  const { client, db } = server();
  const { token, accountId } = await registerPerson(client, db);
  await insertNotice(db, { accountId, kind: "balance_low", facts: {}, occasion: "balance_low:1" });
  for (const name of ["n1", "n2", "n3"]) await tell(db, accountId, name);
  const list = async (query: string) =>
    parseAnswer(NotificationList, await client.get(`/api/v1/notifications?${query}`, { token }));
  const said = (page: NotificationList) => page.notifications.map(({ message }) => message.split(" ")[0]);

  expect(said(await list("topic=money"))).toEqual(["Your"]);
  expect(said(await list("topic=runs"))).toEqual([]);
  const first = await list("topic=agents&limit=2");
  expect(said(first)).toEqual(["n3", "n2"]);
  expect(said(await list(`topic=agents&limit=2&cursor=${first.next_cursor}`))).toEqual(["n1"]);

  await client.put(`/api/v1/notifications/${first.notifications[0]?.id}/read`, {}, { token });
  const unread = await list("unread=true");
  expect(said(unread)).toEqual(["n2", "n1", "Your"]);
  expect(unread.unread).toBe(3);
  expect(said(await list("unread=true&topic=agents"))).toEqual(["n2", "n1"]);
  expect(said(await list("unread=false"))).toHaveLength(4);
});

test("refuses an unknown topic", async () => {
  const { client, db } = server();
  const { token } = await registerPerson(client, db);
  expect((await client.get("/api/v1/notifications?topic=weather", { token })).status).toBe(400);
});
