/** A failure that the agent caused. The message is a sentence for the caller. */
export class AgentFailure extends Error {
  readonly developerDetail: string;

  constructor(message: string, developerDetail = message) {
    super(message);
    this.developerDetail = developerDetail;
  }
}

/** The agent wrote more than its limit. */
export class OutputLimitReached extends Error {}
