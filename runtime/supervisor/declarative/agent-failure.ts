/** An end of the agent's own making, in a sentence for the caller. */
export class AgentFailure extends Error {
  readonly developerDetail: string;

  constructor(message: string, developerDetail = message) {
    super(message);
    this.developerDetail = developerDetail;
  }
}

/** The agent wrote more than it may. */
export class OutputLimitReached extends Error {}
