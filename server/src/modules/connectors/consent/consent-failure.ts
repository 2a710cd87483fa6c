/** Why a provider returned nothing that a connector could use. */
export class ConsentFailure extends Error {
  /** `refused`: the user denied access. `ended`: the user has since revoked it. */
  readonly kind: "refused" | "ended" | "failed" | "unavailable";

  constructor(kind: ConsentFailure["kind"], cause?: unknown) {
    super(`consent at a provider: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Returns the text for users about a connector whose consent cannot be used. */
export function consentWords(displayName: string, { kind }: ConsentFailure): string {
  if (kind === "unavailable") return `${displayName} does not answer at the moment. Please try again later.`;
  if (kind === "refused") return `${displayName} was not connected: access was not allowed there.`;
  if (kind === "ended")
    return `${displayName} no longer allows access by this connector. Connect ${displayName} again in Settings.`;
  return `${displayName} was not connected. Please begin again.`;
}
