import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, InspectReply, Problem, type UploadCheck, UploadReply, VersionPackages } from "@stoa/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  startPackageIndex,
  type TestIndex,
} from "../../../../runtime/supervisor/python/testing/package-index.ts";
import { getTestEnvironmentsDirectory } from "../../../../runtime/supervisor/python/testing/test-environments.ts";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { readStoredEvents } from "../../../../tests/harness/contents.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

// Packages are installed by real processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "stoa-own-packages-"));
chmodSync(folder, 0o711);
// Links the shipped environments and uv, which `npm test` has installed.
for (const name of readdirSync(getTestEnvironmentsDirectory()).filter((entry) => entry !== "packages"))
  symlinkSync(join(getTestEnvironmentsDirectory(), name), join(folder, name));
const server = useTestServer({ env: { STOA_ENVIRONMENTS: folder } });
let index: TestIndex;

beforeAll(async () => {
  index = await startPackageIndex(
    {
      name: "greeter",
      requires: ["words"],
      files: { "greeter.py": "import words\n\ndef greet(name): return f'{words.HELLO} {name}'\n" },
    },
    { name: "words", version: "2.0", files: { "words.py": "HELLO = 'Hello'\n" } },
    { name: "requets", isSourceOnly: true },
    ...["one", "two", "three"].map((name) => ({ name: `giant-${name}`, claimedSize: 700_000_000 })),
    { name: "redirected", requires: ["words @ https://evil.example/words-2.0-py3-none-any.whl"] },
    { name: "dies", files: { "dies.py": "import os\nos._exit(7)\n" } },
    {
      name: "threads",
      files: {
        "threads.py":
          "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\nCOUNT = threading.active_count()\n",
      },
    },
  );
  vi.stubEnv("UV_DEFAULT_INDEX", index.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

const declare = (...packages: string[]) =>
  `# /// script\n# dependencies = ${JSON.stringify(packages)}\n# ///\n`;
const GREETER = `${declare("greeter")}import greeter\n\ndef run(message: str) -> str:\n    return greeter.greet(message)\n`;

async function send(path: "upload" | "inspect", content: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content } });
  if (path === "inspect") for (const name of [...form.keys()]) if (name !== "file") form.delete(name);
  return { token, answer: await client.call("POST", `/api/v1/agents/${path}`, { token, form }) };
}

const findPackagesCheck = (checks: readonly UploadCheck[]) =>
  checks.find(({ name }) => name === "environment");

test("an agent runs with the packages that its file declares, and everyone sees their exact versions", async () => {
  const { token, answer } = await send("upload", GREETER);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(findPackagesCheck(checks)).toMatchObject({
    status: "passed",
    detail: expect.stringMatching(/^2 packages, 0\.0 MB to download, for Python 3\.\d+\.\d+$/),
  });
  const { client } = server();
  const body = { agent_id: agent.id, input_data: { message: "you" } };
  const run = await client.call("POST", "/api/v1/execute/run", { token, json: body });
  expect(run.status, JSON.stringify(run.body)).toBe(200);
  expect(JSON.stringify(run.body)).toContain("Hello you");
  const other = await client.register();
  const path = `/api/v1/agents/${agent.id}`;
  expect(parseAnswer(Agent, await client.get(path, { token: other.token })).packages).toEqual(["greeter"]);
  const seen = async (by: string) =>
    parseAnswer(VersionPackages, await client.get(`${path}/versions/1/packages`, { token: by }));
  const found = await seen(other.token);
  expect(found.packages).toEqual([
    { name: "greeter", version: "1.0", bytes: expect.any(Number), released_at: "2020-01-01T00:00:00.000Z" },
    { name: "words", version: "2.0", bytes: expect.any(Number), released_at: "2020-01-01T00:00:00.000Z" },
  ]);
  expect(found.build_log).toBeUndefined();
  expect((await seen(token)).build_log).toContain("Chose words 2.0");
});

test("packages that are not on this server are installed when a run needs them, and the run reports what it waits for", async () => {
  const { token, answer } = await send("upload", GREETER);
  const { agent } = parseAnswer(UploadReply, answer);
  const packages = join(folder, "packages");
  for (const name of readdirSync(packages)) rmSync(join(packages, name), { recursive: true, force: true });
  const { client, db } = server();
  const body = { agent_id: agent.id, input_data: { message: "again" } };
  const run = await client.call("POST", "/api/v1/execute/run", { token, json: body });
  expect(JSON.stringify(run.body)).toContain("Hello again");
  const events = await readStoredEvents(db, SERVER_CONTENT_VAULT);
  expect(events.filter((event) => JSON.stringify(event).includes("Installing 2 packages"))).toHaveLength(1);
});

test.each([
  ["a package that the index does not have", ["greeterr"], "The package index has no package greeterr."],
  [
    "versions that exclude one another",
    ["words==2.0", "words<2"],
    "The declared packages are not compatible with each other.",
  ],
  ["a URL", ["words @ https://example.org/words.whl"], "is a URL or a folder"],
  [
    "a name like a known one that is published as source code only",
    ["requets"],
    "requets has no wheel for this server: its code would have to be built, and building runs a stranger's code. Declare another package",
  ],
  [
    "2.1 GB of wheels",
    ["giant-one", "giant-two", "giant-three"],
    /^The declared packages are a download of 2100 MB\. The limit is 400 MB\. The largest are giant-.* Declare smaller ones/,
  ],
  [
    "a package that requires another one from a URL",
    ["redirected"],
    "A declared package requires words from a URL, but packages come only from the server's package index. Declare another package",
  ],
])(
  "%s is refused with the reason and the remedy, and nothing is stored",
  async (_what, requirements, reason) => {
    const source = GREETER.replace('["greeter"]', JSON.stringify(["greeter", ...requirements]));
    const { answer, token } = await send("upload", source);
    expect(answer.status).toBe(400);
    const check = findPackagesCheck(parseAnswer(Problem, answer).checks ?? []);
    const detail =
      typeof reason === "string" ? expect.stringContaining(reason) : expect.stringMatching(reason);
    expect(check).toMatchObject({ status: "failed", detail });
    expect(index.requests.filter((path) => path.includes("giant") && path.endsWith(".whl"))).toEqual([]);
    expect((await server().client.get("/api/v1/agents/my-agents", { token })).body).toMatchObject({
      agents: [],
    });
  },
);

