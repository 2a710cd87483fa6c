import * as z from "zod";
import { defineRoute } from "./routes.ts";
import {
  AgentId,
  entryCursor,
  isStorable,
  NextCursor,
  NOT_STORABLE,
  pageQuery,
  Timestamp,
} from "./values.ts";

export const OPERATOR_LIMITS = {
  /** The owner reads the reason in a notification, so it must be short. */
  reasonMaxLength: 500,
} as const;

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** An action by an operator, or by a user on their own account. */
export const AuditEntry = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    actor: z.string().meta({ description: "`operator:` and a user of the server's machine, or a user's id" }),
    action: z.string().meta({ description: "What was done, such as `agent.suspend`" }),
    subject: z.string().meta({ description: "The id of what it was done to; `agent:12` for an agent" }),
    reason: z.string().nullable(),
    before: Facts.nullable().meta({ description: "What it changed, as it was" }),
    after: Facts.nullable().meta({ description: "The same, as it is since" }),
    details: Facts,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditLog = z
  .object({ entries: z.array(AuditEntry), next_cursor: NextCursor })
  .meta({ id: "AuditLog" });
export type AuditLog = z.infer<typeof AuditLog>;

const { limit } = pageQuery;
export const AuditQuery = z.object({
  limit,
  cursor: entryCursor("aud"),
  action: z
    .string()
    .max(100)
    .refine(isStorable, NOT_STORABLE)
    .optional()
    .meta({ description: "One action, or one kind of things: `run.refund`, `agent`" }),
  subject: z
    .string()
    .max(100)
    .refine(isStorable, NOT_STORABLE)
    .optional()
    .meta({ description: "What it was done to, as in `subject`" }),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const SuspendRequest = z
  .strictObject({
    reason: z
      .string({ error: "Reason is required" })
      .trim()
      .min(1, "Reason is required")
      .max(
        OPERATOR_LIMITS.reasonMaxLength,
        `Reason has at most ${OPERATOR_LIMITS.reasonMaxLength} characters`,
      )
      .refine(isStorable, NOT_STORABLE)
      .meta({ description: "Told to the agent's owner" }),
  })
  .meta({ id: "SuspendRequest" });

export const SuspensionReply = z
  .object({
    agent_id: z.int(),
    name: z.string(),
    suspended: z.boolean(),
    changed: z.boolean().meta({ description: "Whether it was otherwise before" }),
  })
  .meta({ id: "SuspensionReply" });
export type SuspensionReply = z.infer<typeof SuspensionReply>;

const tag = "Operators";
const byAgent = z.object({ id: AgentId });

export const operatorRoutes = {
  audit: defineRoute({
    method: "GET",
    path: "/operator/audit",
    auth: "session",
    tag,
    summary: "List the audit log",
    query: AuditQuery,
    status: 200,
    reply: AuditLog,
    fails: [401, 403],
  }),
  suspendAgent: defineRoute({
    method: "PUT",
    path: "/operator/agents/:id/suspension",
    auth: "session",
    tag,
    summary: "Suspend an agent",
    params: byAgent,
    body: SuspendRequest,
    status: 200,
    reply: SuspensionReply,
    fails: [401, 403, 404],
  }),
  restoreAgent: defineRoute({
    method: "DELETE",
    path: "/operator/agents/:id/suspension",
    auth: "session",
    tag,
    summary: "Unsuspend an agent",
    params: byAgent,
    status: 200,
    reply: SuspensionReply,
    fails: [401, 403, 404],
  }),
} as const;
