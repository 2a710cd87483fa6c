import { join } from "node:path";
import { awaitAll } from "./all-ended.mjs";
import { checkBudgets } from "./budgets.mjs";
import { buildProduct } from "./build-product.mjs";
import { checkBundleCycles } from "./bundle-cycles.mjs";
import { findTestBrowser } from "./chromium.mjs";
import { run, runPackage } from "./command.mjs";
import { testEnvironment } from "./environments.mjs";
import { installMcpClients } from "./mcp-clients.mjs";
import { findPythonWithPytest } from "./pytest.mjs";
import { installPythonTools } from "./python-tools.mjs";
import { CACHE, resolveFromRoot } from "./root.mjs";
import { PYTHON_FOLDERS } from "./static-checks.mjs";

/** @typedef {import("./run-steps.mjs").Step} Step */

/**
 * The time limit of a suite. It is well below that of a continuous-integration job, so that a hanging suite is
 * reported.
 */
const SUITE_MS = 15 * 60_000;
const LONG_SUITE_MS = 60 * 60_000;

/**
 * One worker more than the test machines have cores, because tests spend a fifth of their time waiting for databases,
 * sandboxes and timeouts.
 */
const WORKERS = "--maxWorkers=3";

/**
 * Returns the step that tests our own Python code. It needs neither npm nor Python packages besides pytest.
 * @param {boolean} long
 * @returns {Step}
 */
export function pythonTests(long) {
  return {
    id: "python",
    title: "Python tests",
    oneCore: true,
    run: async () => {
      const args = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", ...PYTHON_FOLDERS];
      return parseCounts(
        await run(await findPythonWithPytest(), args, {
          env: { ...getLongEnvironment(long), PYTHONDONTWRITEBYTECODE: "1" },
          timeoutMs: getSuiteTimeout(long),
        }),
      );
    },
  };
}

/** @param {boolean} long */
function getLongEnvironment(long) {
  return long ? { STOA_TEST_LONG: "1" } : {};
}

/** @param {boolean} long */
function getSuiteTimeout(long) {
  return long ? LONG_SUITE_MS : SUITE_MS;
}

/**
 * Returns the steps that run the code. `long` adds the tests that run only if the environment variable STOA_TEST_LONG
 * is set.
 * @param {boolean} long
 * @returns {readonly Step[]}
 */
export function testSteps(long) {
  const env = getLongEnvironment(long);
  const timeoutMs = getSuiteTimeout(long);
  /** @param {readonly string[]} args */
  const runVitest = async (args, extra = {}) =>
    parseCounts(
      await runPackage("vitest/vitest.mjs", ["run", ...args], { env: { ...env, ...extra }, timeoutMs }),
    );

  return [
    {
      id: "scripts",
      title: "Tests of the scripts",
      run: () =>
        run(
          process.execPath,
          [
            "--test",
            ...["scripts", "code-measures", "plain-language", "table-access"].map((name) =>
              resolveFromRoot("scripts", "lib", `${name}.test.mjs`),
            ),
          ],
          { timeoutMs: SUITE_MS },
        ),
    },
    {
      id: "unit",
      title: "Unit tests",
      run: () => runVitest(["--project", "unit", "--project", "unit-isolated", WORKERS]),
    },
    {
      id: "server",
      title: "Server tests on PostgreSQL",
      run: () => runVitest(["--project", "server", WORKERS]),
    },
    { id: "build", title: "Build", run: () => buildProduct(async (_, build) => void (await build())) },
    {
      id: "budgets",
      title: "JavaScript that each page loads initially",
      needs: ["build"],
      run: async () => {
        checkBundleCycles();
        return checkBudgets();
      },
    },
    // Steps that need one core are consecutive, the longest first, so that both cores are busy until all have ended.
    // The short suites of crashes and hostile agents spend half of their time waiting, but the long ones use both
    // cores.
    {
      id: "frameworks",
      title: "Examples from the LangChain and AutoGen documentation",
      oneCore: true,
      run: async () =>
        runVitest(
          ["--config", "tests/frameworks/vitest.config.ts"],
          long ? { STOA_RUNNERS: await installPythonTools("runners") } : {},
        ),
    },
    {
      id: "sdks",
      title: "SDKs as downloaded from the server",
      oneCore: true,
      needs: ["build"],
      run: async () => {
        const python = await findPythonWithPytest();
        const [passed, hasPythonPassed] = await awaitAll([
          runVitest(["--config", "tests/sdks/vitest.config.ts"], {
            STOA_TEST_PYTHON: python,
            ...(long && { STOA_GENERATORS: await installPythonTools("generators") }),
          }),
          runEnvironmentTests("base", [resolveFromRoot("sdks", "python")], timeoutMs),
        ]);
        return `${passed}, Python ${parseCounts(hasPythonPassed)}`;
      },
    },
    {
      id: "schemathesis",
      title: "API responses against the OpenAPI document",
      oneCore: true,
      // Generated requests take two minutes of processor time. The server tests call every route, too.
      longOnly: true,
      run: async () =>
        runVitest(["--config", "tests/schemathesis/vitest.config.ts"], {
          STOA_SCHEMATHESIS: await installPythonTools("schemathesis"),
        }),
    },
    {
      id: "mcp",
      title: "MCP clients and the conformance suite of the protocol",
      oneCore: true,
      // Installing the clients takes half a minute, and the server tests use a client of the protocol, too.
      longOnly: true,
      run: async () =>
        runVitest(["--config", "tests/mcp/vitest.config.ts"], {
          STOA_MCP_CLIENTS: await installMcpClients(),
          STOA_RUNNERS: await installPythonTools("runners"),
        }),
    },
    {
      id: "conformance",
      title: "Requirements of A2A and of Open Responses",
      oneCore: true,
      // The server tests check the most important requirements of both protocols, too.
      longOnly: true,
      run: () => runVitest(["--config", "tests/conformance/vitest.config.ts"]),
    },
    {
      id: "adapters",
      title: "Adapters for frameworks",
      oneCore: true,
      run: async () => {
        const passed = [];
        for (const name of FRAMEWORKS) passed.push(`${name} ${await runAdapterTests(name, timeoutMs)}`);
        return passed.join(", ");
      },
    },
    {
      id: "runners",
      title: "Adapters for frameworks that agents declare",
      oneCore: true,
      // Installing these frameworks takes half a minute of processor time.
      longOnly: true,
      run: () => runRunnerTests(timeoutMs),
    },
    {
      id: "nodes",
      title: "Two servers share one database",
      oneCore: true,
      needs: ["build"],
      run: () => runVitest(["--config", "tests/nodes/vitest.config.ts"]),
    },
    {
      id: "clients",
      title: "Official clients against the gateway",
      oneCore: true,
      run: () => runVitest(["--config", "tests/clients/vitest.config.ts"]),
    },
    {
      id: "openai-clients",
      title: "Clients of OpenAI's API run agents",
      oneCore: true,
      // Importing these clients takes a minute of processor time. The server tests use OpenAI's own client.
      longOnly: true,
      run: async () =>
        runVitest(["--config", "tests/openai-clients/vitest.config.ts"], {
          STOA_RUNNERS: await installPythonTools("runners"),
        }),
    },
    {
      id: "crash",
      title: "The ledger is correct after crashes",
      oneCore: !long,
      needs: ["build"],
      run: () => runVitest(["--config", "tests/crash/vitest.config.ts"]),
    },
    {
      id: "escape",
      title: "Hostile agents cannot leave their sandbox",
      oneCore: !long,
      needs: ["build"],
      run: () => runVitest(["--config", "tests/escape/vitest.config.ts"]),
    },
    {
      id: "e2e",
      title: "End to end in Chromium",
      needs: ["build"],
      run: async () =>
        runVitest(["--config", "tests/e2e/vitest.config.ts"], {
          STOA_CHROMIUM: await findTestBrowser(),
          STOA_TEST_RESULTS: join(CACHE, "test-results"),
        }),
    },
  ];
}

