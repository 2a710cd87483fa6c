import type { User } from "@stoa/contract/accounts";
import { SCREEN } from "@stoa/contract/limits";

/** Fields that are never cached: the API key, and fields that can change at any time. */
type UncachedField = "api_key" | "pending_email" | "has_password" | "email_confirmed";

/** The cached fields of a user. */
export type KnownUser = Omit<User, UncachedField>;

const KEY = "stoa.user";

/** Stores the user with the current time. */
export function rememberUser(user: User, now: number = Date.now()): void {
  const {
    api_key: _key,
    pending_email: _pendingEmail,
    has_password: _password,
    email_confirmed: _confirmed,
    ...known
  } = user;
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: now, user: known }));
  } catch {
    // If storage is blocked or full, nothing is cached: the cache only saves a wait.
  }
}

/** Removes the cached user. Does nothing if storage is blocked. */
export function forgetUser(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If storage is blocked, nothing is cached.
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function readKnownUser(value: unknown): KnownUser | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, username, email] = [fields.get("id"), fields.get("username"), fields.get("email")];
  const [plan_type, created_at] = [fields.get("plan_type"), fields.get("created_at")];
  if (!isText(id) || !isText(username) || !isText(email) || !isText(created_at)) return undefined;
  const plan = plan_type === "creator" || plan_type === "business" ? plan_type : "free";
  return { id, username, email, plan_type: plan, is_active: fields.get("is_active") === true, created_at };
}

/** Returns the cached user if it is less than 5 minutes old. */
export function recallUser(now: number = Date.now()): KnownUser | undefined {
  try {
    const cached: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof cached !== "object" || cached === null || !("at" in cached) || !("user" in cached))
      return undefined;
    const age = now - Number(cached.at);
    return age >= 0 && age < SCREEN.userCacheMs ? readKnownUser(cached.user) : undefined;
  } catch {
    return undefined;
  }
}
