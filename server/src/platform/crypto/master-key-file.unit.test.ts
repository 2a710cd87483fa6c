import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadMasterKeys } from "./load-master-keys.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "stoa-key-"));
});
afterEach(() => rm(home, { recursive: true }));

test("the first start makes a private key, the second reads it", async () => {
  const first = await loadMasterKeys(home, undefined);
  expect((await stat(join(home, "master.key"))).mode & 0o777).toBe(0o600);
  expect((await loadMasterKeys(home, undefined)).current().key.equals(first.current().key)).toBe(true);
});

test("of many first starts at once one makes the key for all", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKeys(home, undefined)));
  expect(new Set(keys.map((key) => key.current().key.toString("hex"))).size).toBe(1);
});

test("a key that others can read is refused", async () => {
  await loadMasterKeys(home, undefined);
  await chmod(join(home, "master.key"), 0o644);
  await expect(loadMasterKeys(home, undefined)).rejects.toThrow("can be read by others");
});

test("a key of the wrong length is refused", async () => {
  await writeFile(join(home, "master.key"), "c2hvcnQ=", { mode: 0o600 });
  await expect(loadMasterKeys(home, undefined)).rejects.toThrow("32 bytes");
  await expect(loadMasterKeys(home, "c2hvcnQ=")).rejects.toThrow("STOA_MASTER_KEY");
});
