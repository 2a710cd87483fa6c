import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "nodes",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** As in the other tests of calls: on a machine that has other things to do, too. */
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    /** A first start makes a cluster and tries the sample agents. */
    hookTimeout: 180_000,
  },
});
