import { defineConfig } from "vitest/config";

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
