import { explain, step, stepBesideOthers } from "./progress.mjs";

/**
 * @typedef {object} Step
 * @property {string} id what `--only` names
 * @property {string} title
 * @property {() => Promise<unknown>} run throws when the step fails; a returned text of one line is shown
 * @property {boolean} [oneCore] uses one core at most: it runs beside such steps that stand next to it
 * @property {readonly string[]} [needs] ids of steps without whose success this one says nothing
 */

/** The test machines have two cores. */
const CORES = 2;

/**
 * Runs steps in order, those of one core two at a time, all of them even when one fails, and prints the count. Returns whether all passed.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} only ids to run; empty means all
 */
export async function runSteps(steps, only) {
  const unknown = only.filter((id) => !steps.some((candidate) => candidate.id === id));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(", ")}. Available: ${steps.map(({ id }) => id).join(", ")}`);
    return false;
  }
  const chosen = only.length === 0 ? steps : withNeeds(steps, only);
  /** @type {Set<string>} */
  const failed = new Set();
  /**
   * @param {Step} candidate
   * @param {typeof step} inLine
   */
  const attempt = async (candidate, inLine) => {
    const missing = candidate.needs?.find((id) => failed.has(id));
    try {
      await inLine(candidate.title, async () => {
        if (missing !== undefined) throw new Error(`Skipped: the step '${missing}' failed.`);
        const outcome = await candidate.run();
        return typeof outcome === "string" && !outcome.includes("\n") ? outcome : undefined;
      });
    } catch (error) {
      failed.add(candidate.id);
      console.log(`\n${explain(error)}\n`);
    }
  };
  for (const group of neighbours(chosen)) {
    const inLine = group.length === 1 ? step : stepBesideOthers;
    const work = async () => {
      for (let next = group.shift(); next; next = group.shift()) await attempt(next, inLine);
    };
    await Promise.all(Array.from({ length: CORES }, work));
  }
  const names = failed.size === 0 ? "" : `: ${[...failed].join(", ")}`;
  console.log(`\n${chosen.length - failed.size} passed, ${failed.size} failed${names}`);
  return failed.size === 0;
}

/**
 * Steps of one core that follow each other, together; each other step alone.
 * @param {readonly Step[]} steps
 */
function neighbours(steps) {
  /** @type {Step[][]} */
  const groups = [];
  for (const one of steps) {
    const before = groups.at(-1);
    if (one.oneCore && before?.[0]?.oneCore) before.push(one);
    else groups.push([one]);
  }
  return groups;
}

/**
 * The chosen steps in their order, with what they need before them.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} only
 */
function withNeeds(steps, only) {
  const wanted = new Set(only);
  for (const { id, needs } of [...steps].reverse())
    if (wanted.has(id)) for (const need of needs ?? []) wanted.add(need);
  return steps.filter(({ id }) => wanted.has(id));
}
