import { type Notification, notificationRoutes } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parsed } from "../../harness/client.ts";
import { row } from "../row.ts";
import { missingFields } from "../specified-fields.ts";
import type { World } from "../world.ts";

const UNKNOWN_IDS = [`ntf_${"0".repeat(32)}`, "parrot"];

async function listed({ client }: World, { token }: KeyHolder) {
  return parsed(notificationRoutes.list.reply, await client.get("/api/v1/notifications", { token }));
}

/** A person with two notifications of a replaced key. */
async function told(world: World): Promise<{ who: KeyHolder; notifications: Notification[] }> {
  const who = await world.client.registerWithKey();
  for (const _ of [1, 2]) await world.client.post("/api/v1/users/refresh-api-key", {}, { token: who.token });
  return { who, notifications: (await listed(world, who)).notifications };
}

/** A notification of the developer about the listed agent. */
async function ofDeveloper(world: World): Promise<string> {
  const [first] = (await listed(world, world.developer)).notifications;
  if (!first) throw new Error("the developer has been told nothing");
  return first.id;
}

export const list = row(notificationRoutes.list, {
  async happy(world, call) {
    const { who } = await told(world);
    const { notifications, unread } = await call({}, who);
    expect(missingFields("notification", notifications)).toEqual([]);
    expect(notifications).toHaveLength(2);
    expect(unread).toBe(2);
    for (const { kind, is_read } of notifications)
      expect({ kind, is_read }).toEqual({ kind: "api_key_refreshed", is_read: false });
    const page = await call({ query: "limit=1" }, who);
    expect(page.notifications).toEqual(notifications.slice(0, 1));
    expect((await call({ query: `cursor=${page.next_cursor}` }, who)).notifications).toEqual(
      notifications.slice(1),
    );
    expect((await call({}, world.stranger)).notifications).toEqual([]);
  },
  bad: [
    ["limit", () => ({ query: "limit=0" })],
    ["cursor", () => ({ query: "cursor=nonsense" })],
  ],
});

export const read = row(notificationRoutes.read, {
  async happy(world, call) {
    const { who, notifications } = await told(world);
    const [newest, oldest] = notifications;
    if (!newest) throw new Error("there is no notification");
    expect(await call({ id: newest.id }, who)).toEqual({ ...newest, is_read: true });
    expect(await listed(world, who)).toMatchObject({
      notifications: [{ ...newest, is_read: true }, oldest],
      unread: 1,
    });
  },
  by: "developer",
  ask: async (world) => ({ id: await ofDeveloper(world) }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const readAll = row(notificationRoutes.readAll, {
  async happy(world, call) {
    const { who } = await told(world);
    const other = await told(world);
    expect(await call({}, who)).toEqual({ success: true });
    const { notifications, unread } = await listed(world, who);
    expect(unread).toBe(0);
    expect(notifications.map(({ is_read }) => is_read)).toEqual([true, true]);
    expect((await listed(world, other.who)).unread).toBe(2);
  },
});
