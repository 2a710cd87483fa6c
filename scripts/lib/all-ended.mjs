import { CommandError } from "./command.mjs";
import { explain } from "./progress.mjs";

/**
 * Returns the results of commands that run in parallel. Waits for all of them, even if one fails, so that no command
 * still runs during the next steps. Throws the output of all commands that failed.
 * @template {readonly Promise<unknown>[] | []} Running
 * @param {Running} running
 * @returns {Promise<{ -readonly [Place in keyof Running]: Awaited<Running[Place]> }>}
 */
export async function awaitAll(running) {
  const results = await Promise.allSettled(running);
  const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1)
    throw new CommandError(
      `${reasons.length} of ${results.length} failed`,
      reasons.map(explain).join("\n\n"),
    );
  return Promise.all(running);
}
