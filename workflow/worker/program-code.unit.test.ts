import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadCode } from "./program-code.ts";
import { buildProgram } from "./program-from-sources.ts";
import { buildWorkerCommand } from "./worker-command.ts";
import { WorkerProcess } from "./worker-process.ts";
import { runWorkerTask } from "./worker-task.ts";

let folder: string;

/** Changes a bit in the middle, which V8 itself does not notice. */
function flipBit(data: Buffer): Buffer {
  const at = data.length >> 1;
  return Buffer.concat([data.subarray(0, at), Buffer.of((data[at] ?? 0) ^ 1), data.subarray(at + 1)]);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-program-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a program and its compiled code, and returns both paths. */
function writeCompiled(more = ""): { file: string; compiled: string } {
  const file = join(folder, "program.cjs");
  const compiled = join(folder, "program.v8");
  // V8 finds programs of this process by their text, so each test has its own.
  const text = `const greet = () => "hello from ${basename(folder)}"; exports.text = greet(); ${more}`;
  writeFileSync(file, text);
  const code = loadCode(file, compiled);
  code.run();
  writeFileSync(compiled, code.compile());
  return { file, compiled };
}

describe("the compiled code of a program", () => {
  test("is used if it belongs to the program", () => {
    const { file, compiled } = writeCompiled();
    const code = loadCode(file, compiled);
    expect(code.isCompiled).toBe(true);
    expect(code.run()).toEqual({ text: `hello from ${basename(folder)}` });
  });

  test("can import packages", async () => {
    const { file, compiled } = writeCompiled('exports.text = importPackage("node:path");');
    const code = loadCode(file, compiled);
    expect(code.isCompiled).toBe(true);
    const { text } = code.run() as { text: Promise<object> };
    await expect(text).resolves.toHaveProperty("join");
  });

  test("is ignored if it is missing", () => {
    const { file } = writeCompiled();
    expect(loadCode(file, join(folder, "missing.v8")).isCompiled).toBe(false);
  });

  test.each([
    ["empty", () => Buffer.alloc(0)],
    ["cut off", (data: Buffer) => data.subarray(0, data.length / 2)],
    ["changed in one bit", flipBit],
  ])("is ignored if it is %s", (_what, change) => {
    const { file, compiled } = writeCompiled();
    writeFileSync(compiled, change(readFileSync(compiled)));
    const code = loadCode(file, compiled);
    expect(code.isCompiled).toBe(false);
    expect(code.run()).toEqual({ text: `hello from ${basename(folder)}` });
  });

  test("is ignored if the program has been moved, because it contains the program's path", () => {
    const { file, compiled } = writeCompiled();
    const moved = join(folder, "moved");
    mkdirSync(moved);
    for (const path of [file, compiled]) renameSync(path, join(moved, basename(path)));
    expect(loadCode(join(moved, "program.cjs"), join(moved, "program.v8")).isCompiled).toBe(false);
  });
});

describe("a worker starts with", () => {
  let folder: string;

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Copies the program to a folder of its own, from which its packages are found. */
  function copyProgram(): { program: string; compiled: string } {
    const from = dirname(buildProgram());
    folder = mkdtempSync(`${from}-test-`);
    chmodSync(folder, 0o755);
    const names = readdirSync(from);
    for (const name of names) copyFileSync(join(from, name), join(folder, name));
    const compiled = names.find((name) => name.endsWith(".v8")) ?? "";
    return { program: join(folder, "workflow-worker.cjs"), compiled: join(folder, compiled) };
  }

  const inspect = (program: string) =>
    runWorkerTask(
      new WorkerProcess(buildWorkerCommand(program)),
      { type: "inspect", source: "{}" },
      { signal: AbortSignal.timeout(20_000) },
    );

  test("a program whose compiled code is damaged", async () => {
    const { program, compiled } = copyProgram();
    writeFileSync(compiled, flipBit(readFileSync(compiled)));
    await expect(inspect(program)).resolves.toHaveProperty("inspection");
  });

  test("a program that was compiled with other flags", async () => {
    const { program, compiled } = copyProgram();
    execFileSync(process.execPath, ["--no-lazy-feedback-allocation", program, `--compile-to=${compiled}`]);
    await expect(inspect(program)).resolves.toHaveProperty("inspection");
  });
});
