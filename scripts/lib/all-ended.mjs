import { CommandError } from "./command.mjs";
import { explain } from "./progress.mjs";

/**
 * What commands that run side by side returned. Waits for all of them, even if one fails: none goes on beside the
 * steps after it. Throws all that the failed ones said.
 * @template {readonly Promise<unknown>[] | []} Running
 * @param {Running} running
 * @returns {Promise<{ -readonly [Place in keyof Running]: Awaited<Running[Place]> }>}
 */
export async function allEnded(running) {
  const ended = await Promise.allSettled(running);
  const reasons = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1)
    throw new CommandError(`${reasons.length} of ${ended.length} failed`, reasons.map(explain).join("\n\n"));
  return Promise.all(running);
}
