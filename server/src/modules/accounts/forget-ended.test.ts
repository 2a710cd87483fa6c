import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { testAccounts } from "./accounts.fixture.ts";
import { insertUser } from "./identity-store.ts";

const database = useTestDatabase();

test("removes only links and sign-ins that have expired", async () => {
  const { db, pool } = database();
  const vault = new Vault(createFixedKeys(masterKey(randomBytes(32))));
  const accounts = testAccounts({ db, pool, vault, events: new EventBus() });
  const person = {
    username: "mira",
    email: "mira@example.com",
    passwordHash: null,
    awaitsConfirmation: false,
  };
  const { userId } = await db.transaction().execute((tx) => insertUser(tx, person));
  await pool.query(
    `INSERT INTO mailed_links (token_hash, user_id, purpose, email, expires_at)
     SELECT sha256(minutes::text::bytea), $1, 'reset_password', minutes::text || '@x', now() + make_interval(mins => minutes)
     FROM unnest(ARRAY[-1, 1]) AS minutes`,
    [userId],
  );
  await pool.query(
    `INSERT INTO provider_sign_ins (browser_hash, provider, state, nonce, code_verifier, expires_at)
     SELECT sha256(minutes::text::bytea), 'google', minutes::text, '', '', now() + make_interval(mins => minutes)
     FROM unnest(ARRAY[-1, 1]) AS minutes`,
  );
  await accounts.forgetEnded();
  const left = await pool.query(
    "SELECT email AS what FROM mailed_links UNION ALL SELECT state FROM provider_sign_ins",
  );
  expect(left.rows).toEqual([{ what: "1@x" }, { what: "1" }]);
});
