import * as z from "zod";
import { AgentConnector } from "./connectors.ts";
import { UploadCheck } from "./uploads.ts";

/** Stable error codes for clients. The messages are for people and may change, unless the specification fixes them. */
export const ErrorCode = z
  .enum([
    "invalid_request",
    "malformed_json",
    "unauthorized",
    "insufficient_credits",
    "forbidden",
    "insufficient_scope",
    "account_suspended",
    "agent_suspended",
    "agent_limit_reached",
    "plan_required",
    "key_limit_reached",
    "spending_limit_reached",
    "schedule_limit_reached",
    "account_in_use",
    "balance_left",
    "not_found",
    "method_not_allowed",
    "conflict",
    "grant_needed",
    "email_taken",
    "username_taken",
    "link_invalid",
    "authorization_pending",
    "slow_down",
    "access_denied",
    "expired_token",
    "sign_in_failed",
    "email_unverified",
    "provider_unavailable",
    "idempotency_in_flight",
    "idempotency_mismatch",
    "too_large",
    "unsupported_media_type",
    "upload_refused",
    "price_below_cost",
    "rate_limited",
    "at_capacity",
    "runtime_unavailable",
    "model_unavailable",
    "agent_failed",
    "agent_timeout",
    "agent_crashed",
    "output_limit",
    "cancelled",
    "content_key_missing",
    "internal",
  ])
  .meta({ id: "ErrorCode" });
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The body of every error (RFC 9457), with a `detail` for people and an `error` code for programs. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int().meta({ description: "HTTP status" }),
    detail: z.string(),
    error: ErrorCode,
    request_id: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    checks: z.array(UploadCheck).optional(),
    /** Sent with `grant_needed`: the connectors and permissions that the caller must add before the agent can run. */
    needs: z.array(AgentConnector).optional(),
    /** Sent with `grant_needed`: the hosts that the caller must allow before the agent can run. */
    hosts: z.array(z.string()).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
