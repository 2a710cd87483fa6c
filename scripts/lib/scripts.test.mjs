import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { awaitAll } from "./all-ended.mjs";
import { weighPages } from "./budgets.mjs";
import { findCycles } from "./bundle-cycles.mjs";
import { CommandError, run } from "./command.mjs";
import { computeFingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { isOlder } from "./require-node.mjs";
import { CACHE, ROOT, resolveFromRoot } from "./root.mjs";
import { runSteps } from "./run-steps.mjs";

mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(`${CACHE}/scripts-test-`);
after(() => rmSync(folder, { recursive: true, force: true }));

test("compares versions by number", () => {
  assert.equal(isOlder("20.9.0", "20.20.2"), true);
  assert.equal(isOlder("20.20.2", "20.20.2"), false);
  assert.equal(isOlder("22.1.0", "20.20.2"), false);
});

test("a fingerprint depends on contents and names, not times", () => {
  const path = relative(ROOT, folder);
  writeFileSync(`${folder}/a.ts`, "one");
  const first = computeFingerprint([path]);
  utimesSync(`${folder}/a.ts`, 1, 1);
  assert.equal(computeFingerprint([path]), first);
  writeFileSync(`${folder}/a.ts`, "two");
  assert.notEqual(computeFingerprint([path]), first);
  assert.equal(
    computeFingerprint([path], (name) => !name.endsWith(".ts")),
    computeFingerprint([]),
  );
});

test("a stamp is valid only for the fingerprint with which it was written", () => {
  const file = `${folder}/stamp`;
  assert.equal(isStamped(file, "x"), false);
  stamp(file, "x");
  assert.equal(isStamped(file, "x"), true);
  assert.equal(isStamped(file, "y"), false);
});

test("a failing command reports its whole output, and a hanging command is killed with its children", async () => {
  const failing = run("sh", ["-c", "echo out; echo err >&2; exit 3"]);
  await assert.rejects(failing, (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.output, /out/);
    assert.match(error.output, /err/);
    assert.match(error.message, /exited with 3/);
    return true;
  });
  await assert.rejects(run("sh", ["-c", "sleep 60 & wait"], { timeoutMs: 200 }), /was stopped/);
  await assert.rejects(run("no-such-program", []), /failed to run/);
});

test("failures of parallel commands are reported after all commands have ended", async () => {
  const first = Promise.reject(new CommandError("first ended with 1", "said by the first"));
  /** @type {(output: string) => void} */
  let end = () => undefined;
  const other = new Promise((resolve) => {
    end = resolve;
  });
  let isOver = false;
  const both = awaitAll([first, other]).finally(() => {
    isOver = true;
  });
  both.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isOver, false);
  end("passed");
  await assert.rejects(both, { message: "first ended with 1" });

  const second = Promise.reject(new CommandError("second ended with 2", "said by the second"));
  await assert.rejects(awaitAll([first, second]), (error) => {
    assert(error instanceof CommandError);
    for (const text of ["said by the first", "first ended", "said by the second", "second ended"])
      assert.match(error.output, new RegExp(text));
    return true;
  });
  assert.deepEqual(await awaitAll([Promise.resolve(1), Promise.resolve("2")]), [1, "2"]);
});

test("steps continue after a failure, except those that depend on it, and unknown steps are rejected", async () => {
  const script = `
    import { runSteps } from ${JSON.stringify(resolveFromRoot("scripts/lib/run-steps.mjs"))};
    const fail = async () => { throw new Error("broken on purpose"); };
    const steps = [
      { id: "a", title: "A", run: fail },
      { id: "b", title: "B", run: async () => "3 things", needs: ["a"] },
      { id: "c", title: "C", run: async () => "7 things" },
    ];
    process.exitCode = (await runSteps(steps, [])) ? 0 : 9;`;
  const failed = await run(process.execPath, ["--input-type=module", "-e", script]).catch((error) => error);
  assert.match(failed.message, /exited with 9/);
  assert.match(failed.output, /broken on purpose/);
  assert.match(failed.output, /Skipped: the step 'a' failed/);
  assert.match(failed.output, /C +7 things/);
  assert.match(failed.output, /1 passed, 2 failed: a, b\n$/);
  assert.equal(await runSteps([], ["nonsense"]), false);
});

