import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type ContentPlace, ContentVault } from "./content-vault.ts";
import { createFixedKeys, masterKey } from "./master-keys.ts";

const place: ContentPlace = { column: "run_events.payload", scope: "run_1", row: "1", owner: "acc_1" };
const createVault = () => new ContentVault(createFixedKeys(masterKey(randomBytes(32))));

test.each([
  "",
  "short",
  "ÄÖ 漢字 🦉",
  "a text that is long enough to be compressed ".repeat(1_000),
  randomBytes(50_000).toString("base64"),
])("opens what it sealed, and never seals it in the same way twice (%#)", (text) => {
  const vault = createVault();
  const sealed = vault.seal(text, place);
  expect(vault.open(sealed, place)).toBe(text);
  expect(vault.seal(text, place).equals(sealed)).toBe(false);
});

test("a long text takes less space than it has characters", () => {
  const text = JSON.stringify(
    Array.from({ length: 500 }, (_, id) => ({ id, role: "user", content: "Hello" })),
  );
  expect(createVault().seal(text, place).length).toBeLessThan(text.length / 4);
});

test.each([
  { ...place, column: "run_contents.input" as const },
  { ...place, scope: "run_2" },
  { ...place, row: "2" },
  { ...place, owner: "acc_2" },
])("a sealed value cannot be opened at %j", (other) => {
  const vault = createVault();
  expect(() => vault.open(vault.seal("secret", place), other)).toThrow("authenticate");
});

test("detects a change of any byte", () => {
  const vault = createVault();
  const sealed = vault.seal("s", place);
  for (let at = 1; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, place)).toThrow(/authenticate|does not have/);
  }
  const changed = Buffer.from(sealed);
  changed[0] = 3;
  expect(() => vault.open(changed, place)).toThrow("authenticate");
});

test("thousands of values have different nonces", () => {
  const vault = createVault();
  const nonces = Array.from({ length: 2_000 }, () => vault.seal("s", place).toString("hex", 9, 21));
  expect(new Set(nonces).size).toBe(nonces.length);
});

test("text from before the encryption is read until it is sealed", () => {
  const vault = createVault();
  const plain = Buffer.concat([Buffer.from([0]), Buffer.from("ÄÖ")]);
  expect(vault.open(plain, place)).toBe("ÄÖ");
  const sealed = vault.reseal(plain, place);
  expect(sealed.subarray(1, 9).equals(vault.getCurrentKeyId())).toBe(true);
  expect(vault.open(sealed, place)).toBe("ÄÖ");
});

test("a value sealed with an older master key can be opened only if that key is present", () => {
  const [old, next] = [masterKey(randomBytes(32)), masterKey(randomBytes(32))];
  const sealed = new ContentVault(createFixedKeys(old)).seal("secret", place);
  expect(new ContentVault(createFixedKeys(next, old)).open(sealed, place)).toBe("secret");
  const without = new ContentVault(createFixedKeys(next));
  expect(() => without.open(sealed, place)).toThrow(
    expect.objectContaining({ status: 500, code: "content_key_missing" }),
  );
  expect(without.openIfKnown(sealed, place)).toBeNull();
  expect(() => without.openIfKnown(without.seal("s", { ...place, row: "2" }), place)).toThrow("authenticate");
});
