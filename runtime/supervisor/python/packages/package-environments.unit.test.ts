import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type PreparedSandboxes, prepareSandboxes } from "../preparation.ts";
import { getSandboxUser } from "../sandbox-user.ts";
import { startPackageIndex, type TestIndex } from "../testing/package-index.ts";
import { makeRunDirectory, PYTHON_SOURCES } from "../testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../testing/test-environments.ts";
import { PackageEnvironments } from "./package-environments.ts";
import { PackageRefusal, PackagesUnavailable } from "./package-refusal.ts";

// Real processes in real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let runDirectory: string;
let prepared: PreparedSandboxes;
let index: TestIndex;
let environments: PackageEnvironments;

function open(
  change: Partial<ConstructorParameters<typeof PackageEnvironments>[0]> = {},
): PackageEnvironments {
  return new PackageEnvironments({
    setup: prepared.setup,
    environmentsDirectory: folder,
    sourceDirectory: PYTHON_SOURCES,
    createSocketPath: () => prepared.directory.createSocketPath(),
    fileHosts: [],
    minimumAgeDays: 3,
    ...change,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "stoa-packages-"));
  chmodSync(folder, 0o711);
  // `npm test` has already installed uv.
  symlinkSync(join(getTestEnvironmentsDirectory(), "uv"), join(folder, "uv"));
  runDirectory = makeRunDirectory();
  prepared = await prepareSandboxes({
    runDirectory,
    environmentsDirectory: undefined,
    pythonPath: undefined,
    dropToUid: getSandboxUser(),
    bubblewrap: "bwrap",
    sourceDirectory: PYTHON_SOURCES,
  });
  index = await startPackageIndex(
    { name: "useful", requires: ["helper>=1"] },
    { name: "helper", version: "1.2" },
  );
  vi.stubEnv("UV_DEFAULT_INDEX", index.url);
  vi.stubEnv("UV_HTTP_RETRIES", "0");
  environments = open();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await index.close();
  prepared.directory.remove();
  for (const path of [folder, runDirectory]) rmSync(path, { recursive: true, force: true });
});

