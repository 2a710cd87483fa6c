import { PlanType, type SessionReply, type User } from "@stoa/contract";
import type { UserRow } from "./identity-store.ts";
import type { Session } from "./open-session.ts";

/** Parses a stored plan. Unknown values count as Free. */
export function toPlanType(planType: string): PlanType {
  const plan = PlanType.safeParse(planType);
  return plan.success ? plan.data : "free";
}

export function presentUser(row: UserRow, apiKey: string): User {
  return {
    id: row.userId,
    username: row.username,
    email: row.email,
    plan_type: toPlanType(row.planType),
    api_key: apiKey,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
    pending_email: row.pendingEmail,
    has_password: row.hasPassword,
    email_confirmed: !row.awaitsConfirmation,
  };
}

export function presentSession(session: Session): SessionReply {
  return { access_token: session.token, token_type: "bearer", expires_at: session.expiresAt.toISOString() };
}
