import { WEBHOOK_LIMITS } from "../webhook-limits.ts";
import { webhookRoutes } from "../webhooks.ts";
import { describe } from "./operation-words.ts";

const NO_WEBHOOK = { not_found: "There is no such webhook of yours." };
const NO_DELIVERY = { not_found: "There is no such webhook of yours, or no such delivery of it." };
const OFF = { conflict: "The webhook is switched off." };
const OFTEN = { rate_limited: "The webhook was called too often by hand, or you asked too often." };
const BAD_ADDRESS =
  "A field is not as declared, or `url` leads where this server calls nobody: it is `https` and public, unless the operator allows more.";

export const webhookWords = describe(webhookRoutes, {
  list: { description: "Your webhooks, the oldest first. Secrets are not shown again." },
  create: {
    description: `Has an address called when something happens, as [Standard Webhooks](https://www.standardwebhooks.com) has it: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`, body \`{type, timestamp, data}\`. \`secret\` is shown this once; verify every call by it. An event comes at least once, always with the same \`webhook-id\`; what is not answered by 2xx within 15 seconds is tried again for three days. An account has at most ${WEBHOOK_LIMITS.perAccount} webhooks.`,
    errors: {
      400: { invalid_request: BAD_ADDRESS },
      409: { conflict: "You have as many webhooks as an account may have." },
    },
  },
  get: { description: "A webhook, and whether its calls go well.", errors: { 404: NO_WEBHOOK } },
  update: {
    description:
      "Changes address, description or events of a webhook, or switches it off and on; what is left out stays. Switching it on forgets that it failed.",
    errors: { 400: { invalid_request: BAD_ADDRESS }, 404: NO_WEBHOOK },
  },
  rotateSecret: {
    description: `Makes a new secret, shown this once. For ${WEBHOOK_LIMITS.previousSecretHours} hours calls are signed by the one before, too.`,
    errors: { 404: NO_WEBHOOK },
  },
  remove: {
    description: "Deletes a webhook with its log. What is on its way is not sent any more.",
    errors: { 404: NO_WEBHOOK },
  },
  ping: {
    description:
      "Sends a test event, of type `ping`. The answer is the delivery as it waits; its log says how it went.",
    errors: { 404: NO_WEBHOOK, 409: OFF, 429: OFTEN },
  },
  deliveries: {
    description: `What a webhook was sent, the newest first, for ${WEBHOOK_LIMITS.keptDays} days.`,
    errors: { 404: NO_WEBHOOK },
  },
  delivery: {
    description: "One delivery with its attempts: when, how long, which status, the first KiB of the answer.",
    errors: { 404: NO_DELIVERY },
  },
  resend: {
    description: "Sends an event again at once, with the same `webhook-id`.",
    errors: { 404: NO_DELIVERY, 409: OFF, 429: OFTEN },
  },
  resendFailed: {
    description: `Sends everything again that was given up since a moment, up to ${WEBHOOK_LIMITS.resentAtOnce} events with one call; \`more\` says whether to call again.`,
    errors: { 404: NO_WEBHOOK, 409: OFF, 429: OFTEN },
  },
});
