import { MISCHIEF } from "./mischief.ts";
import { nameOf, type Probe } from "./probe.ts";
import { TRESPASSES } from "./trespasses.ts";

/** `.ci/run` tries all probes, `npm test` a slice of them. */
export const ALL_OF_IT = Boolean(process.env.STOA_TEST_LONG);

const every: Probe[] = [...TRESPASSES, ...MISCHIEF];

/** For `test.each`: the name, then the probe. */
export const PROBES: [string, Probe][] = every
  .filter(({ slice }) => ALL_OF_IT || slice)
  .map((probe) => [nameOf(probe), probe]);
