import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { getSandboxUser } from "../sandbox-user.ts";
import { PYTHON_SOURCES } from "../testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../testing/test-environments.ts";
import { runCommand } from "./command-output.ts";
import { ENVIRONMENT_NAMES, isPresent, TIKTOKEN_FOLDER } from "./environment.ts";
import { findEnvironments } from "./find-environments.ts";

// A cold process imports a framework in about two seconds, or in ten on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const python = { executable: "/usr/bin/python3" };
const environments = await findEnvironments({
  directory: getTestEnvironmentsDirectory(),
  sourceDirectory: PYTHON_SOURCES,
  python,
  dropToUid: getSandboxUser(),
});

const COUNT_TOKENS = `
import tiktoken
print(*(len(tiktoken.get_encoding(name).encode("to be or not to be")) for name in ("cl100k_base", "o200k_base", "p50k_base", "r50k_base")))`;

/** Runs Python as in a sandbox: without this machine's site packages, without .pth files and without a network. */
function inEnvironment(packages: string, program: string): Promise<string> {
  const lines = [`import sys; sys.path.append(${JSON.stringify(packages)})`, program];
  return runCommand([python.executable, "-I", "-S", "-B", "-W", "error", "-c", lines.join("\n")], {
    env: {
      TIKTOKEN_CACHE_DIR: join(packages, TIKTOKEN_FOLDER),
      HTTPS_PROXY: "http://127.0.0.1:9",
      OPENBLAS_NUM_THREADS: "1",
    },
    timeoutMs: 100_000,
  });
}

function listPackages(name: (typeof ENVIRONMENT_NAMES)[number]): string {
  const environment = environments[name];
  if (!isPresent(environment)) throw new Error(`${environment.reason} ${environment.remedy}`);
  return environment.packages;
}

/** Python programs that use what each framework's agents need besides imports, and what the programs print. */
const NEEDS: Partial<Record<(typeof ENVIRONMENT_NAMES)[number], { program: string; printed: string }>> = {
  base: { program: COUNT_TOKENS, printed: "6 6 6 6" },
  langchain: {
    program: `${COUNT_TOKENS}
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore
store = InMemoryVectorStore.from_texts(["one", "two"], embedding=DeterministicFakeEmbedding(size=8))
print(store.similarity_search("two", k=1)[0].page_content)`,
    printed: "6 6 6 6\ntwo",
  },
  autogen: { program: COUNT_TOKENS, printed: "6 6 6 6" },
};

it("the list of shipped modules matches the installed environments", async () => {
  const program = join(PYTHON_SOURCES, "environments", "shipped_modules.py");
  const folders = ENVIRONMENT_NAMES.map((name) => `${name}=${listPackages(name)}`);
  const listed = await runCommand([python.executable, "-B", program, ...folders], { timeoutMs: 60_000 });
  const file = join(PYTHON_SOURCES, "stoa_sandbox", "inspection", "shipped-modules.json");
  expect(JSON.parse(listed)).toEqual(JSON.parse(await readFile(file, "utf8")));
});

// Use one process per environment, because its imports take two seconds of processor time.
it.each(ENVIRONMENT_NAMES)(
  "%s imports packages without starting a thread, and counts tokens and compares vectors without a network",
  async (name) => {
    const environment = environments[name];
    const imports = isPresent(environment) ? environment.imports : [];
    const program = [
      "import importlib, os",
      `for name in ${JSON.stringify(imports)}: importlib.import_module(name)`,
      "print(len(os.listdir('/proc/self/task')))",
      NEEDS[name]?.program ?? "",
    ];
    const printed = ["1", NEEDS[name]?.printed].filter((text) => text !== undefined).join("\n");
    expect((await inEnvironment(listPackages(name), program.join("\n"))).trim()).toBe(printed);
  },
);
