import { MISCHIEF } from "./mischief.ts";
import { getProbeName, type Probe } from "./probe.ts";
import { TRESPASSES, TRESPASSES_OF_CHILDREN } from "./trespasses.ts";

/** `.ci/run` runs all probes, `npm test` a selection. */
export const ALL_OF_IT = Boolean(process.env.STOA_TEST_LONG);

const every: Probe[] = [...TRESPASSES, ...TRESPASSES_OF_CHILDREN, ...MISCHIEF];

/** Rows for `test.each`: the name, then the probe. */
export const PROBES: [string, Probe][] = every
  .filter(({ slice }) => ALL_OF_IT || slice)
  .map((probe) => [getProbeName(probe), probe]);
