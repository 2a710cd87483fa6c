import { explain, runParallelStep, runStep } from "./progress.mjs";

/**
 * @typedef {object} Step
 * @property {string} id the step's name for `--only`
 * @property {string} title
 * @property {() => Promise<unknown>} run throws when the step fails; a returned text of one line is shown
 * @property {boolean} [oneCore] uses at most one core; consecutive steps of this kind run in parallel
 * @property {boolean} [longOnly] runs only in long test runs, and if `--only` names it
 * @property {readonly string[]} [needs] ids of earlier steps that must succeed before this one starts
 */

/** The number of steps that run at a time. The test machines have two cores, and some steps wait for servers and timeouts. */
const LANES = 3;

/**
 * Runs the selected steps in order, even if one fails, and prints how many passed. Consecutive steps that need one core
 * run three at a time. Returns whether all passed.
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
   * @param {typeof runStep} inLine
   */
  const runCandidate = async (candidate, inLine) => {
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
  for (const group of groupNeighbors(chosen)) {
    const inLine = group.length === 1 ? runStep : runParallelStep;
    await runInLanes(group, (next) => runCandidate(next, inLine));
  }
  const names = failed.size === 0 ? "" : `: ${[...failed].join(", ")}`;
  console.log(`\n${chosen.length - failed.size} passed, ${failed.size} failed${names}`);
  return failed.size === 0;
}

/**
 * Runs the steps of a group in order, each after the steps that it needs. A step that must wait lets later steps pass.
 * @param {Step[]} group
 * @param {(next: Step) => Promise<void>} runNext never rejects
 */
async function runInLanes(group, runNext) {
  const waiting = [...group];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const unfinished = new Set([...waiting.map(({ id }) => id), ...running.keys()]);
    const next = waiting.findIndex(({ needs = [] }) => !needs.some((id) => unfinished.has(id)));
    const step = running.size < LANES && next >= 0 ? waiting.splice(next, 1)[0] : undefined;
    if (step)
      running.set(
        step.id,
        runNext(step).finally(() => running.delete(step.id)),
      );
    else await Promise.race(running.values());
  }
}

/**
 * Groups consecutive steps that need one core. Every other step is a group of its own.
 * @param {readonly Step[]} steps
 */
function groupNeighbors(steps) {
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
 * Returns the chosen steps in their order, each preceded by the steps that it needs.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} only
 */
function withNeeds(steps, only) {
  const wanted = new Set(only);
  for (const { id, needs } of [...steps].reverse())
    if (wanted.has(id)) for (const need of needs ?? []) wanted.add(need);
  return steps.filter(({ id }) => wanted.has(id));
}
