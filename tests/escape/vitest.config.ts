import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "escape",
    root: import.meta.dirname,
    include: ["*.test.ts"],
    /** The slowest probe waits for a limit of some seconds, and an upload waits for its trial run. */
    testTimeout: 60_000,
    /** A first start creates a database and imports three environments. */
    hookTimeout: 180_000,
    /** The tests attack one server at a time, so that an observed effect has one cause. */
    fileParallelism: false,
  },
});
