import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { createFixedKeys, masterKey } from "../../../platform/crypto/master-keys.ts";
import { resealTable } from "../../../platform/crypto/reseal.ts";
import { Vault } from "../../../platform/crypto/vault.ts";
import { EventBus } from "../../../platform/events/event-bus.ts";
import { ledger } from "../../ledger/index.ts";
import { insertUser } from "../identity-store.ts";
import { listSealedSecrets, StartingCredits } from "./starting-credits.ts";

const database = useTestDatabase();
const [OLD, NEW] = [masterKey(Buffer.alloc(32, 1)), masterKey(Buffer.alloc(32, 2))];

const creditsWith = (vault: Vault) =>
  new StartingCredits({ db: database().db, vault, events: new EventBus() });

function claim(credits: StartingCredits, email: string): Promise<bigint> {
  return database()
    .db.transaction()
    .execute((tx) => credits.claim(tx, "acc_any", email));
}

test("grants nothing for the email address of an account that was created before claims existed", async () => {
  const { db } = database();
  const person = {
    username: "early",
    email: "early@example.com",
    passwordHash: null,
    awaitsConfirmation: false,
  };
  await db.transaction().execute(async (tx) => {
    const { accountId } = await insertUser(tx, person);
    await ledger.openAccount(tx, accountId);
    await ledger.grant(tx, { accountId, kind: "signup", period: "once", amount: 1n, source: "promo" });
  });
  const credits = creditsWith(new Vault(createFixedKeys(OLD)));
  await credits.prepare();
  expect(await claim(credits, "early+again@example.com")).toBe(0n);
});

test("keeps claims after the master key was rotated and the old key removed", async () => {
  await claim(creditsWith(new Vault(createFixedKeys(OLD))), "grace@example.com");
  const { db } = database();
  expect(await resealTable(listSealedSecrets(db, new Vault(createFixedKeys(NEW, OLD))))).toEqual({
    count: 1,
    failed: [],
  });
  const after = creditsWith(new Vault(createFixedKeys(NEW)));
  expect(await claim(after, "grace@example.com")).toBe(0n);
  expect(await claim(after, "somebody.else@example.com")).toBeGreaterThan(0n);
});
