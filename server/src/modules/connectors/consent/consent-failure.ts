/** The error of a consent that gave the connector no usable access. */
export class ConsentFailure extends Error {
  /** `refused`: the user denied access. `ended`: the user has since revoked the access. */
  readonly kind: "refused" | "ended" | "failed" | "unavailable";

  constructor(kind: ConsentFailure["kind"], cause?: unknown) {
    super(`consent at a provider failed: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Returns the message for users about a connector whose consent cannot be used. */
export function consentWords(displayName: string, { kind }: ConsentFailure): string {
  if (kind === "unavailable") return `${displayName} is not responding. Please try again later.`;
  if (kind === "refused") return `${displayName} was not connected because you did not grant access.`;
  if (kind === "ended")
    return `Access to ${displayName} expired or was revoked. Connect ${displayName} again in Settings.`;
  return `${displayName} was not connected. Please try again.`;
}
