import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "nodes",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** The time limit allows for a busy machine, as in the other API tests. */
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    /** A first start creates a database and tests the sample agents. */
    hookTimeout: 180_000,
  },
});
