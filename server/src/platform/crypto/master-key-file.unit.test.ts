import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadMasterKey } from "./master-key-file.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "stoa-key-"));
});
afterEach(() => rm(home, { recursive: true }));

test("the first start makes a private key, the second reads it", async () => {
  const first = await loadMasterKey(home, undefined);
  expect((await stat(join(home, "master.key"))).mode & 0o777).toBe(0o600);
  expect((await loadMasterKey(home, undefined)).key.equals(first.key)).toBe(true);
});

test("of many first starts at once one makes the key for all", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKey(home, undefined)));
  expect(new Set(keys.map((key) => key.key.toString("hex"))).size).toBe(1);
});

test("a key that others can read is refused", async () => {
  await loadMasterKey(home, undefined);
  await chmod(join(home, "master.key"), 0o644);
  await expect(loadMasterKey(home, undefined)).rejects.toThrow("can be read by others");
});

test("a key of the wrong length is refused", async () => {
  await writeFile(join(home, "master.key"), "c2hvcnQ=", { mode: 0o600 });
  await expect(loadMasterKey(home, undefined)).rejects.toThrow("32 bytes");
  await expect(loadMasterKey(home, "c2hvcnQ=")).rejects.toThrow("STOA_MASTER_KEY");
});