const listWork = () =>
  readdirSync(join(folder, "packages"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes("draft"),
  );

it("packages are locked with their dependencies, checked against their hashes, and installed with bytecode", async () => {
  const lock = await environments.resolve(["useful"]);
  expect(lock.packages.map(({ name, version }) => `${name} ${version}`)).toEqual([
    "helper 1.2",
    "useful 1.0",
  ]);
  expect(lock.packages[0]?.bytes).toBeGreaterThan(0);
  expect(lock.packages[0]?.releasedAt).toEqual(new Date("2020-01-01T00:00:00Z"));
  expect(await environments.find(lock.digest)).toBeUndefined();
  const installed = await environments.install(lock);
  expect(await environments.find(lock.digest)).toBe(installed);
  expect(readFileSync(join(installed, "helper.py"), "utf8")).toBe('VERSION = "1.2"\n');
  expect(readdirSync(join(installed, "__pycache__")).some((name) => name.startsWith("useful."))).toBe(true);
  expect(existsSync(join(installed, ".scratch"))).toBe(false);
  // Every user may read the folder, but only the server's user may change it.
  expect(statSync(join(installed, "helper.py")).mode & 0o777).toBe(0o644);
  expect(statSync(join(installed, "helper.py")).uid).toBe(process.getuid?.());
  expect(listWork()).toEqual([]);
});

it("equal sets of packages share one folder, even if they are installed at the same time", async () => {
  const lock = await environments.resolve(["useful"]);
  const again = await open().resolve(["useful"]);
  expect(again.digest).toBe(lock.digest);
  const [first, second] = await Promise.all([environments.install(lock), environments.install(lock)]);
  expect(second).toBe(first);
  const fetched = index.requests.filter((path) => path.endsWith(".whl")).length;
  expect(fetched).toBe(2);
});

it("a file that two environments share takes disk space once", async () => {
  index.add(
    { name: "data", files: { "data.py": `TEXT = "${"x".repeat(50_000)}"\n` } },
    { name: "other", requires: ["data"] },
  );
  const [one, two] = [await environments.resolve(["data"]), await environments.resolve(["other"])];
  const inodes = [one, two].map(
    async (lock) => statSync(join(await environments.install(lock), "data.py")).ino,
  );
  const [first, second] = await Promise.all(inodes);
  expect(second).toBe(first);
});

it.each([
  [
    "a package that the index does not have",
    ["usefull"],
    "The package index has no package usefull. Check its spelling.",
  ],
  ["a typosquat that is source code only", ["requets"], "requets has no wheel for this server"],
  ["conflicting versions", ["useful", "helper<1"], "helper"],
  [
    "a version that does not exist",
    ["useful==9"],
    "The package index has no version of useful that fits ==9.",
  ],
])("%s is refused with the reason", async (_what, requirements, reason) => {
  index.add({ name: "requets", isSourceOnly: true });
  const refused = environments.resolve(requirements);
  await expect(refused).rejects.toThrow(PackageRefusal);
  await expect(refused).rejects.toThrow(reason);
  expect(listWork()).toEqual([]);
});

it.runIf(process.env.STOA_TEST_LONG)("a version that was published yesterday is not used", async () => {
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
  index.add({ name: "helper", version: "6.6.6", publishedAt: yesterday });
  const { packages } = await environments.resolve(["helper"]);
  expect(packages).toMatchObject([{ name: "helper", version: "1.2" }]);
  const eager = await open({ minimumAgeDays: 0 }).resolve(["helper"]);
  expect(eager.packages).toMatchObject([{ name: "helper", version: "6.6.6" }]);
});

it("packages that are too large are refused before they are downloaded, with the names of the largest ones", async () => {
  index.add({ name: "giant", claimedSize: 500_000_000 });
  await expect(environments.resolve(["giant"])).rejects.toThrow(
    "The declared packages are a download of 500 MB. The limit is 400 MB. The largest are giant (500 MB).",
  );
  expect(index.requests.filter((path) => path.endsWith(".whl"))).toEqual([]);
});

it.runIf(process.env.STOA_TEST_LONG)("more packages than the limit are refused", async () => {
  const names = Array.from({ length: 201 }, (_, at) => `part-${at}`);
  index.add(...names.map((name) => ({ name })), { name: "many", requires: names });
  await expect(environments.resolve(["many"])).rejects.toThrow(
    "need 202 packages in total. The limit is 200.",
  );
});

it.runIf(process.env.STOA_TEST_LONG)(
  "a wheel that unpacks to more than the limit is stopped, and all of its files are removed",
  async () => {
    // The content is zeros, which compress to a thousandth of their size.
    index.add({ name: "bomb", files: { "bomb/zeros.bin": new Uint8Array(60_000_000) } });
    const small = open({ maxInstalledBytes: 50_000_000 });
    const lock = await small.resolve(["bomb"]);
    expect(lock.packages[0]?.bytes).toBeLessThan(1_000_000);
    await expect(small.install(lock)).rejects.toThrow("take more than 50 MB when they are installed");
    expect(listWork()).toEqual([]);
    expect(await environments.find(lock.digest)).toBeUndefined();
  },
);

it.each([
  ["contains a path above its folder", "../../../climbed.py"],
  ["installs a script above its folder", "climber-1.0.data/scripts/../../climbed.py"],
])("a wheel that %s changes nothing outside its environment", async (_where, path) => {
  index.add({ name: "climber", files: { "climber.py": "", [path]: "print('climbed')" } });
  const lock = await environments.resolve(["climber"]);
  const installed = await environments.install(lock).catch((error: unknown) => error);
  const own = typeof installed === "string" ? installed : undefined;
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("climbed.py"),
  );
  expect(found.filter((name) => own === undefined || !join(folder, name).startsWith(own))).toEqual([]);
  expect(listWork()).toEqual([]);
});

it("a file that changed on the index since it was locked is not installed", async () => {
  const lock = await environments.resolve(["helper"]);
  await index.close();
  index = await startPackageIndex({
    name: "helper",
    version: "1.2",
    files: { "helper.py": 'VERSION = "6.6"\n' },
  });
  const moved = lock.text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, new URL(index.url).origin);
  vi.stubEnv("UV_DEFAULT_INDEX", index.url);
  await expect(open().install({ ...lock, text: moved })).rejects.toThrow("has changed since it was chosen");
  expect(await environments.find(lock.digest)).toBeUndefined();
});

