import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { DEFAULT_SCOPES, SCOPES } from "./scope-labels.ts";
import { isStorable, NextCursor, NOT_STORABLE, Ok, pageQuery, Timestamp, Usd } from "./values.ts";

/** The maximum spending in USD. null means no limit; 0 allows no spending. */
export const SpendingLimit = z
  .number()
  .min(0, "A limit must be 0 or more")
  .max(LIMITS.spendingLimitMaxUsd, `A limit must be at most ${LIMITS.spendingLimitMaxUsd} USD`)
  .nullable();

export const KeyName = z
  .string({ error: "A name is required" })
  .trim()
  .min(1, "A name is required")
  .max(LIMITS.keyNameMaxLength, `A name must be at most ${LIMITS.keyNameMaxLength} characters long`)
  .refine(isStorable, NOT_STORABLE)
  .refine((name) => name.toLowerCase() !== "main", "The name main is reserved for the main key");

const ApiKeyId = z.string().regex(/^key_[0-9a-f]{32}$/, "This is not a valid key ID");

const KeyScope = z.enum(SCOPES).meta({ id: "Scope" });
export const KeyScopes = z
  .array(KeyScope)
  .min(1, "A key must have at least one scope")
  .transform((scopes) => [...new Set(scopes)])
  .meta({ description: `What the key can do. Default: ${DEFAULT_SCOPES.join(", ")}` });

/** Days and months are in UTC. */
const keyLimits = {
  limit_per_run: SpendingLimit.optional(),
  limit_per_day: SpendingLimit.optional(),
  limit_per_month: SpendingLimit.optional(),
  expires_at: Timestamp.nullable()
    .optional()
    .meta({ description: "Time at which the key expires; null means that it does not expire" }),
};

export const CreateKeyRequest = z
  .strictObject({ name: KeyName, scopes: KeyScopes.optional(), ...keyLimits })
  .meta({ id: "CreateKeyRequest" });
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

/** Omitted fields stay unchanged. */
export const UpdateKeyRequest = z
  .strictObject({ name: KeyName.optional(), scopes: KeyScopes.optional(), ...keyLimits })
  .meta({ id: "UpdateKeyRequest" });
export type UpdateKeyRequest = z.infer<typeof UpdateKeyRequest>;

export const NamedKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Whether this is the main key, which has no limits and can be replaced but not revoked. */
    is_main: z.boolean(),
    scopes: z.array(KeyScope).meta({ description: "What the key can do. The main key has every scope" }),
    /** The first characters of the key, to identify it. */
    prefix: z.string(),
    created_at: Timestamp,
    /** The time of the last use, accurate to the minute. */
    last_used_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable().meta({
      description: "Time at which it expires; null if it never expires",
    }),
    limit_per_run: Usd.nullable(),
    limit_per_day: Usd.nullable(),
    limit_per_month: Usd.nullable(),
    /**
     * The cost of the key's runs of this UTC day, including the amounts that active runs hold; null for the main key.
     */
    spent_today: Usd.nullable(),
    spent_this_month: Usd.nullable(),
  })
  .meta({ id: "NamedKey" });
export type NamedKey = z.infer<typeof NamedKey>;

export const KeyList = z.object({ keys: z.array(NamedKey), next_cursor: NextCursor }).meta({ id: "KeyList" });
export type KeyList = z.infer<typeof KeyList>;

/** The only response that contains the key itself. */
export const CreatedKey = z.object({ api_key: z.string(), key: NamedKey }).meta({ id: "CreatedKey" });
export type CreatedKey = z.infer<typeof CreatedKey>;

export const SpendingLimits = z
  .object({
    limit_per_run: Usd.nullable(),
    limit_per_day: Usd.nullable(),
    unconfirmed_run_limit: Usd.meta({
      description:
        "Maximum cost of a run that does not set `max_cost`. The web app asks for confirmation before a run that can cost more",
    }),
    /** The cost of the runs of this UTC day, including the amounts that active runs hold. */
    spent_today: Usd,
    day_ends_at: Timestamp,
  })
  .meta({ id: "SpendingLimits" });
export type SpendingLimits = z.infer<typeof SpendingLimits>;

/** Omitted fields stay unchanged. */
export const UpdateSpendingLimitsRequest = z
  .strictObject({
    limit_per_run: SpendingLimit.optional(),
    limit_per_day: SpendingLimit.optional(),
    unconfirmed_run_limit: z
      .number({ error: "unconfirmed_run_limit must be a number" })
      .min(0, "unconfirmed_run_limit must be 0 or more")
      .max(LIMITS.maxCostUsd, `unconfirmed_run_limit must be at most ${LIMITS.maxCostUsd} USD`)
      .optional()
      .meta({
        description: `Maximum cost of a run that does not set \`max_cost\`, ${LIMITS.unconfirmedRunUsd} USD unless you change it. With ${LIMITS.maxCostUsd}, only the agent's own limit applies`,
      }),
  })
  .meta({ id: "UpdateSpendingLimitsRequest" });
export type UpdateSpendingLimitsRequest = z.infer<typeof UpdateSpendingLimitsRequest>;

const byKey = z.object({ id: ApiKeyId });

export const keyRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/users/api-keys",
    auth: "session",
    tag: "API keys",
    summary: "List API keys",
    query: z.object({ limit: pageQuery.limit, cursor: ApiKeyId.optional() }),
    status: 200,
    reply: KeyList,
    fails: [401],
  }),
  create: defineRoute({
    method: "POST",
    path: "/users/api-keys",
    auth: "session",
    tag: "API keys",
    summary: "Create an API key",
    body: CreateKeyRequest,
    status: 201,
    reply: CreatedKey,
    fails: [401, 403, 409],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/users/api-keys/:id",
    auth: "session",
    tag: "API keys",
    summary: "Update an API key",
    params: byKey,
    body: UpdateKeyRequest,
    status: 200,
    reply: NamedKey,
    fails: [401, 404, 409],
  }),
  revoke: defineRoute({
    method: "DELETE",
    path: "/users/api-keys/:id",
    auth: "session",
    tag: "API keys",
    summary: "Revoke an API key",
    params: byKey,
    status: 200,
    reply: Ok,
    fails: [401, 404, 409],
  }),
  spendingLimits: defineRoute({
    method: "GET",
    path: "/users/spending-limits",
    auth: "session",
    scope: "billing:read",
    tag: "API keys",
    summary: "Get spending limits",
    status: 200,
    reply: SpendingLimits,
    fails: [401],
  }),
  updateSpendingLimits: defineRoute({
    method: "PUT",
    path: "/users/spending-limits",
    auth: "session",
    tag: "API keys",
    summary: "Update spending limits",
    body: UpdateSpendingLimitsRequest,
    status: 200,
    reply: SpendingLimits,
    fails: [401],
  }),
} as const;
