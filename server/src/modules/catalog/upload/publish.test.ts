import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { insertNotice } from "../../notifications/notification-store.ts";
import { countOwned } from "../agents/agent-store.ts";
import { publication, someAccount, someAgent } from "../catalog.fixture.ts";
import { publishAgent } from "./publish.ts";
import { UploadNotices } from "./upload-notices.ts";

const database = useTestDatabase();

test("only one of ten simultaneous uploads is stored as the account's fifth agent, and the others return 403", async () => {
  const { db } = database();
  const notices = new UploadNotices(db, insertNotice);
  const { accountId } = await someAccount(db);
  for (let n = 1; n <= 4; n += 1) await someAgent(db, accountId, { name: `Agent ${n}` });
  const names = Array.from({ length: 10 }, (_, n) => `Racer ${n}`);
  const ends = await Promise.allSettled(
    names.map((name) => publishAgent(db, publication(accountId, { name }), { notices })),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const end of ends)
    if (end.status === "rejected")
      expect(end.reason).toMatchObject({ status: 403, code: "agent_limit_reached" });
  expect(await countOwned(db, accountId)).toBe(5);
});

test("a paid plan has no limit on the number of agents", async () => {
  const { db } = database();
  const notices = new UploadNotices(db, insertNotice);
  const { accountId } = await someAccount(db);
  await db.updateTable("accounts").set({ plan_type: "creator" }).where("id", "=", accountId).execute();
  for (let n = 1; n <= 7; n += 1)
    await publishAgent(db, publication(accountId, { name: `Agent ${n}` }), { notices });
  expect(await countOwned(db, accountId)).toBe(7);
});
