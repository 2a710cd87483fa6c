import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "./programs.ts";
import { README_ORIGIN, readExamples } from "./readme.ts";
import { openStand, type Stand } from "./stand.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOOLS = join(ROOT, "node_modules");

/** The output of each example: an answer and its cost. */
const ANSWER = /^(?!root=)\S.* [\d.e-]+ USD\n$/s;

let stand: Stand;
let folder = "";

beforeAll(async () => {
  stand = await openStand();
  folder = mkdtempSync(join(tmpdir(), "stoa-clients-"));
  symlinkSync(TOOLS, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Reads, from the docs page, the command that generates a client and the program that uses this client. */
function findExample(tool: string): { command: string[]; program: string } {
  const code = readExamples(join(ROOT, "docs/generated-clients.md"))
    .filter(({ heading }) => heading.includes(tool))
    .map((example) => example.code.replaceAll(README_ORIGIN, stand.url));
  const [shell = "", program = ""] = code;
  const line = shell.replaceAll("\\\n", "").trim().split("\n").at(-1) ?? "";
  return { command: line.split(/\s+/), program };
}

/** Returns one of the generators' programs. */
function findGenerator(name: string): string {
  const programs = process.env.STOA_GENERATORS;
  if (!programs) throw new Error("The generators are not installed. Run: npm test -- --long --only sdks");
  return join(programs, name);
}

/**
 * Returns the options with which programs run: a folder that contains the formatter's configuration and the examples'
 * files, and the environment.
 */
const getProgramOptions = () => ({
  cwd: folder,
  env: {
    STOA_API_KEY: stand.apiKey,
    PATH: `${process.env.STOA_GENERATORS}:${process.env.PATH}`,
    PYTHONWARNINGS: "error",
  },
});

/** Runs a generator in a shell that merges stdout and stderr, because it prints warnings to both. */
const generate = (program: string, args: string[]): Promise<string> =>
  runProgram("/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', program, ...args], getProgramOptions());

/** Checks Python strictly against the types of generated code. */
async function checkPython(file: string): Promise<void> {
  const config = { include: [file], strict: [file], pythonVersion: "3.11" };
  writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(config));
  const pyright = [join(TOOLS, "pyright/index.js"), "-p", folder, "--pythonpath", findGenerator("python3")];
  await runProgram(process.execPath, pyright, getProgramOptions());
}

test("a client of openapi-typescript and openapi-fetch compiles in strict mode and runs an agent", async () => {
  const { command, program } = findExample("openapi-typescript");
  const [, tool = "", ...args] = command;
  const output = await generate(join(TOOLS, ".bin", tool), args);
  expect(output).not.toMatch(/warn|error/i);
  writeFileSync(join(folder, "run.ts"), program);
  const compilerOptions = {
    ...{ target: "ES2022", module: "NodeNext", strict: true, skipLibCheck: false, types: ["node"] },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["run.ts"] }));
  await runProgram(process.execPath, [join(TOOLS, "typescript7/bin/tsc"), "-p", folder], getProgramOptions());
  expect(await runProgram(process.execPath, ["run.js"], getProgramOptions())).toMatch(ANSWER);
});

// Installing the Python generators takes longer than these tests, which is too long for every `npm test`. The first
// generator also writes and formats a thousand files.
test.runIf(process.env.STOA_TEST_LONG)(
  "a client that openapi-python-client generates without a warning has every call and runs an agent",
  async () => {
    const { command, program } = findExample("openapi-python-client");
    const [tool = "", ...args] = command;
    const output = await generate(findGenerator(tool), args);
    expect(output.trim()).toMatch(/^Generating \S*stoa-api-client$/);
    const api = join(folder, "stoa-api-client");
    symlinkSync(join(api, "stoa_api_client"), join(folder, "stoa_api_client"));
    writeFileSync(join(folder, "run_client.py"), program);
    await checkPython("run_client.py");
    expect(await runProgram(findGenerator("python3"), ["run_client.py"], getProgramOptions())).toMatch(
      ANSWER,
    );
  },
);

test.runIf(process.env.STOA_TEST_LONG)(
  "models that datamodel-code-generator generates without a warning can parse a run",
  async () => {
    const { command, program } = findExample("datamodel-code-generator");
    const [tool = "", ...args] = command;
    // The test's server is on this machine, which the generator treats like a server in a private network.
    expect((await generate(findGenerator(tool), [...args, "--allow-private-network"])).trim()).toBe("");
    expect(readFileSync(join(folder, "stoa_models.py"), "utf8")).toContain("class SdkExecutionResult");
    writeFileSync(join(folder, "run_models.py"), program);
    await checkPython("run_models.py");
    expect(await runProgram(findGenerator("python3"), ["run_models.py"], getProgramOptions())).toMatch(
      ANSWER,
    );
  },
);
