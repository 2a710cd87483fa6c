import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount } from "../../modules/catalog/catalog.fixture.ts";
import { ledger } from "../../modules/ledger/index.ts";
import { createAdmin } from "./admin.fixture.ts";

const database = useTestDatabase();

test("grants and revokes the operator role, and says so if nothing changes", async () => {
  const { db } = database();
  const admin = createAdmin(db);
  const { username, accountId } = await someAccount(db);
  await db.transaction().execute((tx) => ledger.openAccount(tx, accountId));
  const said = async (command: string) => (await admin(command, username, "operator")).lines;
  expect(await said("revoke-role")).toEqual([`${username} is not an operator.`]);
  expect(await said("grant-role")).toEqual([`${username} is now an operator.`]);
  expect(await said("grant-role")).toEqual([`${username} is already an operator.`]);
  expect(await said("revoke-role")).toEqual([`${username} is no longer an operator.`]);
  expect((await admin("audit", "--user", username, "--json")).data).toMatchObject({
    entries: [
      { action: "user.revoke_role", before: { operator: true }, after: { operator: false } },
      { action: "user.grant_role", before: { operator: false }, after: { operator: true } },
    ],
  });
});
