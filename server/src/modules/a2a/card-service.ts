import type { Caller } from "../../platform/http/caller.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import { createAgentCard, createStoreCard } from "./agent-card.ts";
import type { SignedCard, SignedCards } from "./signed-cards.ts";

interface CardServiceOptions {
  directory: Pick<AgentDirectory, "get">;
  signed: SignedCards;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
}

/** Creates the signed cards of agents and of the store. */
export class CardService {
  readonly #options: CardServiceOptions;

  constructor(options: CardServiceOptions) {
    this.#options = options;
  }

  /** @throws AppError 404 for an agent that does not exist or that this caller may not view */
  async readAgentCard(
    agentId: number,
    caller: Caller | undefined,
  ): Promise<{ card: SignedCard; isPrivate: boolean }> {
    const { directory, signed, publicUrl } = this.#options;
    const agent = await directory.get(agentId, caller);
    const card = createAgentCard(agent, {
      service: `${publicUrl}/a2a/agents/${agentId}`,
      page: `${publicUrl}/agent/${agentId}`,
      provider: `${publicUrl}/developers/${agent.owner_username}`,
    });
    // Its owner sees an agent in every state, so that no shared cache may keep the card.
    return { card: await signed.sign(card), isPrivate: agent.is_owner || agent.visibility === "private" };
  }

  readStoreCard(): Promise<SignedCard> {
    const { signed, publicUrl } = this.#options;
    return signed.sign(createStoreCard({ service: `${publicUrl}/a2a/store`, page: publicUrl }));
  }

  getKeySet(): string {
    return this.#options.signed.getKeySet();
  }
}
