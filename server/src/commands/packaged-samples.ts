import type { FastifyBaseLogger } from "fastify";
import type { Context } from "../context.ts";
import { SEED } from "./paths.ts";
import { printLine } from "./steps.ts";

/**
 * Lists the sample agents that declare packages, in the background, because their packages must be downloaded and each
 * sample has a trial run. Prints one line about the outcome, or none if all were listed before.
 * @returns a function that stops the listing. The next start of the server lists the remaining samples.
 */
export function listPackagedSamples(
  context: Pick<Context, "seed">,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const stop = new AbortController();
  context
    .seed({ directory: SEED, declaresPackages: true, signal: stop.signal })
    .then((result) => {
      const line = describeOutcome(result);
      if (line !== undefined && !stop.signal.aborted) printLine(line);
    })
    .catch((err: unknown) => {
      // Stopping closes the database while a sample may still be checked. The error that this causes is
      // expected.
      if (!stop.signal.aborted) log.error({ err }, "could not list the sample agents that declare packages");
    });
  return async () => stop.abort();
}

/** Returns the line for the operator, or undefined if nothing changed. */
export function describeOutcome(result: Awaited<ReturnType<Context["seed"]>>): string | undefined {
  if (!result.seeded) return describeWaiting(result.reason);
  const [first] = result.skipped;
  if (first) return describeWaiting(`${first.name}: ${first.reason}`);
  const changed = result.created.length + result.changed.length;
  if (changed === 0) return undefined;
  return `Listed ${changed} sample ${changed === 1 ? "agent" : "agents"} with packages from the package index.`;
}

function describeWaiting(reason: string): string {
  return `Sample agents with packages from the package index are not listed yet; the next start tries again. ${reason}`;
}
