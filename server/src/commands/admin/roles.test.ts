import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount } from "../../modules/catalog/catalog.fixture.ts";
import { ledger } from "../../modules/ledger/index.ts";
import { adminOf } from "./admin.fixture.ts";

const database = useTestDatabase();

test("grants and revokes the role, each once", async () => {
  const { db } = database();
  const admin = adminOf(db);
  const { username, accountId } = await someAccount(db);
  await db.transaction().execute((tx) => ledger.openAccount(tx, accountId));
  const said = async (command: string) => (await admin(command, username, "operator")).lines;
  expect(await said("revoke-role")).toEqual([`${username} was no operator already.`]);
  expect(await said("grant-role")).toEqual([`${username} is an operator from now on.`]);
  expect(await said("grant-role")).toEqual([`${username} was an operator already.`]);
  expect(await said("revoke-role")).toEqual([`${username} is no operator from now on.`]);
  expect((await admin("audit", "--user", username, "--json")).data).toMatchObject({
    entries: [
      { action: "user.revoke_role", before: { operator: true }, after: { operator: false } },
      { action: "user.grant_role", before: { operator: false }, after: { operator: true } },
    ],
  });
});
