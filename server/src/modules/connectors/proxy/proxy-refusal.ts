interface ProxyRefusalInit {
  status: number;
  /** Stable; programs branch on it. */
  code: string;
  /** For the run's trace, whose developer may read it: repeats nothing that the agent's code said. */
  reason?: string;
  retryAfterSeconds?: number;
}

/** A call that the service is not asked for, or that it gave no answer to. The message is for the agent. */
export class ProxyRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, code, reason, retryAfterSeconds }: ProxyRefusalInit) {
    super(message);
    this.name = "ProxyRefusal";
    this.status = status;
    this.code = code;
    this.reason = reason ?? message;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
