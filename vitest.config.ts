import { defineConfig } from "vitest/config";

/** Unit tests that replace a module or load one anew: among files that share their modules they would have no effect. */
const REPLACES_MODULES = [
  "gateway/src/long-prompt.unit.test.ts",
  "gateway/src/upstream/completion-meter.unit.test.ts",
  "gateway/src/work/text-slices.unit.test.ts",
];

/** How long a test waits for what must come about: on a machine that has other things to do, too. */
const PATIENCE = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  test: {
    /** The machines that this is tested on have two cores; more workers only wait for one another. */
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,gateway,runtime,workflow,server,bench,web}/**/*.unit.test.ts"],
          exclude: [...REPLACES_MODULES, "**/node_modules/**"],
          /** A process and its imports for each of three hundred files cost more than the tests themselves. */
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
          /** Two hundred files import the same server: once for each worker is a third of the time. */
          isolate: false,
          ...PATIENCE,
        },
      },
    ],
  },
});
