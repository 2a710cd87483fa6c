import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
          include: ["server/**/*.test.ts", "gateway/**/*.test.ts", "runtime/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "**/node_modules/**"],
          globalSetup: ["tests/harness/postgres.global.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
