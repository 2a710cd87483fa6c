import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getSandboxUser } from "../sandbox-user.ts";
import { PYTHON_SOURCES } from "../testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../testing/test-environments.ts";
import { computeDigests } from "./digest.ts";
import { ENVIRONMENT_NAMES } from "./environment.ts";
import { type FindOptions, findEnvironments } from "./find-environments.ts";
import { makeEnvironments } from "./make-environments.ts";

// Real installations need time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = { executable: "/usr/bin/python3" };
let folder: string;
let options: FindOptions;

/**
 * Returns a lock with one small package that all environments contain, so that an installation takes less than a
 * second.
 */
function smallLock(): string {
  const lock = readFileSync(join(PYTHON_SOURCES, "environments/base/requirements.txt"), "utf8");
  const line = /^typing-extensions==[^\n]*\n(?: +--hash=[^\n]*\n)+/m.exec(lock)?.[0];
  if (line === undefined) throw new Error("typing-extensions is no longer locked");
  return line.trimEnd().replace(/\\$/, "").concat("\n");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-environments-"));
  chmodSync(folder, 0o711);
  options = {
    directory: join(folder, "environments"),
    sourceDirectory: join(folder, "sources"),
    python,
    dropToUid: getSandboxUser(),
  };
  for (const name of [...ENVIRONMENT_NAMES, "uv"]) {
    mkdirSync(join(options.sourceDirectory, "environments", name), { recursive: true });
    writeFileSync(join(options.sourceDirectory, "environments", name, "requirements.txt"), smallLock());
  }
  // `npm test` has already downloaded these packages, so the tests do not need a network.
  mkdirSync(options.directory);
  const fetched = getTestEnvironmentsDirectory();
  symlinkSync(join(fetched, "uv"), join(options.directory, "uv"));
  vi.stubEnv("UV_CACHE_DIR", process.env.UV_CACHE_DIR ?? join(fetched, "cache"));
  vi.stubEnv("UV_OFFLINE", "1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function listFolders(): string[] {
  return readdirSync(options.directory).filter((name) => /^(?:base|langchain|autogen)-/.test(name));
}

it("installs missing environments so that every user can read them, and finds them afterward", async () => {
  const environments = await makeEnvironments(options);
  const found = await findEnvironments(options);
  expect(found).toEqual(environments);
  for (const name of ENVIRONMENT_NAMES) {
    const { packages } = Object(found[name]);
    expect(existsSync(join(packages, "typing_extensions.py")), JSON.stringify(found[name])).toBe(true);
    expect(existsSync(join(packages, "__pycache__"))).toBe(true);
  }
  expect(listFolders()).toHaveLength(3);
});

it("installs nothing if the environments exist", async () => {
  await makeEnvironments(options);
  vi.stubEnv("PATH", "/nonexistent");
  rmSync(join(options.directory, "uv"));
  expect(await makeEnvironments(options)).toEqual(await findEnvironments(options));
});

it("two processes that install at the same time build each environment once and leave no drafts", async () => {
  const [first, second] = await Promise.all([makeEnvironments(options), makeEnvironments(options)]);
  expect(first).toEqual(second);
  expect(Object(first.base)).toHaveProperty("packages");
  expect(readdirSync(options.directory).sort()).toEqual([...listFolders(), "uv"].sort());
});

it("deletes the files of an interrupted installation, but keeps the files of an installation in progress", async () => {
  const digest = (await computeDigests(options.sourceDirectory, python, ["base"])).get("base") ?? "";
  const target = join(options.directory, `base-${digest.slice(0, 16)}`);
  mkdirSync(`${target}.draft-left`);
  mkdirSync(`${target}.draft-young`);
  const hoursAgo = new Date(Date.now() - 3 * 60 * 60_000);
  utimesSync(`${target}.draft-left`, hoursAgo, hoursAgo);
  expect((await findEnvironments(options)).base).toHaveProperty("reason");
  await makeEnvironments(options);
  expect(existsSync(target)).toBe(true);
  expect(existsSync(`${target}.draft-left`)).toBe(false);
  expect(existsSync(`${target}.draft-young`)).toBe(true);
});

it("a changed lock file creates another environment and keeps the old one", async () => {
  const before = await makeEnvironments(options);
  writeFileSync(
    join(options.sourceDirectory, "environments/base/requirements.txt"),
    `# newer\n${smallLock()}`,
  );
  const after = await makeEnvironments(options);
  expect(Object(after.base).digest).not.toBe(Object(before.base).digest);
  expect(after.langchain).toEqual(before.langchain);
  expect(listFolders()).toHaveLength(4);
});

it("a package whose hash differs from the lock is not installed", async () => {
  const lock = smallLock().replaceAll(/sha256:[0-9a-f]{4}/g, "sha256:0000");
  writeFileSync(join(options.sourceDirectory, "environments/base/requirements.txt"), lock);
  const { base, autogen } = await makeEnvironments(options);
  expect(Object(base).reason).toMatch(/^Failed to install the base environment: .+\.$/);
  expect(Object(autogen)).toHaveProperty("packages");
  expect((await findEnvironments(options)).base).toEqual(base);
});

it("reports an index that does not answer, and stores the reason for later servers", async () => {
  vi.stubEnv("UV_OFFLINE", undefined);
  vi.stubEnv("UV_CACHE_DIR", join(folder, "empty"));
  vi.stubEnv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple");
  vi.stubEnv("UV_HTTP_RETRIES", "0");
  const environments = await makeEnvironments(options);
  const base = "Failed to install the base environment: could not reach the Python package index.";
  expect(environments.base).toMatchObject({
    reason: base,
    remedy: expect.stringContaining("npx stoa environments"),
  });
  // The first failure is enough, because the others would wait for the same index.
  expect(environments.autogen).toMatchObject({ reason: base });
  expect(await findEnvironments(options)).toEqual(environments);
  expect(listFolders()).toEqual([]);
});

it("reports a failed download of uv, and stores no incomplete uv", async () => {
  rmSync(join(options.directory, "uv"));
  // The machine may have its own uv.
  vi.stubEnv("PATH", "/nonexistent");
  vi.stubEnv("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  vi.stubEnv("PIP_NO_INDEX", undefined);
  const { base } = await makeEnvironments(options);
  expect(Object(base).reason).toMatch(/^Failed to install uv|no pip/);
  expect(existsSync(join(options.directory, "uv"))).toBe(false);
});

it("reports a folder that is not writable", async () => {
  writeFileSync(join(folder, "file"), "");
  const { base } = await makeEnvironments({ ...options, directory: join(folder, "file", "environments") });
  expect(Object(base).reason).toBe(
    "Failed to install the base environment: the folder for environments is not writable.",
  );
});

it.runIf(process.getuid?.() === 0)("reports packages that the sandbox's user cannot read", async () => {
  await makeEnvironments(options);
  chmodSync(options.directory, 0o700);
  const { langchain } = await findEnvironments(options);
  expect(Object(langchain).reason).toContain("are not readable by the sandbox user");
  expect(Object(langchain).remedy).toContain("STOA_ENVIRONMENTS");
});
