import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
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
import { startInOwnProcess } from "./own-process.fixture.ts";
import { isAlive } from "./process-identity.ts";

const newHomeWithRow = useHomesWithRow();
const isRoot = process.getuid?.() === 0;
const ORDINARY_UID = 61_000;
/** For tests that start a database several times: they run only in the long suite. */
const inLongSuite = test.runIf(process.env.STOA_TEST_LONG);

describe("in normal operation", () => {
  test(
    "creates a durable, password-protected cluster and keeps its data across a restart",
    async () => {
      const home = newHome();
      const first = await start(home);
      await keepOneRow(first.url);
      expect(await query(first.tcpUrl, "SHOW fsync")).toEqual([{ fsync: "on" }]);
      const wrong = new URL(first.tcpUrl);
      wrong.password = "guess";
      await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
      expect(statSync(join(home, "postgres", "cluster.json")).mode & 0o777).toBe(0o600);
      expect(findRunningPostgres(home)?.url).toBe(first.url);
      await first.stop();
      expect(findRunningPostgres(home)).toBeNull();

      const second = await start(home);
      expect(await query(second.url, "SELECT value FROM kept")).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "refuses a home that another process uses, and the error is one line",
    async () => {
      const home = newHomeWithRow();
      await start(home);
      const refusal = await startEmbeddedPostgres({ home, log: console }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "home_in_use" });
      expect(String(refusal)).toContain(`(process ${process.pid})`);
      expect(String(refusal)).not.toContain("\n");
    },
    TIMEOUT,
  );

  test(
    "uses TCP if the path of the home is too long for a socket",
    async () => {
      const home = join(newHome(), "a".repeat(60), "b".repeat(60));
      const server = await start(home);
      expect(server.url).toBe(server.tcpUrl);
      expect(await query(server.url, "SELECT 7 AS value")).toEqual(KEPT);
      await server.stop();
      removeEmbeddedPostgres(home);
    },
    TIMEOUT,
  );

  test(
    "keeps the data if the record of the password is lost",
    async () => {
      const home = newHomeWithRow();
      const record = join(home, "postgres", "cluster.json");
      const { password } = JSON.parse(readFileSync(record, "utf8"));
      rmSync(record);
      const second = await start(home);
      expect(second.url).not.toContain(password);
      expect(await query(second.url, "SELECT value FROM kept")).toEqual(KEPT);
    },
    TIMEOUT,
  );
});

