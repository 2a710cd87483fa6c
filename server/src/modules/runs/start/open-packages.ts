import type { JobEnvironment, RunEvent } from "@stoa/runtime/protocol";
import type { RunnableAgent } from "../../catalog/index.ts";

/**
 * Returns the folder of a version's own packages on this node. Installs missing packages first, and calls `onWait` with
 * the reason for the wait.
 */
export type OpenPackages = (
  digest: string,
  onWait: (reason: string) => void,
) => Promise<{ ok: true; folder: string } | { ok: false; problem: string }>;

/**
 * Returns the environment of an agent that has its own packages, an empty object for any other agent, or the reason why
 * the agent cannot run.
 */
export async function openEnvironment(
  openPackages: OpenPackages,
  { packages, ownerAccountId }: Pick<RunnableAgent, "packages" | "ownerAccountId">,
  onEvent: (event: RunEvent) => void,
): Promise<{ environment?: JobEnvironment } | { problem: string }> {
  if (!packages) return {};
  const { digest, imports } = packages;
  const opened = await openPackages(digest, (message) => onEvent({ type: "progress", message }));
  if (!opened.ok) return { problem: opened.problem };
  return { environment: { digest, packages: opened.folder, imports, ownerId: ownerAccountId } };
}
