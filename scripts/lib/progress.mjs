import { CommandError } from "./command.mjs";

/** What a step's action may return to say instead of "done". @typedef {string | void} Outcome */

const live = process.stdout.isTTY === true && !process.env.CI;

/**
 * Runs an action under one tidy line: its title, a running clock in a terminal, its outcome and time. A failure
 * prints all that the failed command said, then is thrown on.
 * @param {string} title
 * @param {() => Promise<Outcome> | Outcome} action
 */
export async function step(title, action) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const label = title.padEnd(34);
  const clock = live ? setInterval(() => process.stdout.write(`\r  ${label} ${seconds()} `), 200) : undefined;
  process.stdout.write(`  ${label} `);
  /** @param {string} text */
  const close = (text) => {
    clearInterval(clock);
    process.stdout.write(live ? `\r\u001b[K  ${label} ${text}\n` : `${text}\n`);
  };
  try {
    const outcome = await action();
    close(outcome ? `${outcome} (${seconds()})` : seconds());
  } catch (error) {
    close(`failed (${seconds()})`);
    throw error;
  }
}

/**
 * The same for an action beside others: its line is printed when it has ended.
 * @param {string} title
 * @param {() => Promise<Outcome> | Outcome} action
 */
export async function stepBesideOthers(title, action) {
  const started = performance.now();
  /** @param {(seconds: string) => string} text */
  const close = (text) =>
    console.log(`  ${title.padEnd(34)} ${text(`${((performance.now() - started) / 1000).toFixed(1)} s`)}`);
  try {
    const outcome = await action();
    close((seconds) => (outcome ? `${outcome} (${seconds})` : seconds));
  } catch (error) {
    close((seconds) => `failed (${seconds})`);
    throw error;
  }
}

/**
 * What to print of a failure: all of a command's output, else one line.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof CommandError) return `${error.output.trimEnd()}\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
