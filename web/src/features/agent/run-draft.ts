import type { TypedInput } from "../../lib/input-fields.ts";

/** The input that a user had typed when their session ended. */
export interface RunDraft {
  readonly agentId: number;
  /** Only this person gets it back: another one may sign in next. */
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

/** Keeps a draft in this tab until it closes. The last one replaces those before. */
export function keepRunDraft(draft: RunDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // With closed or full storage the person types it again.
  }
}

/** Returns what this person had typed for this agent, once. A draft of another person is dropped. */
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
