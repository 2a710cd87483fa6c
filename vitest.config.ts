import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    /** The machines that this is tested on have two cores; more workers only wait for one another. */
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,gateway,runtime,server,bench,web}/**/*.unit.test.ts"],
        },
      },
      {
        test: {
          name: "server",
          include: ["{server,gateway,runtime,tests/harness}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "**/node_modules/**"],
          globalSetup: ["tests/harness/postgres.global.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
