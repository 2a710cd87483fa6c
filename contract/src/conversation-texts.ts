/** Texts about conversations that server and clients share. */
export const CONVERSATION_TEXTS = {
  otherAgent: (agentId: number) =>
    `This conversation is with agent ${agentId}. Start a new conversation to talk to another agent.`,
  capUsedUp:
    "This conversation has reached its maximum cost. Raise its max_cost or start a new conversation.",
  activeTurn:
    "The last turn of this conversation has not ended. Wait for its answer or stop it, then try again.",
  full: "This conversation has reached the maximum number of turns. Start a new conversation.",
  nothingToShare: "This conversation has no answer yet, so there is nothing to share.",
} as const;
