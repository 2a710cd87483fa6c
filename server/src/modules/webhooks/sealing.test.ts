import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { resealTable } from "../../platform/crypto/reseal.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import { useDeliveries } from "./deliverer.fixture.ts";
import { replaceSecret } from "./endpoint-store.ts";
import { createSealedSecretTable } from "./sealed-secret-store.ts";
import { openWebhookSecrets, sealWebhookSecret } from "./webhook-secrets.ts";

const stage = useDeliveries();

async function kept(id: string) {
  const row = await stage().endpointRow(id);
  return {
    id,
    accountId: row.account_id,
    sealedSecret: row.sealed_secret,
    sealedPrevious: row.sealed_previous,
  };
}

test("stores secrets in sealed form, which can be opened only in their own row", async () => {
  const { endpoint, vault } = stage();
  const [one, other] = [await endpoint("/one"), await endpoint("/other")];
  const row = await kept(one.id);
  expect(row.sealedSecret.toString("latin1")).not.toContain(one.secret);
  expect(openWebhookSecrets(vault, row)).toEqual([one.secret]);
  expect(() => openWebhookSecrets(vault, { ...row, id: other.id })).toThrow("authenticate");
  expect(() => openWebhookSecrets(vault, { ...row, accountId: other.accountId })).toThrow("authenticate");
});

test("reseals both secrets when the master key is rotated", async () => {
  const { endpoint, vault, db } = stage();
  const old = masterKey(randomBytes(32));
  const before = new Vault(createFixedKeys(old));
  const there = await endpoint("/rotates");
  for (const secret of ["whsec_older", "whsec_newer"])
    await replaceSecret(db, there.accountId, there.id, sealWebhookSecret(before, there, secret));
  const next = masterKey(randomBytes(32));
  const both = new Vault(createFixedKeys(next, old));
  expect(await resealTable(createSealedSecretTable(db, both))).toEqual({ count: 1, failed: [] });
  expect(await resealTable(createSealedSecretTable(db, both))).toEqual({ count: 0, failed: [] });
  const after = new Vault(createFixedKeys(next));
  expect(openWebhookSecrets(after, await kept(there.id))).toEqual(["whsec_newer", "whsec_older"]);
  const broken = { ...there, sealedSecret: Buffer.from("x"), sealedPrevious: null };
  expect(() => openWebhookSecrets(vault, broken)).toThrow("unknown format");
});
