import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadMasterKeys } from "./load-master-keys.ts";
import { MasterKeyFile } from "./master-key-file.ts";
import { Vault } from "./vault.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "stoa-key-"));
});
afterEach(() => rm(home, { recursive: true }));

test("the first start creates a private key file and the second reads it", async () => {
  const first = await loadMasterKeys(home, undefined);
  expect((await stat(join(home, "master.key"))).mode & 0o777).toBe(0o600);
  expect((await loadMasterKeys(home, undefined)).current().key.equals(first.current().key)).toBe(true);
});

test("concurrent first starts all get the same key", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKeys(home, undefined)));
  expect(new Set(keys.map((key) => key.current().key.toString("hex"))).size).toBe(1);
});

test("refuses a key file that other users can read", async () => {
  await loadMasterKeys(home, undefined);
  await chmod(join(home, "master.key"), 0o644);
  await expect(loadMasterKeys(home, undefined)).rejects.toThrow("is readable by other users");
});

test("refuses a key of the wrong length", async () => {
  await writeFile(join(home, "master.key"), "c2hvcnQ=", { mode: 0o600 });
  await expect(loadMasterKeys(home, undefined)).rejects.toThrow("32 bytes");
  await expect(loadMasterKeys(home, "c2hvcnQ=")).rejects.toThrow("STOA_MASTER_KEY");
});

const context = { purpose: "api_key", row: "key_1", owner: "acc_1" } as const;

test("a key that another process adds is used immediately for opening and sealing", async () => {
  const here = await MasterKeyFile.open(home);
  const vault = new Vault(here);
  const before = vault.seal("before", context);
  const other = await MasterKeyFile.open(home);
  await other.add();
  const theirs = new Vault(other).seal("theirs", context);
  expect(vault.open(theirs, context)).toBe("theirs");
  expect(vault.open(before, context)).toBe("before");
  expect(vault.getCurrentPrefix().subarray(1).equals(other.current().id)).toBe(true);
  expect(vault.seal("now", context).subarray(0, 9).equals(vault.getCurrentPrefix())).toBe(true);
});

test("the retired keys of all rotations are kept in a separate private file", async () => {
  const file = await MasterKeyFile.open(home);
  const first = file.current().key.toString("base64");
  await file.add();
  const second = file.current().key.toString("base64");
  const retired = await file.retireOlder();
  await file.add();
  await file.retireOlder();
  expect((await readFile(retired, "utf8")).trim().split("\n")).toEqual([second, first]);
  expect((await stat(retired)).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, "master.key"))).mode & 0o777).toBe(0o600);
  expect(file.getOlder()).toEqual([]);
});

test("refuses to seal if the key file is gone", async () => {
  const vault = new Vault(await loadMasterKeys(home, undefined));
  const sealed = vault.seal("secret", context);
  await rm(join(home, "master.key"));
  expect(() => vault.seal("secret", context)).toThrow("is missing");
  expect(vault.open(sealed, context)).toBe("secret");
});

test("the first of several keys in the environment seals, and all of them open", async () => {
  const [next, old] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const sealed = new Vault(await loadMasterKeys(home, old)).seal("secret", context);
  const vault = new Vault(await loadMasterKeys(home, `${next},${old}`));
  expect(vault.open(sealed, context)).toBe("secret");
  const anew = vault.reseal(sealed, context);
  expect(new Vault(await loadMasterKeys(home, next)).open(anew, context)).toBe("secret");
});
