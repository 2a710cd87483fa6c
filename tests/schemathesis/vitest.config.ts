import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "schemathesis",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** The long suite takes minutes. */
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
