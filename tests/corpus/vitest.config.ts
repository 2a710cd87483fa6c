import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "corpus",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** The packages of an agent are installed from the package index before its first run. */
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
