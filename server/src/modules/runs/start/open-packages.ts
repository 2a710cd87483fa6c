import type { JobEnvironment, RunEvent } from "@stoa/runtime/protocol";
import type { RunnableAgent } from "../../catalog/index.ts";

/**
 * Returns the folder of a version's own packages on this node. Installs them first if they are absent, and calls `onWait`
 * with what it waits for.
 */
export type OpenPackages = (
  digest: string,
  onWait: (reason: string) => void,
) => Promise<{ ok: true; folder: string } | { ok: false; problem: string }>;

/**
 * Returns the environment of an agent with its own packages, nothing for any other agent, or the reason why it cannot
 * run.
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
