import { WEBHOOK_LIMITS } from "../webhook-limits.ts";
import { webhookRoutes } from "../webhooks.ts";
import { describe } from "./operation-descriptions.ts";

const NO_WEBHOOK = { not_found: "You have no such webhook." };
const NO_DELIVERY = { not_found: "You have no such webhook, or it has no such delivery." };
const OFF = { conflict: "The webhook is inactive." };
const OFTEN = { rate_limited: "Too many manual deliveries of this webhook, or too many requests." };
const BAD_ADDRESS =
  "A field is invalid, or this server is not allowed to call `url`: it must be `https` and public, unless the operator allows more.";

export const webhookDescriptions = describe(webhookRoutes, {
  list: { description: "Lists your webhooks, oldest first. Secrets are not shown again." },
  create: {
    description: `Creates a webhook that follows [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, body \`{type, timestamp, data}\`. \`secret\` is shown only once; use it to verify every call. An event is sent at least once, always with the same \`webhook-id\`. If your server does not respond with 2xx within 15 seconds, the event is sent again for up to three days. An account can have ${WEBHOOK_LIMITS.perAccount} webhooks.`,
    errors: {
      400: { invalid_request: BAD_ADDRESS },
      409: { conflict: "The account has the maximum number of webhooks." },
    },
  },
  get: { description: "Returns a webhook and whether its calls succeed.", errors: { 404: NO_WEBHOOK } },
  update: {
    description:
      "Changes the URL, description or events of a webhook, or turns it on or off. Omitted fields keep their values. Turning it on resets its failures.",
    errors: { 400: { invalid_request: BAD_ADDRESS }, 404: NO_WEBHOOK },
  },
  rotateSecret: {
    description: `Creates a new secret, shown only once. For ${WEBHOOK_LIMITS.previousSecretHours} hours, calls are also signed with the previous secret.`,
    errors: { 404: NO_WEBHOOK },
  },
  remove: {
    description: "Deletes a webhook with its log. Pending deliveries are discarded.",
    errors: { 404: NO_WEBHOOK },
  },
  ping: {
    description:
      "Sends a test event of type `ping`. The response is the pending delivery; its result appears in the log.",
    errors: { 404: NO_WEBHOOK, 409: OFF, 429: OFTEN },
  },
  deliveries: {
    description: `Lists the deliveries of a webhook, newest first, for ${WEBHOOK_LIMITS.keptDays} days.`,
    errors: { 404: NO_WEBHOOK },
  },
  delivery: {
    description:
      "Returns a delivery with its attempts: time, duration, status, and the first KiB of the response.",
    errors: { 404: NO_DELIVERY },
  },
  resend: {
    description: "Sends an event again immediately, with the same `webhook-id`.",
    errors: { 404: NO_DELIVERY, 409: OFF, 429: OFTEN },
  },
  resendFailed: {
    description: `Resends all events whose delivery failed since a given time, up to ${WEBHOOK_LIMITS.resentAtOnce} per request; \`more\` says whether to repeat the request.`,
    errors: { 404: NO_WEBHOOK, 409: OFF, 429: OFTEN },
  },
});
