import { CommandError } from "./command.mjs";

/** The text that a step's action may return. It is printed before the time. @typedef {string | void} Outcome */

const live = process.stdout.isTTY === true && !process.env.CI;

/**
 * Runs an action and prints one line about it: its title, a running clock in a terminal, its outcome and time. If the
 * action fails, prints that in the line and rethrows the error.
 * @param {string} title
 * @param {() => Promise<Outcome> | Outcome} action
 */
export async function runStep(title, action) {
  const started = performance.now();
  const formatSeconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const label = title.padEnd(34);
  const clock = live
    ? setInterval(() => process.stdout.write(`\r  ${label} ${formatSeconds()} `), 200)
    : undefined;
  process.stdout.write(`  ${label} `);
  /** @param {string} text */
  const close = (text) => {
    clearInterval(clock);
    process.stdout.write(live ? `\r\u001b[K  ${label} ${text}\n` : `${text}\n`);
  };
  try {
    const outcome = await action();
    close(outcome ? `${outcome} (${formatSeconds()})` : formatSeconds());
  } catch (error) {
    close(`failed (${formatSeconds()})`);
    throw error;
  }
}

/**
 * Runs an action in parallel with others, and prints its line when the action has ended.
 * @param {string} title
 * @param {() => Promise<Outcome> | Outcome} action
 */
export async function runParallelStep(title, action) {
  const started = performance.now();
  /** @param {(seconds: string) => string} text */
  const close = (text) =>
    console.log(`  ${title.padEnd(34)} ${text(`${((performance.now() - started) / 1000).toFixed(1)} s`)}`);
  try {
    const outcome = await action();
    close((formatSeconds) => (outcome ? `${outcome} (${formatSeconds})` : formatSeconds));
  } catch (error) {
    close((formatSeconds) => `failed (${formatSeconds})`);
    throw error;
  }
}

/**
 * Returns the text to print for a failure: the whole output of a command, or the message of any other error.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof CommandError) return `${error.output.trimEnd()}\n${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
