import * as z from "zod";
import { defineRoute } from "./routes.ts";
import {
  AgentId,
  createEntryCursor,
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
    actor: z.string().meta({
      description: "`operator:` followed by the name of a system user on the server, or the ID of a user",
    }),
    action: z.string().meta({ description: "Action, such as `agent.suspend`" }),
    subject: z
      .string()
      .meta({ description: "ID of the object that the action changed; `agent:12` for an agent" }),
    reason: z.string().nullable(),
    before: Facts.nullable().meta({ description: "Changed values before the action" }),
    after: Facts.nullable().meta({ description: "Changed values after the action" }),
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
  cursor: createEntryCursor("aud"),
  action: z
    .string()
    .max(100)
    .refine(isStorable, NOT_STORABLE)
    .optional()
    .meta({ description: "An action such as `run.refund`, or a kind of object such as `agent`" }),
  subject: z
    .string()
    .max(100)
    .refine(isStorable, NOT_STORABLE)
    .optional()
    .meta({ description: "ID of the object, as in the field `subject`" }),
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
        `Reason must be at most ${OPERATOR_LIMITS.reasonMaxLength} characters long`,
      )
      .refine(isStorable, NOT_STORABLE)
      .meta({ description: "Reason for the suspension, which the owner receives" }),
  })
  .meta({ id: "SuspendRequest" });

export const SuspensionReply = z
  .object({
    agent_id: z.int(),
    name: z.string(),
    suspended: z.boolean(),
    changed: z.boolean().meta({ description: "Whether the request changed anything" }),
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
