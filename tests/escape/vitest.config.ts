import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "escape",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** The slowest probe waits for a limit of some seconds; an upload waits for its trial. */
    testTimeout: 60_000,
    /** A first start makes a cluster and imports three environments. */
    hookTimeout: 180_000,
    /** One server is attacked at a time, so that what it looks like from outside has one cause. */
    fileParallelism: false,
  },
});
