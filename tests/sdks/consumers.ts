import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findEnvironments, isPresent } from "../../runtime/supervisor/python/environments/index.ts";
import { findPython } from "../../runtime/supervisor/python/probe.ts";
import { getTestEnvironmentsDirectory } from "../../runtime/supervisor/python/testing/test-environments.ts";
import { PYTHON_PACKAGES } from "../../server/src/commands/paths.ts";
import { type ProgramOptions, runProgram } from "./programs.ts";
import { type Example, getSdkFolder, README_ORIGIN, readSdkExamples } from "./readme.ts";

const TOOLS = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The folder of a newcomer who has installed a package and writes programs by following the README. */
export interface Consumer {
  folder: string;
  examples: Example[];
  /** The program that runs a file in this language. */
  interpreter: string;
  getFileName(heading: string): string;
}

/** Creates an empty folder and runs the README's install command in it. */
export async function createJavascriptConsumer(origin: string): Promise<Consumer> {
  const { folder, examples } = createConsumerFolder("js");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await runLine(findInstallLine(examples, origin), { cwd: folder });
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        ...{ target: "ES2022", module: "NodeNext", strict: true, noEmit: true, skipLibCheck: false },
        ...{ typeRoots: [join(TOOLS, "@types")], types: ["node"] },
      },
    }),
  );
  return {
    folder,
    examples,
    interpreter: process.execPath,
    getFileName: (heading) => `${toSlug(heading)}.mts`,
  };
}

/** Runs a line of a README like a shell without metacharacters. */
async function runLine(line: string, where: ProgramOptions): Promise<void> {
  const [program = "", ...args] = line.split(" ");
  await runProgram(program, args, where);
}

/**
 * Creates a virtual environment and runs the README's install command in it. The sandbox's environment already contains
 * httpx and its dependencies at locked versions, so pip does not need a package index.
 */
export async function createPythonConsumer(origin: string): Promise<Consumer> {
  /** A Python interpreter that has pip and the same version as the sandbox's. */
  const python = process.env.STOA_TEST_PYTHON ?? "python3";
  const { folder, examples } = createConsumerFolder("python");
  const venv = join(folder, "venv");
  await runProgram(python, ["-m", "venv", "--without-pip", venv], { cwd: folder });
  const interpreter = join(venv, "bin", "python3");
  const print = "import sysconfig; print(sysconfig.get_path('purelib'))";
  const site = (await runProgram(interpreter, ["-c", print], { cwd: folder })).trim();
  writeFileSync(join(site, "locked.pth"), `${await findLockedPackages()}\n`);
  const [, ...line] = findInstallLine(examples, origin).split(" ");
  await runProgram(python, ["-m", "pip", "--python", interpreter, ...line, "--quiet", "--no-index"], {
    cwd: folder,
  });
  return { folder, examples, interpreter, getFileName: (heading) => `${toSlug(heading)}.py` };
}

async function findLockedPackages(): Promise<string> {
  const { base } = await findEnvironments({
    directory: getTestEnvironmentsDirectory(),
    sourceDirectory: PYTHON_PACKAGES,
    python: await findPython(undefined),
    dropToUid: undefined,
  });
  if (!isPresent(base)) throw new Error(base.reason);
  return base.packages;
}

function createConsumerFolder(sdk: "js" | "python") {
  return { folder: mkdtempSync(join(tmpdir(), `stoa-sdk-${sdk}-`)), examples: readSdkExamples(sdk) };
}

function findInstallLine(examples: readonly Example[], origin: string): string {
  const line = examples.find(({ language }) => language === "sh")?.code.trim();
  if (line === undefined) throw new Error("the README has no line that installs it");
  return line.replace(README_ORIGIN, origin);
}

const toSlug = (heading: string): string => heading.toLowerCase().replace(/\W+/g, "_");

/** Checks every example against the types of the installed package. */
export async function checkJavascriptTypes({ folder }: Consumer): Promise<void> {
  await runProgram(process.execPath, [join(TOOLS, "typescript7/bin/tsc"), "-p", folder], { cwd: folder });
}

/**
 * Checks every example against the types of the installed Python package, and checks the package's own code strictly.
 */
export async function checkPythonTypes({ folder, interpreter }: Consumer): Promise<void> {
  const source = relative(folder, join(getSdkFolder("python"), "src"));
  const config = { include: ["*.py", source], strict: [source], exclude: ["venv"], pythonVersion: "3.10" };
  writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(config));
  const pyright = [join(TOOLS, "pyright/index.js"), "-p", folder, "--pythonpath", interpreter];
  await runProgram(process.execPath, pyright, { cwd: folder });
}
