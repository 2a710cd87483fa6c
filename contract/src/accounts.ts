import * as z from "zod";
import { Email, LoginRequest, NewPassword, RegisterRequest } from "./credentials.ts";
import { LIMITS } from "./limits.ts";
import { PlanType } from "./plan-type.ts";
import { defineRoute } from "./routes.ts";
import { SIGN_IN_TEXTS } from "./sign-in-texts.ts";
import { Json, Ok, Timestamp } from "./values.ts";

/** The signed-in user, as `/users/me` returns it. */
export const User = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    plan_type: PlanType,
    api_key: z.string(),
    is_active: z.boolean(),
    created_at: Timestamp,
    /** The new email address. It replaces `email` when the user opens the link that Stoa sent to the new address. */
    pending_email: z.string().nullable(),
    /** Whether the account has a password. Users who signed up with Google or GitHub have none until they set one. */
    has_password: z.boolean(),
    email_confirmed: z.boolean().meta({
      description:
        "Whether the user has opened the link in the confirmation email. If the server sends email, the starting credits arrive when the link is opened.",
    }),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export const SessionReply = z
  .object({ access_token: z.string(), token_type: z.literal("bearer"), expires_at: Timestamp })
  .meta({ id: "Session" });
export type SessionReply = z.infer<typeof SessionReply>;

/** The account's password. If the account has none, the session must be recent instead. */
const OwnPassword = z
  .string()
  .min(1, SIGN_IN_TEXTS.passwordRequired)
  .max(LIMITS.passwordMaxLength, `Password must be at most ${LIMITS.passwordMaxLength} characters long`)
  .optional();

export const UpdateMeRequest = z
  .strictObject({ email: Email, password: OwnPassword })
  .meta({ id: "UpdateMeRequest" });
export type UpdateMeRequest = z.infer<typeof UpdateMeRequest>;

export const ChangePasswordRequest = z
  .strictObject({ current_password: OwnPassword, new_password: NewPassword })
  .meta({ id: "ChangePasswordRequest" });
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

export const ApiKeyReply = z.object({ api_key: z.string() }).meta({ id: "ApiKey" });

export const DeleteAccountRequest = z
  .strictObject({
    password: OwnPassword,
    /** Whether the user agrees to forfeit the remaining credits and earnings. */
    give_up_balance: z.boolean().default(false),
  })
  .meta({ id: "DeleteAccountRequest" });
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

/** Amounts are exact decimal strings in USD. */
const ExportedRows = z.array(z.record(z.string(), Json));

/** All stored data of a user and their account, without passwords, keys and credentials. */
export const AccountExport = z
  .object({
    format: z.literal("stoa-export-1"),
    exported_at: Timestamp,
    user: ExportedRows,
    subscriptions: ExportedRows,
    sessions: ExportedRows,
    provider_identities: ExportedRows,
    api_keys: ExportedRows,
    connected_apps: ExportedRows,
    spending: ExportedRows,
    run_settings: ExportedRows,
    connectors: ExportedRows,
    connector_grants: ExportedRows,
    host_grants: ExportedRows,
    notifications: ExportedRows,
    notification_settings: ExportedRows,
    favourites: ExportedRows,
    reviews: ExportedRows.meta({ description: "Reviews that the user wrote" }),
    review_reports: ExportedRows,
    review_replies: ExportedRows,
    agents: ExportedRows,
    agent_versions: ExportedRows,
    agent_archives: ExportedRows,
    agent_revenue: ExportedRows,
    credits: ExportedRows,
    movements: ExportedRows,
    statements: ExportedRows,
    schedules: ExportedRows,
    schedule_times: ExportedRows,
    runs: ExportedRows,
    run_links: ExportedRows.meta({ description: "Runs that the user has shared by link" }),
    conversations: ExportedRows,
    files: ExportedRows.meta({ description: "Names, sizes and dates of files, without their contents" }),
    webhooks: ExportedRows,
    webhook_events: ExportedRows,
    workflow_values: ExportedRows,
    remembered_values: ExportedRows.meta({
      description: "What agents remember about the user, and the shared values of the account's agents",
    }),
    operator_actions: ExportedRows,
  })
  .meta({ id: "AccountExport" });

export const accountRoutes = {
  register: defineRoute({
    method: "POST",
    path: "/users/register",
    auth: "public",
    tag: "Accounts",
    summary: "Create an account",
    body: RegisterRequest,
    status: 201,
    reply: SessionReply,
    fails: [409, 429],
  }),
  login: defineRoute({
    method: "POST",
    path: "/users/login",
    auth: "public",
    tag: "Accounts",
    summary: "Sign in",
    body: LoginRequest,
    status: 200,
    reply: SessionReply,
    fails: [401, 403, 429],
  }),
  me: defineRoute({
    method: "GET",
    path: "/users/me",
    auth: "session",
    tag: "Accounts",
    summary: "Get the signed-in user",
    status: 200,
    reply: User,
    fails: [401],
  }),
  updateMe: defineRoute({
    method: "PUT",
    path: "/users/me",
    auth: "session",
    tag: "Accounts",
    summary: "Change your email address",
    body: UpdateMeRequest,
    status: 200,
    reply: User,
    fails: [401, 403, 409, 429],
  }),
  changePassword: defineRoute({
    method: "PUT",
    path: "/users/password",
    auth: "session",
    tag: "Accounts",
    summary: "Change your password",
    body: ChangePasswordRequest,
    status: 200,
    reply: Ok,
    fails: [401, 403, 429],
  }),
  refreshApiKey: defineRoute({
    method: "POST",
    path: "/users/refresh-api-key",
    auth: "session",
    tag: "Accounts",
    summary: "Replace the main API key",
    status: 200,
    reply: ApiKeyReply,
    fails: [401],
  }),
  signOutEverywhere: defineRoute({
    method: "POST",
    path: "/users/sign-out-everywhere",
    auth: "session",
    tag: "Accounts",
    summary: "Sign out everywhere",
    status: 200,
    reply: Ok,
    fails: [401],
  }),
  export: defineRoute({
    method: "GET",
    path: "/users/export",
    auth: "session",
    tag: "Accounts",
    summary: "Export your account",
    status: 200,
    reply: AccountExport,
    fails: [401],
    counts: "uploads",
  }),
  deleteMe: defineRoute({
    method: "DELETE",
    path: "/users/me",
    auth: "session",
    tag: "Accounts",
    summary: "Delete your account",
    body: DeleteAccountRequest,
    status: 200,
    reply: Ok,
    fails: [401, 403, 409, 429],
  }),
} as const;