it("files on a host other than the index are downloaded only if the operator allows that host", async () => {
  const elsewhere = await startPackageIndex({ name: "moved" });
  const { origin, host } = new URL(elsewhere.url);
  index.add({ name: "moved", fileHost: origin });
  await expect(environments.resolve(["moved"])).rejects.toThrow(PackagesUnavailable);
  expect(elsewhere.requests).toEqual([]);
  const allowed = open({ fileHosts: [host] });
  expect(await allowed.install(await allowed.resolve(["moved"]))).toContain("packages");
  await elsewhere.close();
});

it.runIf(process.env.STOA_TEST_LONG)(
  "an index that does not answer is reported without its URL, which may contain a password",
  async () => {
    vi.stubEnv("UV_DEFAULT_INDEX", "http://someone:secret@127.0.0.1:9/simple");
    const refused = open().resolve(["helper"]);
    await expect(refused).rejects.toThrow("The package index cannot be reached at the moment.");
    await expect(refused).rejects.toMatchObject({ detail: expect.not.stringContaining("secret") });
  },
);

it("a lock for another Python version is refused with a message that names both versions", async () => {
  const lock = await environments.resolve(["helper"]);
  const other = { ...lock, abi: "cpython-39-x86_64-linux-gnu", python: "3.9.1" };
  await expect(environments.install(other)).rejects.toThrow(
    `chosen for Python 3.9.1, and this server has Python ${prepared.setup.python.version}`,
  );
});

it("removes unused environments only if space is needed, the least recently used first", async () => {
  index.add({ name: "one" }, { name: "two" }, { name: "three" });
  const hours = (count: number) => new Date(Date.now() - count * 60 * 60_000);
  const folders: string[] = [];
  for (const [at, name] of ["one", "two", "three"].entries()) {
    const installed = await environments.install(await environments.resolve([name]));
    utimesSync(installed, hours(9 - at), hours(9 - at));
    folders.push(installed);
  }
  const [one = "", two = "", three = ""] = folders;
  const findUsed = async (names: string[]) => new Set(names.filter((name) => one.endsWith(name)));
  const total = await environments.measure();
  expect(await environments.removeUnused(total, findUsed)).toBe(0);
  expect(await environments.removeUnused(total - 1, findUsed)).toBe(1);
  expect([one, two, three].map((path) => existsSync(path))).toEqual([true, false, true]);
});

it("environments for another Python version are removed first, because this one cannot use them", async () => {
  const installed = await environments.install(await environments.resolve(["helper"]));
  const old = join(folder, "packages", "cpython-39-x86_64-linux-gnu", "0".repeat(24));
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, "data"), "x".repeat(100_000));
  const total = await environments.measure();
  expect(await environments.removeUnused(total - 1, async () => new Set())).toBe(1);
  expect([old, installed].map((path) => existsSync(path))).toEqual([false, true]);
});

it("searching for unused environments downloads nothing", async () => {
  rmSync(join(folder, "uv"));
  vi.stubEnv("PATH", "/usr/bin:/bin");
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  expect(await open().removeUnused(0, async () => new Set())).toBe(0);
  expect(existsSync(join(folder, "uv"))).toBe(false);
});

it("a recently used environment is kept, because an upload that is not stored yet may need it", async () => {
  const installed = await environments.install(await environments.resolve(["helper"]));
  expect(await environments.removeUnused(0, async () => new Set())).toBe(0);
  expect(existsSync(installed)).toBe(true);
});

it("a lock that is a link to another file is not read", async () => {
  const { readWritten } = await import("./work-folder.ts");
  writeFileSync(join(folder, "secret"), "secret");
  mkdirSync(join(folder, "work"));
  symlinkSync(join(folder, "secret"), join(folder, "work", "pylock.toml"));
  await expect(readWritten(join(folder, "work", "pylock.toml"))).rejects.toThrow("ELOOP");
});