/** Each adapter has its own environment. Its tests are skipped if the environment is missing. */
const FRAMEWORKS = /** @type {const} */ (["langchain", "autogen"]);

/** Other tests that need the packages of a framework. */
const OTHER_TESTS = {
  langchain: [
    "runtime/python/tests/test_langchain_classic.py",
    "runtime/python/tests/test_agent_scripts.py",
    "runtime/python/tests/test_langgraph_conversations.py",
    "runtime/python/tests/test_langgraph_questions.py",
  ],
  autogen: ["runtime/python/tests/test_autogen_conversations.py"],
};

/**
 * @param {(typeof FRAMEWORKS)[number]} name
 * @param {number} timeoutMs
 */
async function runAdapterTests(name, timeoutMs) {
  const tests = [
    `runtime/python/tests/test_${name}.py`,
    ...OTHER_TESTS[name],
    `runtime/python/stoa/tests/test_laptop_${name}.py`,
    `runtime/python/stoa/tests/test_mcp_${name}.py`,
    `server/seed/tests/test_${name}_samples.py`,
  ];
  const paths = tests.map((test) => resolveFromRoot(test));
  return parseCounts(await runEnvironmentTests(name, paths, timeoutMs));
}

/**
 * Runs the tests of the frameworks that agents declare as packages.
 * @param {number} timeoutMs
 */
async function runRunnerTests(timeoutMs) {
  const python = join(await installPythonTools("runners"), "python3");
  const tests = ["test_runners.py", "test_llama_index_workflows.py"].map((name) =>
    resolveFromRoot("runtime/python/tests", name),
  );
  const args = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", ...tests];
  const env = { PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };
  return parseCounts(await run(python, args, { env, timeoutMs }));
}

/**
 * Runs tests that need the packages of an environment for agents.
 * @param {"base" | (typeof FRAMEWORKS)[number]} name
 * @param {readonly string[]} paths
 * @param {number} timeoutMs
 */
async function runEnvironmentTests(name, paths, timeoutMs) {
  const packages = testEnvironment(name);
  if (packages === undefined) throw new Error(`The Python packages of ${name} are not installed.`);
  const args = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", ...paths];
  // Do not load plugins, because some packages include pytest plugins that we do not use.
  const env = { PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };
  return run(await findPythonWithPytest(), args, { env, timeoutMs });
}

/**
 * Returns the numbers in the line in which vitest or pytest reports the passed tests.
 * @param {string} output
 */
function parseCounts(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's colors
  const plain = output.replace(/\u001b\[[0-9;]*m/g, "");
  const line = /^\s*Tests\s+(.+)$/m.exec(plain)?.[1] ?? /^(\d+ passed.*?)(?: in .*)?$/m.exec(plain)?.[1];
  return line?.replace(/\s+\(\d+\)$/, "").trim();
}
