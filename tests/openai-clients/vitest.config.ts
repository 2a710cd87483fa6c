import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "openai-clients",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../harness/postgres.global.ts"],
    /** On a busy machine, Python takes half a minute to import some of the clients. */
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
