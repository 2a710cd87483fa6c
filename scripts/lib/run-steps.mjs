import { explain, step } from "./progress.mjs";

/**
 * @typedef {object} Step
 * @property {string} id what `--only` names
 * @property {string} title
 * @property {() => Promise<unknown>} run throws when the step fails; a returned text of one line is shown
 * @property {readonly string[]} [needs] ids of steps without whose success this one says nothing
 */

/**
 * Runs steps in order, all of them even when one fails, and prints the count. Returns whether all passed.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} only ids to run; empty means all
 */
export async function runSteps(steps, only) {
  const unknown = only.filter((id) => !steps.some((candidate) => candidate.id === id));
  if (unknown.length > 0) {
    console.error(
      `There is no step ${unknown.join(", ")}; there are: ${steps.map(({ id }) => id).join(", ")}`,
    );
    return false;
  }
  const chosen = only.length === 0 ? steps : withNeeds(steps, only);
  /** @type {Set<string>} */
  const failed = new Set();
  for (const candidate of chosen) {
    const missing = candidate.needs?.find((id) => failed.has(id));
    try {
      await step(candidate.title, async () => {
        if (missing !== undefined) throw new Error(`Not run, because the step '${missing}' failed.`);
        const outcome = await candidate.run();
        return typeof outcome === "string" && !outcome.includes("\n") ? outcome : undefined;
      });
    } catch (error) {
      failed.add(candidate.id);
      console.log(`\n${explain(error)}\n`);
    }
  }
  const names = failed.size === 0 ? "" : `: ${[...failed].join(", ")}`;
  console.log(`\n${chosen.length - failed.size} passed, ${failed.size} failed${names}`);
  return failed.size === 0;
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
