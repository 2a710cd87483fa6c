import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "conformance",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