test("a script block that takes packages from another index is refused, because strangers may own the same names in ours", async () => {
  const block = `# /// script\n# dependencies = ["greeter"]\n# [[tool.uv.index]]\n# url = "https://pypi.acme.example/simple"\n# ///\n`;
  const { answer } = await send("upload", `${block}${GREETER.slice(GREETER.indexOf("import"))}`);
  expect(findPackagesCheck(parseAnswer(Problem, answer).checks ?? [])).toMatchObject({
    status: "failed",
    line: 3,
    detail: expect.stringContaining("takes packages from another source"),
  });
});

test("a version of Python that this server lacks is refused with an error that names the available version", async () => {
  const { answer } = await send(
    "inspect",
    GREETER.replace("# dependencies", '# requires-python = ">=4"\n# dependencies'),
  );
  expect(findPackagesCheck(parseAnswer(InspectReply, answer).checks)).toMatchObject({
    status: "failed",
    line: 2,
    detail: expect.stringMatching(
      /^Line 2: The file requires Python >=4, and this server has Python 3\.\d+\.\d+\./,
    ),
  });
});

test("a file that imports packages that the server lacks is refused, and passes with the block that the error suggests", async () => {
  const source = "import yfinance\n\ndef run(message: str) -> str:\n    return message\n";
  const { answer } = await send("upload", source);
  expect(answer.status).toBe(400);
  const check = findPackagesCheck(parseAnswer(Problem, answer).checks ?? []);
  expect(check).toMatchObject({
    status: "failed",
    line: 1,
    detail:
      "Line 1: The file imports yfinance, which this server does not have. Add a script block that declares your packages.",
  });
  index.add({ name: "yfinance" });
  const mended = await send("upload", `${check?.suggested_script}${source}`);
  expect(mended.answer.status, JSON.stringify(mended.answer.body)).toBe(201);
});

test("a package that only a function imports causes a warning, because the function may never be called", async () => {
  const { answer } = await send(
    "upload",
    "def run(message: str) -> str:\n    if message == 'never':\n        import yfinance\n    return message\n",
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(findPackagesCheck(parseAnswer(UploadReply, answer).checks)).toMatchObject({ status: "warning" });
});

test("a package that ends the process when it is imported fails the trial run, and the server continues", async () => {
  const { answer } = await send(
    "upload",
    `${declare("dies")}import dies\n\ndef run(message: str): return message\n`,
  );
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).checks?.at(-1)).toMatchObject({
    name: "trial_run",
    status: "failed",
    detail: expect.stringContaining("exited with code 7"),
  });
  expect((await send("upload", GREETER)).answer.status).toBe(201);
});

test("an agent works with a package that starts threads when it is imported", async () => {
  const source = `${declare("threads")}import threads\n\ndef run(message: str) -> str:\n    return f"{message} {threads.COUNT}"\n`;
  const { token, answer } = await send("upload", source);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, answer);
  const body = { agent_id: agent.id, input_data: { message: "threads" } };
  const run = await server().client.call("POST", "/api/v1/execute/run", { token, json: body });
  expect(JSON.stringify(run.body)).toContain("threads 2");
});

test("a lock is removed a day after it was last chosen, but not while a version uses it", async () => {
  const { db } = server();
  const { findUsedPackages } = await import("../catalog/index.ts");
  const unused = "0".repeat(64);
  await sql`INSERT INTO package_locks (digest, abi, python, lock, packages, fetch_bytes, installed_bytes, log, chosen_at)
    VALUES (${unused}, 'x', '3', '', '[]', 0, 0, '', now() - interval '2 days')`.execute(db);
  // More than one pass of the job looks at.
  await sql`INSERT INTO package_locks (digest, abi, python, lock, packages, fetch_bytes, installed_bytes, log)
    SELECT md5(n::text) || md5(n::text), 'x', '3', '', '[]', 0, 0, '' FROM generate_series(1, 1500) AS n`.execute(
    db,
  );
  await sql`UPDATE package_locks SET chosen_at = now() - interval '2 days'`.execute(db);
  const { rows: before } = await sql<{ digest: string }>`SELECT digest FROM package_locks`.execute(db);
  const { Packages } = await import("./packages.ts");
  const { pino } = await import("pino");
  const packages = new Packages({
    db,
    environments: undefined,
    maxBytes: 0,
    findUsed: (digests) => findUsedPackages(db, digests),
    log: pino({ level: "silent" }),
  });
  await packages.cleanUp();
  const { rows: after } = await sql<{ digest: string }>`SELECT digest FROM package_locks`.execute(db);
  const used = await findUsedPackages(
    db,
    before.map(({ digest }) => digest),
  );
  expect(new Set(after.map(({ digest }) => digest))).toEqual(used);
  expect(used.size).toBeGreaterThan(0);
  expect(await packages.find(unused)).toBeUndefined();
});
