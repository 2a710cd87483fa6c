import type { ConnectorUse } from "@stoa/contract";

/** What an agent declares now, and whose it is. */
export interface DeclaredAgent {
  ownerAccountId: string;
  uses: readonly ConnectorUse[];
}

/** The agents of the catalogue as grants need them. Handed in, because this module knows no other. */
export interface GrantedAgents {
  /** `undefined` for an agent that this account cannot see; none is a visitor's. */
  declaredOf(agentId: number, accountId: string | undefined): Promise<DeclaredAgent | undefined>;
}
