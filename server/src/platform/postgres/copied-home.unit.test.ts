import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findHomeBase, getSystemFolder } from "./cluster-location.ts";
import {
  copyHome,
  KEPT,
  keepOneRow,
  newHome,
  postmasterPid,
  query,
  start,
  TIMEOUT,
  useHomesWithRow,
} from "./embedded-home.fixture.ts";
import { findRunningPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const newHomeWithRow = useHomesWithRow();
const isRoot = process.getuid?.() === 0;
const quiet = { info: () => {}, warn: () => {} };

function createCopy(home: string): string {
  const copy = newHome();
  copyHome(home, copy);
  return copy;
}

/** Copies the files of a running server, as a disk snapshot or a badly timed copy does. */
function copyLiveFiles(home: string, copy: string): void {
  for (const name of ["owner.json", "data/stoa-owner.json", "data/postmaster.pid"]) {
    const file = join(home, "postgres", name);
    if (existsSync(file)) cpSync(file, join(copy, "postgres", name));
  }
}

const rows = (url: string) => query(url, "SELECT value FROM kept ORDER BY value");

describe("a copied home", () => {
  test(
    "serves its own data while the running original continues",
    async () => {
      const home = newHomeWithRow();
      const copy = createCopy(home);
      const original = await start(home);
      const postmaster = postmasterPid(home);
      copyLiveFiles(home, copy);
      expect(findRunningPostgres(copy)).toBeNull();

      const copied = await start(copy);
      await query(copied.url, "INSERT INTO kept VALUES (8)");
      await query(original.url, "INSERT INTO kept VALUES (9)");
      expect(await rows(original.url)).toEqual([{ value: 7 }, { value: 9 }]);
      expect(await rows(copied.url)).toEqual([{ value: 7 }, { value: 8 }]);
      await copied.stop();
      expect(postmasterPid(home)).toBe(postmaster);
      expect(await rows(original.url)).toHaveLength(2);
    },
    TIMEOUT,
  );

  test(
    "serves its own data even if an earlier version recorded the original's path",
    async () => {
      const home = newHomeWithRow();
      const copy = createCopy(home);
      const file = join(copy, "postgres", "cluster.json");
      const { place: _, ...remembered } = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...remembered, base: join(home, "postgres") }));

      const copied = await start(copy);
      await query(copied.url, "DELETE FROM kept");
      await copied.stop();
      removeEmbeddedPostgres(copy);
      expect(await rows((await start(home)).url)).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "is refused if it links to the data folder of a running Stoa",
    async () => {
      const home = newHomeWithRow();
      const original = await start(home);
      const postmaster = postmasterPid(home);
      const copy = newHome();
      mkdirSync(join(copy, "postgres"), { recursive: true });
      symlinkSync(join(home, "postgres", "data"), join(copy, "postgres", "data"));
      cpSync(join(home, "postgres", "cluster.json"), join(copy, "postgres", "cluster.json"));

      await expect(startEmbeddedPostgres({ home: copy, log: quiet })).rejects.toMatchObject({
        code: "home_in_use",
      });
      expect(postmasterPid(home)).toBe(postmaster);
      removeEmbeddedPostgres(copy);
      expect(await rows(original.url)).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "never starts with an empty database if its data was not copied",
    async () => {
      const home = newHomeWithRow();
      const data = join(home, "postgres", "data");
      renameSync(data, `${data}.elsewhere`);
      await expect(startEmbeddedPostgres({ home, log: quiet })).rejects.toMatchObject({
        code: "data_missing",
      });
      renameSync(`${data}.elsewhere`, data);
      await start(home);
    },
    TIMEOUT,
  );
});

describe.runIf(isRoot)("a copy of a home whose data is in /var/lib/stoa", () => {
  test(
    "fails with the path of the missing data, and cannot change the original's data",
    async () => {
      const home = newHome();
      mkdirSync(home, { mode: 0o700 });
      const original = await start(home);
      await keepOneRow(original.url);
      const copy = newHome();
      cpSync(home, copy, { recursive: true, filter: (path) => !path.includes("/socket") });

      const expected = join(getSystemFolder(findHomeBase(copy)), "data");
      await expect(startEmbeddedPostgres({ home: copy, log: quiet })).rejects.toMatchObject({
        code: "data_missing",
        message: expect.stringContaining(expected),
      });
      expect(findRunningPostgres(copy)).toBeNull();
      removeEmbeddedPostgres(copy);
      expect(await rows(original.url)).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "serves its own data if the folder was copied as well",
    async () => {
      const home = newHome();
      mkdirSync(home, { mode: 0o700 });
      const before = await start(home);
      await keepOneRow(before.url);
      await before.stop();
      const copy = newHome();
      cpSync(home, copy, { recursive: true, filter: (path) => !path.includes("/socket") });
      execFileSync("cp", ["-a", getSystemFolder(findHomeBase(home)), getSystemFolder(findHomeBase(copy))]);

      const original = await start(home);
      const copied = await start(copy);
      await query(copied.url, "DELETE FROM kept");
      await copied.stop();
      removeEmbeddedPostgres(copy);
      expect(await rows(original.url)).toEqual(KEPT);
    },
    TIMEOUT,
  );
});
