import { EMBED_TEXTS } from "@stoa/contract";
import type { RunnableAgent } from "../../catalog/index.ts";

type Traits = Pick<RunnableAgent, "connectors" | "hosts" | "ownerAccountId">;

/**
 * Returns why a visitor of a web page cannot run an agent at the cost of an account; undefined if they can. Grants of the
 * account's people do not apply to visitors. The account's own agents reach their hosts, because the site that embeds
 * them and their developer are the same.
 */
export function findVisitorProblem(
  { connectors, hosts, ownerAccountId }: Traits,
  accountId: string,
): string | undefined {
  if (connectors.length > 0) return EMBED_TEXTS.usesConnectors;
  if (hosts.length > 0 && ownerAccountId !== accountId) return EMBED_TEXTS.reachesHosts;
  return undefined;
}

/** Returns why an account cannot embed an agent as a chat; undefined if it can. A chat sends one text. */
export function findEmbedProblem(
  agent: Traits & Pick<RunnableAgent, "inputParameters">,
  accountId: string,
): string | undefined {
  const { inputParameters } = agent;
  const [only, ...others] = inputParameters.filter(({ required }) => required);
  const takesText =
    only === undefined
      ? inputParameters.some(({ name }) => name === "message")
      : others.length === 0 && only.type === "string";
  return takesText ? findVisitorProblem(agent, accountId) : EMBED_TEXTS.needsInputs;
}
