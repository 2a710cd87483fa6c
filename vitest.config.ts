import { defineConfig } from "vitest/config";

/**
 * Unit tests that replace a module or load one again. Such a replacement would have no effect in files that share their
 * modules.
 */
const REPLACES_MODULES = [
  "gateway/src/long-prompt.unit.test.ts",
  "gateway/src/upstream/completion-meter.unit.test.ts",
  "gateway/src/work/text-slices.unit.test.ts",
];

/** The time that a test waits for an expected effect, even on a busy machine. */
const PATIENCE = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  test: {
    /** The test machines have two cores; more workers would only wait for one another. */
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{contract,gateway,runtime,workflow,server,bench,web,tests/n8n-oracle}/**/*.unit.test.ts",
          ],
          exclude: [...REPLACES_MODULES, "**/node_modules/**"],
          /**
           * A separate process with its imports for each of three hundred files would take longer than the tests
           * themselves.
           */
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "unit-isolated",
          include: REPLACES_MODULES,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "server",
          include: ["{server,gateway,runtime,workflow,tests/api,tests/harness,tests/reference}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "**/node_modules/**"],
          globalSetup: ["tests/harness/postgres.global.ts"],
          /** Two hundred files import the same server. Importing it once per worker takes a third of the time. */
          isolate: false,
          /** Each file starts a server. With more room for new objects, collecting them takes less processor time. */
          execArgv: ["--max-semi-space-size=64"],
          ...PATIENCE,
        },
      },
    ],
  },
});