describe("after a crash", () => {
  test(
    "stops a server left over by a killed Stoa and keeps its data",
    async () => {
      const home = newHomeWithRow();
      const owner = await startInOwnProcess(home);
      const leftover = postmasterPid(home);
      owner.process.kill("SIGKILL");
      await owner.ended;
      expect(isAlive(leftover)).toBe(true);
      const server = await start(home);
      expect(postmasterPid(home)).not.toBe(leftover);
      expect(await query(server.url, "SELECT value FROM kept")).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "recovers if Stoa and the database were both killed",
    async () => {
      const home = newHomeWithRow();
      const owner = await startInOwnProcess(home);
      await query(owner.url, "INSERT INTO kept VALUES (8)");
      process.kill(postmasterPid(home), "SIGKILL");
      owner.process.kill("SIGKILL");
      await owner.ended;
      expect(existsSync(join(home, "postgres", "data", "postmaster.pid"))).toBe(true);
      const server = await start(home);
      expect(await query(server.url, "SELECT value FROM kept")).toEqual([...KEPT, { value: 8 }]);
    },
    TIMEOUT,
  );

  test(
    "starts a killed server again on the same address",
    async () => {
      const home = newHomeWithRow();
      const server = await start(home);
      const killed = postmasterPid(home);
      process.kill(killed, "SIGKILL");
      await expect
        .poll(() => query(server.url, "SELECT value FROM kept").catch(() => null), { timeout: 30_000 })
        .toEqual(KEPT);
      expect(postmasterPid(home)).not.toBe(killed);
    },
    TIMEOUT,
  );

  inLongSuite(
    "retries a failed start until the database starts",
    async () => {
      const home = newHomeWithRow();
      const lines: string[] = [];
      const server = await start(home, (line) => lines.push(line));
      const needed = join(home, "postgres", "data", "postgresql.conf");
      renameSync(needed, `${needed}.away`);
      process.kill(postmasterPid(home), "SIGKILL");
      const failedStarts = () => lines.filter((line) => /does not start/.test(line)).length;
      await expect.poll(failedStarts, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      renameSync(`${needed}.away`, needed);
      await expect
        .poll(() => query(server.url, "SELECT value FROM kept").catch(() => null), { timeout: 30_000 })
        .toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "starts even if postmaster.pid names an unrelated process",
    async () => {
      const home = newHomeWithRow();
      const file = join(home, "postgres", "data", "postmaster.pid");
      writeFileSync(file, `${process.pid}\n${dirname(file)}\n1\n5432\n\n\n\nready\n`);
      const second = await start(home);
      expect(await query(second.url, "SELECT value FROM kept")).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "creates the cluster again if its creation was interrupted",
    async () => {
      const home = newHome();
      mkdirSync(join(home, "postgres", "data.new"), { recursive: true });
      writeFileSync(join(home, "postgres", "data.new", "PG_VERSION"), "18\n");
      chmodSync(home, 0o711);
      const server = await start(home);
      expect(await query(server.url, "SELECT 7 AS value")).toEqual(KEPT);
    },
    TIMEOUT,
  );
});

describe.runIf(isRoot)("as root", () => {
  test(
    "stores data outside a home that the database's user cannot enter, and finds it again",
    async () => {
      const home = newHome();
      mkdirSync(home, { mode: 0o700 });
      const first = await start(home);
      expect(existsSync(join(home, "postgres", "data"))).toBe(false);
      await keepOneRow(first.url);
      await first.stop();
      chmodSync(home, 0o755);
      const second = await start(home);
      expect(existsSync(join(home, "postgres", "data"))).toBe(false);
      expect(await query(second.url, "SELECT value FROM kept")).toEqual(KEPT);
    },
    TIMEOUT,
  );

  test(
    "never replaces an unreachable database with an empty one",
    async () => {
      const home = newHomeWithRow();
      chmodSync(home, 0o700);
      await expect(start(home)).rejects.toMatchObject({ code: "no_reachable_folder" });
      chmodSync(home, 0o711);
    },
    TIMEOUT,
  );

  inLongSuite(
    "a regular user's server runs as that user, and root can take over the home",
    async () => {
      const home = newHome();
      mkdirSync(home);
      const passwd = readFileSync("/etc/passwd", "utf8");
      const named = passwd
        .split("\n")
        .find((line) => line.startsWith("nobody:"))
        ?.split(":")[2];
      const uid = Number(named ?? expect.fail("this system has no user nobody"));
      chownSync(home, uid, uid);
      const owner = await startInOwnProcess(home, uid);
      await keepOneRow(owner.url);
      expect(statSync(join(home, "postgres", "data")).uid).toBe(uid);
      owner.process.kill("SIGTERM");
      await owner.ended;

      const byRoot = await start(home);
      expect(await query(byRoot.url, "SELECT value FROM kept")).toEqual(KEPT);
      expect(statSync(`/proc/${postmasterPid(home)}`).uid).toBe(uid);
      await byRoot.stop();
      expect(statSync(join(home, "postgres", "cluster.json")).uid).toBe(uid);

      const again = await startInOwnProcess(home, uid);
      expect(await query(again.url, "SELECT value FROM kept")).toEqual(KEPT);
      again.process.kill("SIGTERM");
      await again.ended;
    },
    TIMEOUT,
  );

  test(
    "a regular user gets an error if the database belongs to another user",
    async () => {
      const home = newHomeWithRow();
      await expect(startInOwnProcess(home, ORDINARY_UID)).rejects.toThrow(/belongs to another user/);
    },
    TIMEOUT,
  );
});
