import type { TypedInput } from "../../lib/input-fields.ts";

/** The input that was in the form when the user's session ended. */
export interface RunDraft {
  readonly agentId: number;
  /** The draft is restored only for this user, because another user may sign in next. */
  readonly userId: string;
  readonly input: TypedInput;
  readonly maxCostText: string;
}

const KEY = "stoa.run-draft";

function isDraft(value: unknown): value is RunDraft {
  if (typeof value !== "object" || value === null) return false;
  const { agentId, userId, input, maxCostText } = value as Partial<Record<keyof RunDraft, unknown>>;
  if (typeof agentId !== "number" || typeof userId !== "string" || typeof maxCostText !== "string")
    return false;
  return (
    typeof input === "object" &&
    input !== null &&
    Object.values(input).every((text) => typeof text === "string")
  );
}

/** Stores a draft in this tab until it closes. It replaces any earlier draft. */
export function keepRunDraft(draft: RunDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // If storage is blocked or full, the user types the input again.
  }
}

/**
 * Returns the user's draft for this agent and removes it; null if there is none. A draft of another user is removed
 * too; a draft for another agent stays.
 */
export function takeRunDraft(agentId: number, userId: string): RunDraft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const isTheirs = isDraft(draft) && draft.userId === userId;
    if (isTheirs && draft.agentId !== agentId) return null;
    sessionStorage.removeItem(KEY);
    return isTheirs ? draft : null;
  } catch {
    return null;
  }
}
