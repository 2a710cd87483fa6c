import { type Notification, notificationRoutes } from "@stoa/contract";
import { expect } from "vitest";
import { type KeyHolder, parseAnswer } from "../../harness/client.ts";
import { defineRow } from "../row.ts";
import { findMissingFields } from "../specified-fields.ts";
import type { World } from "../world.ts";

const UNKNOWN_IDS = [`ntf_${"0".repeat(32)}`, "parrot"];

async function listNotifications({ client }: World, { token }: KeyHolder) {
  return parseAnswer(notificationRoutes.list.reply, await client.get("/api/v1/notifications", { token }));
}

/** Creates a person with two notifications that say that their key was replaced. */
async function createNotifications(
  world: World,
): Promise<{ user: KeyHolder; notifications: Notification[] }> {
  const user = await world.client.registerWithKey();
  for (const _ of [1, 2]) await world.client.post("/api/v1/users/refresh-api-key", {}, { token: user.token });
  return { user, notifications: (await listNotifications(world, user)).notifications };
}

/** Returns the ID of the developer's notification about the listed agent. */
async function createDeveloperNotification(world: World): Promise<string> {
  const [first] = (await listNotifications(world, world.developer)).notifications;
  if (!first) throw new Error("the developer has no notification");
  return first.id;
}

export const list = defineRow(notificationRoutes.list, {
  async callSuccessfully(world, call) {
    const { user } = await createNotifications(world);
    const { notifications, unread } = await call({}, user);
    expect(findMissingFields("notification", notifications)).toEqual([]);
    expect(notifications).toHaveLength(2);
    expect(unread).toBe(2);
    for (const { kind, is_read } of notifications)
      expect({ kind, is_read }).toEqual({ kind: "api_key_refreshed", is_read: false });
    const page = await call({ query: "limit=1" }, user);
    expect(page.notifications).toEqual(notifications.slice(0, 1));
    expect((await call({ query: `cursor=${page.next_cursor}` }, user)).notifications).toEqual(
      notifications.slice(1),
    );
    expect((await call({}, world.stranger)).notifications).toEqual([]);
  },
  bad: [
    ["limit", () => ({ query: "limit=0" })],
    ["cursor", () => ({ query: "cursor=nonsense" })],
  ],
});

export const read = defineRow(notificationRoutes.read, {
  async callSuccessfully(world, call) {
    const { user, notifications } = await createNotifications(world);
    const [newest, oldest] = notifications;
    if (!newest) throw new Error("there is no notification");
    expect(await call({ id: newest.id }, user)).toEqual({ ...newest, is_read: true });
    expect(await listNotifications(world, user)).toMatchObject({
      notifications: [{ ...newest, is_read: true }, oldest],
      unread: 1,
    });
  },
  by: "developer",
  ask: async (world) => ({ id: await createDeveloperNotification(world) }),
  unknownIds: UNKNOWN_IDS,
  isPrivate: true,
});

export const readAll = defineRow(notificationRoutes.readAll, {
  async callSuccessfully(world, call) {
    const { user } = await createNotifications(world);
    const other = await createNotifications(world);
    expect(await call({}, user)).toEqual({ success: true });
    const { notifications, unread } = await listNotifications(world, user);
    expect(unread).toBe(0);
    expect(notifications.map(({ is_read }) => is_read)).toEqual([true, true]);
    expect((await listNotifications(world, other.user)).unread).toBe(2);
  },
});
