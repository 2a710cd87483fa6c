import { expect, test } from "vitest";
import { addressesOf, type RowName } from "./section-7.ts";
import { TABLE } from "./table.ts";
import { triesOf } from "./tries.ts";
import type { World } from "./world.ts";

/** Tries rows of section 7, each at so many of its addresses. */
export function tryEveryCall(world: () => World, rows: readonly RowName[], addresses: 1 | 2): void {
  const tries = rows.flatMap((name) => {
    const { method, paths } = addressesOf(name);
    const row = TABLE[name];
    return paths.slice(0, addresses).flatMap((path) =>
      triesOf(row).map(([outcome, go]) => ({
        method,
        path,
        outcome,
        go: () => go({ world: world(), row, method, path }),
      })),
    );
  });
  test.each(tries)("$method $path $outcome", ({ go }) => expect(go()).resolves.toBeUndefined());
}
