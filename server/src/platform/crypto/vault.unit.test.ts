import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createFixedKeys, masterKey } from "./master-keys.ts";
import { Vault } from "./vault.ts";

const context = { purpose: "api_key", row: "key_1", owner: "acc_1" } as const;

test("a sealed value can be opened, and sealing it twice gives different results", () => {
  const vault = new Vault(createFixedKeys(masterKey(randomBytes(32))));
  const sealed = vault.seal("stoa_sk_secret", context);
  expect(vault.open(sealed, context)).toBe("stoa_sk_secret");
  expect(vault.seal("stoa_sk_secret", context).equals(sealed)).toBe(false);
  expect(sealed.includes("secret")).toBe(false);
});

test.each([
  { ...context, row: "key_2" },
  { ...context, owner: "acc_2" },
  { ...context, purpose: "connector" as const },
])("a sealed value cannot be opened for %j", (other) => {
  const vault = new Vault(createFixedKeys(masterKey(randomBytes(32))));
  expect(() => vault.open(vault.seal("secret", context), other)).toThrow("authenticate");
});

test("detects a change of any byte", () => {
  const vault = new Vault(createFixedKeys(masterKey(randomBytes(32))));
  const sealed = vault.seal("s", context);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, context)).toThrow(/authenticate|format|not configured/);
  }
});

test("a value sealed with an older master key can be opened only if that key is present", () => {
  const old = masterKey(randomBytes(32));
  const next = masterKey(randomBytes(32));
  const sealed = new Vault(createFixedKeys(old)).seal("secret", context);
  expect(new Vault(createFixedKeys(next, old)).open(sealed, context)).toBe("secret");
  expect(() => new Vault(createFixedKeys(next)).open(sealed, context)).toThrow("not configured");
});
