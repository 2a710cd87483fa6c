/** What decides who may see and run an agent. */
interface Exposure {
  ownerAccountId: string;
  isActive: boolean;
  /** Put away by its owner. */
  isArchived: boolean;
  /** By an operator, whatever the owner's switch says. */
  isSuspended: boolean;
  visibility: string;
  versionState: string;
}

/** Whether this account may run the agent; `undefined` is a visitor. */
export function isOpenTo(agent: Exposure, accountId: string | undefined): boolean {
  const { isActive, isArchived, isSuspended, versionState } = agent;
  if (!isActive || isArchived || isSuspended || versionState !== "listed") return false;
  return agent.visibility !== "private" || agent.ownerAccountId === accountId;
}

/** Whether lists may show an agent to those who may run it: an unlisted one is reached by its link alone. */
export function isListed({ visibility }: Pick<Exposure, "visibility">): boolean {
  return visibility !== "unlisted";
}

/** Owners see their own agents in every state. */
export function mayView(agent: Exposure, accountId: string | undefined): boolean {
  return agent.ownerAccountId === accountId || isOpenTo(agent, accountId);
}
