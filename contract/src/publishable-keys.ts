import * as z from "zod";
import { ApiKeyId, KeyName } from "./keys.ts";
import { defineRoute } from "./routes.ts";
import { BodyAgentId, Ok, Timestamp, Usd } from "./values.ts";
import { WIDGET_LIMITS } from "./widget-limits.ts";

const ORIGIN_FORM =
  "Each origin needs a scheme and a host, and a port if it is not the default: https://www.example.com";

/** Parses the origin of a page. Returns undefined for anything else: a URL with a path, a wildcard, or another scheme. */
function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const isBare =
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  return isBare && /^[a-z0-9.[\]:-]+$/.test(url.host) ? url.origin : undefined;
}

const Origin = z
  .string({ error: ORIGIN_FORM })
  .trim()
  .max(
    WIDGET_LIMITS.originMaxLength,
    `An origin must be at most ${WIDGET_LIMITS.originMaxLength} characters long`,
  )
  .transform((text, context) => {
    const origin = parseOrigin(text);
    if (origin !== undefined) return origin;
    context.addIssue({ code: "custom", message: ORIGIN_FORM });
    return z.NEVER;
  });

const Origins = z
  .array(Origin)
  .min(1, "At least one origin is required")
  .max(WIDGET_LIMITS.origins, `A key can have at most ${WIDGET_LIMITS.origins} origins`)
  .transform((origins) => [...new Set(origins)])
  .meta({ description: "Origins of the pages that can embed the agent: scheme, host and port" });

const DailyBudget = z
  .number({ error: "A daily budget is required" })
  .min(0, "The daily budget must be 0 or more")
  .max(WIDGET_LIMITS.maxPerDayUsd, `The daily budget must be at most ${WIDGET_LIMITS.maxPerDayUsd} USD`)
  .meta({ description: "Maximum spending of all visitors together per UTC day, in USD" });

const PerMessage = z
  .number({ error: "The limit per message must be a number" })
  .positive("The limit per message must be more than 0")
  .max(WIDGET_LIMITS.maxPerDayUsd, `The limit per message must be at most ${WIDGET_LIMITS.maxPerDayUsd} USD`)
  .meta({ description: `Maximum cost of one message in USD. Default: ${WIDGET_LIMITS.perMessageUsd}` });

const VisitorMessages = z
  .int({ error: "The number of messages must be a whole number" })
  .min(1, "The number of messages must be at least 1")
  .max(
    WIDGET_LIMITS.visitorMessagesMax,
    `The number of messages must be at most ${WIDGET_LIMITS.visitorMessagesMax}`,
  )
  .meta({
    description: `Number of messages that one visitor can send per day. One network address can send ${WIDGET_LIMITS.visitorsPerNetwork} times as many. Default: ${WIDGET_LIMITS.visitorMessages}`,
  });

export const CreatePublishableKeyRequest = z
  .strictObject({
    name: KeyName,
    agent_id: BodyAgentId,
    origins: Origins,
    limit_per_day: DailyBudget,
    limit_per_message: PerMessage.optional(),
    visitor_messages: VisitorMessages.optional(),
  })
  .meta({ id: "CreatePublishableKeyRequest" });
export type CreatePublishableKeyRequest = z.infer<typeof CreatePublishableKeyRequest>;

/** Omitted fields stay unchanged. A key stays with its agent. */
export const UpdatePublishableKeyRequest = z
  .strictObject({
    name: KeyName.optional(),
    origins: Origins.optional(),
    limit_per_day: DailyBudget.optional(),
    limit_per_message: PerMessage.optional(),
    visitor_messages: VisitorMessages.optional(),
  })
  .meta({ id: "UpdatePublishableKeyRequest" });
export type UpdatePublishableKeyRequest = z.infer<typeof UpdatePublishableKeyRequest>;

export const PublishableKey = z
  .object({
    id: z.string(),
    name: z.string(),
    publishable_key: z.string().meta({ description: "The key itself, which is not a secret" }),
    agent_id: z.int(),
    origins: z.array(z.string()),
    limit_per_day: Usd,
    limit_per_message: Usd,
    visitor_messages: z.int(),
    /** The cost of today's runs in UTC, including the amounts that active runs hold. */
    spent_today: Usd,
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ id: "PublishableKey" });
export type PublishableKey = z.infer<typeof PublishableKey>;

export const PublishableKeyList = z
  .object({ keys: z.array(PublishableKey) })
  .meta({ id: "PublishableKeyList" });
export type PublishableKeyList = z.infer<typeof PublishableKeyList>;

const byKey = z.object({ id: ApiKeyId });

export const publishableKeyRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/users/publishable-keys",
    auth: "session",
    tag: "API keys",
    summary: "List publishable keys",
    status: 200,
    reply: PublishableKeyList,
    fails: [401],
  }),
  create: defineRoute({
    method: "POST",
    path: "/users/publishable-keys",
    auth: "session",
    tag: "API keys",
    summary: "Create a publishable key",
    body: CreatePublishableKeyRequest,
    status: 201,
    reply: PublishableKey,
    fails: [401, 403, 404, 409],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/users/publishable-keys/:id",
    auth: "session",
    tag: "API keys",
    summary: "Update a publishable key",
    params: byKey,
    body: UpdatePublishableKeyRequest,
    status: 200,
    reply: PublishableKey,
    fails: [401, 404, 409],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/users/publishable-keys/:id",
    auth: "session",
    tag: "API keys",
    summary: "Delete a publishable key",
    params: byKey,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
