import { MISCHIEF } from "./mischief.ts";
import { getProbeName, type Probe } from "./probe.ts";
import { TRESPASSES, TRESPASSES_OF_CHILDREN } from "./trespasses.ts";

/** Whether to run all probes, as in `.ci/run`, instead of the selection for `npm test`. */
export const ALL_OF_IT = Boolean(process.env.STOA_TEST_LONG);

const every: Probe[] = [...TRESPASSES, ...TRESPASSES_OF_CHILDREN, ...MISCHIEF];

/** Rows for `test.each`: the name, then the probe. */
export const PROBES: [string, Probe][] = every
  .filter(({ slice }) => ALL_OF_IT || slice)
  .map((probe) => [getProbeName(probe), probe]);
