import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "mcp",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** Each scenario and each client is a program of its own, which takes seconds on a busy machine. */
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
