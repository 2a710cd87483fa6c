import type { ConnectorUse } from "@stoa/contract";

/** An agent's owner and current declaration. */
export interface AgentDeclaration {
  ownerAccountId: string;
  uses: readonly ConnectorUse[];
}

/** The agents of the catalog, as grants need them; passed in because this module imports no other. */
export interface GrantedAgents {
  /** Returns undefined for an agent that this account cannot see. A visitor has no account. */
  findDeclaration(agentId: number, accountId: string | undefined): Promise<AgentDeclaration | undefined>;
}
