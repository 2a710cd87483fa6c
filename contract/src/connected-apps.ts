import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { SCOPES } from "./scope-labels.ts";
import { Ok, Timestamp, Usd } from "./values.ts";

/** The scopes that apps can ask for. They are what a client of the MCP server needs, and nothing else. */
export const APP_SCOPES = ["read", "run"] as const;
export type AppScope = (typeof APP_SCOPES)[number];

/** The limits of apps that sign in with OAuth, each with the reason for its value. */
export const APP_LIMITS = {
  /** URLs of clients and redirects have about 100 characters. */
  urlMaxLength: 500,
  /** Clients put about 500 characters into the state. All parameters together fit into the URL of the consent screen. */
  stateMaxLength: 2_000,
  /** The scopes of every known server together are shorter. Scopes that this server does not have are ignored. */
  scopeMaxLength: 1_000,
  /** What an app may spend per UTC day unless the person chooses another limit: a few hundred typical runs. */
  perDayUsd: 5,
  /** The apps that can act for an account: each machine of a person has a few, and the list stays easy to review. */
  perAccount: 50,
  /** Revoked access is stored for two months, as revoked keys are. */
  newPerDay: 100,
} as const;

const Scopes = z.array(z.enum(SCOPES)).meta({ description: "What the app can do" });

/** The parameters with which an app sends a person to the consent screen. Their meaning is checked in the server. */
export const AppRequestParameters = z
  .object({
    client_id: z.string({ error: "client_id is required" }).min(1).max(APP_LIMITS.urlMaxLength).meta({
      description: "ID of the app: from its registration, or the https URL of its metadata document",
    }),
    redirect_uri: z
      .string({ error: "redirect_uri is required" })
      .min(1)
      .max(APP_LIMITS.urlMaxLength)
      .meta({ description: "Where the app receives its answer: one of its redirect URIs" }),
    response_type: z.string().max(100).optional().meta({ description: "`code`" }),
    code_challenge: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "SHA-256 hash of the code verifier in base64url (PKCE)" }),
    code_challenge_method: z.string().max(20).optional().meta({ description: "`S256`" }),
    scope: z
      .string()
      .max(APP_LIMITS.scopeMaxLength)
      .optional()
      .meta({ description: `Scopes, separated by spaces. Default: ${APP_SCOPES.join(" ")}` }),
    state: z
      .string()
      .max(APP_LIMITS.stateMaxLength)
      .optional()
      .meta({ description: "Text that the app gets back with its answer" }),
    resource: z
      .string()
      .max(APP_LIMITS.urlMaxLength)
      .optional()
      .meta({ description: "URL of the MCP server, or of the MCP server of one agent" }),
  })
  .meta({ id: "AppRequestParameters" });
export type AppRequestParameters = z.infer<typeof AppRequestParameters>;

export const AppRequest = z
  .object({
    app_name: z.string(),
    verified_host: z.string().nullable().meta({
      description:
        "Host that publishes the app's description. Null if the app registered itself: anybody can give an app any name",
    }),
    redirect_host: z.string().meta({ description: "Where the app receives its answer" }),
    is_on_this_device: z
      .boolean()
      .meta({ description: "Whether the answer goes to a program on the person's device" }),
    scopes: Scopes,
    agent: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "The only agent that the app can use; null means every agent",
    }),
    limit_per_day: Usd.meta({ description: "Suggested spending limit per UTC day" }),
  })
  .meta({ id: "AppRequest" });
export type AppRequest = z.infer<typeof AppRequest>;

export const CheckedAppRequest = z
  .object({
    request: AppRequest.nullable().meta({ description: "Null if the request is refused" }),
    refusal: z
      .object({
        detail: z.string(),
        return_to: z.string().meta({ description: "URL that tells the app what is wrong" }),
      })
      .nullable(),
  })
  .meta({ id: "CheckedAppRequest" });
export type CheckedAppRequest = z.infer<typeof CheckedAppRequest>;

export const AnswerAppRequest = z
  .strictObject({
    request: AppRequestParameters,
    decision: z.enum(["allow", "refuse"]),
    limit_per_day: z
      .number()
      .min(0, "A limit must be 0 or more")
      .max(LIMITS.spendingLimitMaxUsd, `A limit must be at most ${LIMITS.spendingLimitMaxUsd} USD`)
      .nullable()
      .default(APP_LIMITS.perDayUsd)
      .meta({ description: "Spending limit per UTC day in USD; null means no limit" }),
  })
  .meta({ id: "AnswerAppRequest" });
export type AnswerAppRequest = z.infer<typeof AnswerAppRequest>;

export const AnsweredAppRequest = z
  .object({ return_to: z.string().meta({ description: "URL that gives the app its answer" }) })
  .meta({ id: "AnsweredAppRequest" });
export type AnsweredAppRequest = z.infer<typeof AnsweredAppRequest>;

export const ConnectedApp = z
  .object({
    id: z.string(),
    name: z.string(),
    verified_host: AppRequest.shape.verified_host,
    redirect_host: AppRequest.shape.redirect_host,
    is_on_this_device: AppRequest.shape.is_on_this_device,
    agent_id: z.int().nullable().meta({ description: "The only agent that the app can use" }),
    scopes: Scopes,
    connected_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: "Accurate to the minute" }),
    limit_per_day: Usd.nullable(),
    spent_today: Usd,
    spent_this_month: Usd,
  })
  .meta({ id: "ConnectedApp" });
export type ConnectedApp = z.infer<typeof ConnectedApp>;

export const ConnectedAppList = z.object({ apps: z.array(ConnectedApp) }).meta({ id: "ConnectedAppList" });
export type ConnectedAppList = z.infer<typeof ConnectedAppList>;

const TAG = "Connected apps";

export const connectedAppRoutes = {
  checkRequest: defineRoute({
    method: "GET",
    path: "/oauth/request",
    auth: "session",
    tag: TAG,
    summary: "Check an app's request",
    query: AppRequestParameters,
    status: 200,
    reply: CheckedAppRequest,
    fails: [401],
    // The server may have to fetch the app's description from another server.
    counts: "changes",
  }),
  answerRequest: defineRoute({
    method: "POST",
    path: "/oauth/request",
    auth: "session",
    tag: TAG,
    summary: "Allow or refuse an app's request",
    body: AnswerAppRequest,
    status: 200,
    reply: AnsweredAppRequest,
    fails: [401, 403],
  }),
  list: defineRoute({
    method: "GET",
    path: "/oauth/apps",
    auth: "session",
    tag: TAG,
    summary: "List connected apps",
    status: 200,
    reply: ConnectedAppList,
    fails: [401],
  }),
  revoke: defineRoute({
    method: "DELETE",
    path: "/oauth/apps/:id",
    auth: "session",
    tag: TAG,
    summary: "Revoke an app's access",
    params: z.object({ id: z.string().regex(/^ogr_[0-9a-f]{32}$/, "This is not a valid ID of an app") }),
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
