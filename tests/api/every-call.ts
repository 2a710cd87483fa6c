import { expect, test } from "vitest";
import { getAddresses, ROW_NAMES } from "./specified-calls.ts";
import { TABLE } from "./table.ts";
import { listTries } from "./tries.ts";
import type { World } from "./world.ts";

interface Extent {
  /** The number of paths at which each row is tested. */
  addresses: 1 | 2;
  /** Whether calls that the server must refuse are also tested. */
  refusals: boolean;
}

/** Declares the tests for each call in the specification. */
export function tryEveryCall(getWorld: () => World, { addresses, refusals }: Extent): void {
  const tries = ROW_NAMES.flatMap((name) => {
    const { method, paths } = getAddresses(name);
    const row = TABLE[name];
    const places = paths.slice(0, addresses).map((path) => ({ row, method, path }));
    return places.flatMap((place) =>
      listTries(row)
        .slice(0, refusals ? undefined : 1)
        .map(([outcome, go]) => ({
          title: `${method} ${place.path} ${outcome}`,
          go: () => go({ world: getWorld(), ...place }),
        })),
    );
  });
  test.each(tries.map(({ title, go }) => [title, go] as const))("%s", (_, go) =>
    expect(go()).resolves.toBeUndefined(),
  );
}