test("consecutive one-core steps run in parallel, and other steps run alone after them", async () => {
  /** @type {string[]} */
  const begun = [];
  /** @type {() => void} */
  let release = () => undefined;
  const both = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  /** @param {string} id */
  const waitForRelease = async (id) => {
    begun.push(id);
    if (begun.length === 2) release();
    await both;
  };
  const steps = [
    { id: "a", title: "A", oneCore: true, run: () => waitForRelease("a") },
    { id: "b", title: "B", oneCore: true, run: () => waitForRelease("b") },
    { id: "c", title: "C", run: async () => void begun.push("c") },
  ];
  assert.equal(await runSteps(steps, []), true);
  assert.deepEqual(begun, ["a", "b", "c"]);
});

test("a step waits for the steps that it needs, and later steps of the group pass it", async () => {
  /** @type {string[]} */
  const ended = [];
  /** @type {() => void} */
  let release = () => undefined;
  const lastHasRun = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const steps = [
    { id: "a", title: "A", oneCore: true, run: () => lastHasRun.then(() => void ended.push("a")) },
    { id: "b", title: "B", oneCore: true, needs: ["a"], run: async () => void ended.push("b") },
    { id: "c", title: "C", oneCore: true, run: async () => release() },
  ];
  assert.equal(await runSteps(steps, []), true);
  assert.deepEqual(ended, ["a", "b"]);
});

test("a page's size includes each file of the document, of its chunk and of its largest tab once", () => {
  const manifest = {
    _app: { file: "app.js", imports: ["_react"], dynamicImports: ["src/app/screens/big-screen.tsx"] },
    _react: { file: "react.js" },
    _chart: { file: "chart.js", imports: ["_react"] },
    "src/app/screens/big-screen.tsx": { file: "big.js", imports: ["_chart"] },
    "src/app/screens/tabs-screen.tsx": {
      file: "tabs.js",
      dynamicImports: [
        "src/features/tabs/light-tab.tsx",
        "src/features/tabs/big-tab.tsx",
        "src/components/user-menu.tsx",
      ],
    },
    "src/features/tabs/light-tab.tsx": { file: "light-tab.js" },
    "src/features/tabs/big-tab.tsx": { file: "big-tab.js", imports: ["_react"] },
    "src/components/user-menu.tsx": { file: "menu.js" },
  };
  /** @type {Record<string, number>} */
  const sizes = {
    "app.js": 50_000,
    "react.js": 60_000,
    "chart.js": 95_000,
    "big.js": 1000,
    "tabs.js": 5000,
    "light-tab.js": 1000,
    "big-tab.js": 20_000,
  };
  const getSize = (/** @type {string} */ file) => sizes[file] ?? Number.NaN;
  assert.deepEqual(weighPages(manifest, ["app.js"], getSize), [
    { name: "big", kB: 206, budget: 200 },
    { name: "tabs big-tab", kB: 135, budget: 200 },
    { name: "landing", kB: 110, budget: 125 },
  ]);
  assert.throws(() => weighPages(manifest, ["gone.js"], getSize), /loads no file/);
});

test("finds built files that import each other, directly and indirectly", () => {
  const createChunk = (/** @type {string[]} */ ...imports) => ({ file: "a.js", imports });
  assert.deepEqual(
    findCycles({
      app: createChunk("parts", "schemas"),
      parts: createChunk("schemas"),
      schemas: createChunk(),
    }),
    [],
  );
  assert.deepEqual(findCycles({ one: createChunk("other"), other: createChunk("one") }), [["one", "other"]]);
  const around = {
    app: createChunk("parts"),
    parts: createChunk("schemas"),
    schemas: createChunk("labels"),
    labels: createChunk("parts"),
  };
  assert.deepEqual(findCycles(around), [["parts", "schemas", "labels"]]);
});

test("commands can be loaded before any package is installed", async () => {
  const clone = mkdtempSync(join(tmpdir(), "stoa-scripts-"));
  after(() => rmSync(clone, { recursive: true, force: true }));
  cpSync(resolveFromRoot("scripts"), join(clone, "scripts"), { recursive: true });
  cpSync(resolveFromRoot("package.json"), join(clone, "package.json"));
  const entries = ["start", "test", "build", "check", "bench"].map((name) =>
    resolveFromRoot("scripts", `${name}.mjs`),
  );
  const parts = entries.flatMap((entry) =>
    Array.from(readFileSync(entry, "utf8").matchAll(/["'](\.\/lib\/[\w-]+\.mjs)["']/g), ([, part]) => part),
  );
  assert.ok(parts.length > entries.length);
  const imports = [...new Set(parts)].map((part) => `await import("${part}");`).join("");
  writeFileSync(join(clone, "scripts", "read.mjs"), imports);
  await run(process.execPath, [join(clone, "scripts", "read.mjs")], { timeoutMs: 60_000 });
});
