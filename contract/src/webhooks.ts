import * as z from "zod";
import { FAILING_WEBHOOK_DAYS } from "./notification-texts.ts";
import { defineRoute } from "./routes.ts";
import { isStorable, NextCursor, NOT_STORABLE, Ok, pageQuery, Timestamp } from "./values.ts";
import {
  ResendFailedRequest,
  ResentDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryId,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
} from "./webhook-deliveries.ts";
import { SubscribedEventType } from "./webhook-events.ts";
import { WEBHOOK_LIMITS } from "./webhook-limits.ts";

export const WEBHOOK_TEXTS = {
  tooMany: `An account can have at most ${WEBHOOK_LIMITS.perAccount} webhooks. Delete one first`,
  notAnAddress: "url must be a full URL that starts with https://",
  withExtras: "url must not contain a user name, password or fragment",
  refused: (why: string) => `url cannot be called. ${why}`,
  switchedOff: "This webhook is switched off. Switch it on first.",
  tooManyCalls: "This webhook was called too many times.",
} as const;

export const WebhookId = z.string().regex(/^whk_[0-9a-f]{32}$/, "This is not a valid webhook ID");

const Url = z
  .string({ error: "url is required" })
  .trim()
  .min(1, "url is required")
  .max(WEBHOOK_LIMITS.urlMaxLength, `url must have at most ${WEBHOOK_LIMITS.urlMaxLength} characters`)
  .refine(isStorable, NOT_STORABLE);

const Description = z
  .string()
  .trim()
  .max(
    WEBHOOK_LIMITS.descriptionMaxLength,
    `description must have at most ${WEBHOOK_LIMITS.descriptionMaxLength} characters`,
  )
  .refine(isStorable, NOT_STORABLE);

const Events = z
  .array(SubscribedEventType, { error: "events must be a list of event types" })
  .min(1, "events must name at least one event type")
  .max(SubscribedEventType.options.length, "events must not name an event type twice")
  .refine((types) => new Set(types).size === types.length, "events must not name an event type twice");

export const CreateWebhookRequest = z
  .strictObject({ url: Url, description: Description.default(""), events: Events })
  .meta({ id: "CreateWebhookRequest" });
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

/** Omitted fields stay unchanged. */
export const UpdateWebhookRequest = z
  .strictObject({
    url: Url.optional(),
    description: Description.optional(),
    events: Events.optional(),
    is_active: z.boolean().optional(),
  })
  .meta({ id: "UpdateWebhookRequest" });
export type UpdateWebhookRequest = z.infer<typeof UpdateWebhookRequest>;

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(SubscribedEventType),
    is_active: z.boolean(),
    disabled_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .meta({
        description: `Why Stoa turned the webhook off. \`gone\`: its URL returned 410. \`failing\`: every call failed for ${FAILING_WEBHOOK_DAYS} days. null if it is active or its owner turned it off`,
      }),
    failing_since: Timestamp.nullable().meta({
      description: "Time of the first failure since the last successful call; null if calls succeed",
    }),
    previous_secret_until: Timestamp.nullable().meta({
      description: "Until this time, calls are also signed with the previous secret",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = z
  .object({ webhooks: z.array(Webhook), next_cursor: NextCursor })
  .meta({ id: "WebhookList" });
export type WebhookList = z.infer<typeof WebhookList>;

/** The only response that contains the secret. */
export const WebhookWithSecret = z
  .object({
    webhook: Webhook,
    secret: z.string().meta({
      description:
        "Signing secret: `whsec_` followed by base64, as the Standard Webhooks libraries accept it",
    }),
  })
  .meta({ id: "WebhookWithSecret" });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookQuery = z.object({ limit: pageQuery.limit, cursor: WebhookId.optional() });
export type WebhookQuery = z.infer<typeof WebhookQuery>;

const byId = z.object({ id: WebhookId });
const byDelivery = z.object({ id: WebhookId, delivery_id: WebhookDeliveryId });

export const webhookRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/webhooks",
    auth: "session",
    scope: "read",
    tag: "Webhooks",
    summary: "List webhooks",
    query: WebhookQuery,
    status: 200,
    reply: WebhookList,
    fails: [401],
  }),
  create: defineRoute({
    method: "POST",
    path: "/webhooks",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Create a webhook",
    body: CreateWebhookRequest,
    status: 201,
    reply: WebhookWithSecret,
    fails: [401, 409],
  }),
  get: defineRoute({
    method: "GET",
    path: "/webhooks/:id",
    auth: "session",
    scope: "read",
    tag: "Webhooks",
    summary: "Get a webhook",
    params: byId,
    status: 200,
    reply: Webhook,
    fails: [401, 404],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/webhooks/:id",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Update a webhook",
    params: byId,
    body: UpdateWebhookRequest,
    status: 200,
    reply: Webhook,
    fails: [401, 404],
  }),
  rotateSecret: defineRoute({
    method: "POST",
    path: "/webhooks/:id/rotate-secret",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Rotate a webhook's secret",
    params: byId,
    status: 200,
    reply: WebhookWithSecret,
    fails: [401, 404],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/webhooks/:id",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Delete a webhook",
    params: byId,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
  ping: defineRoute({
    method: "POST",
    path: "/webhooks/:id/ping",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Send a test event",
    params: byId,
    status: 201,
    reply: WebhookDelivery,
    fails: [401, 404, 409, 429],
  }),
  deliveries: defineRoute({
    method: "GET",
    path: "/webhooks/:id/deliveries",
    auth: "session",
    scope: "read",
    tag: "Webhooks",
    summary: "List deliveries",
    params: byId,
    query: WebhookDeliveryQuery,
    status: 200,
    reply: WebhookDeliveryList,
    fails: [401, 404],
  }),
  delivery: defineRoute({
    method: "GET",
    path: "/webhooks/:id/deliveries/:delivery_id",
    auth: "session",
    scope: "read",
    tag: "Webhooks",
    summary: "Get a delivery",
    params: byDelivery,
    status: 200,
    reply: WebhookDeliveryDetail,
    fails: [401, 404],
  }),
  resend: defineRoute({
    method: "POST",
    path: "/webhooks/:id/deliveries/:delivery_id/resend",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Resend a delivery",
    params: byDelivery,
    status: 200,
    reply: WebhookDelivery,
    fails: [401, 404, 409, 429],
  }),
  resendFailed: defineRoute({
    method: "POST",
    path: "/webhooks/:id/resend-failed",
    auth: "session",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Resend failed deliveries",
    params: byId,
    body: ResendFailedRequest,
    status: 200,
    reply: ResentDeliveries,
    fails: [401, 404, 409, 429],
  }),
} as const;
