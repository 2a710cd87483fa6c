import { webhookRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { WebhookDeliveries } from "./delivery-service.ts";
import type { WebhookEndpoints } from "./endpoint-service.ts";

export function mountWebhookRoutes(
  mount: Mount,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
): void {
  mount.signedIn(webhookRoutes.list, ({ caller, query }) => endpoints.list(caller, query));
  mount.signedIn(webhookRoutes.create, ({ caller, body }) => endpoints.create(caller, body));
  mount.signedIn(webhookRoutes.get, ({ caller, params }) => endpoints.get(caller, params.id));
  mount.signedIn(webhookRoutes.update, ({ caller, params, body }) =>
    endpoints.update(caller, params.id, body),
  );
  mount.signedIn(webhookRoutes.rotateSecret, ({ caller, params }) =>
    endpoints.rotateSecret(caller, params.id),
  );
  mount.signedIn(webhookRoutes.remove, async ({ caller, params }) => {
    await endpoints.remove(caller, params.id);
    return { success: true as const };
  });

  mount.signedIn(webhookRoutes.ping, ({ caller, params }) => deliveries.ping(caller, params.id));
  mount.signedIn(webhookRoutes.deliveries, ({ caller, params, query }) =>
    deliveries.list(caller, params.id, query),
  );
  mount.signedIn(webhookRoutes.delivery, ({ caller, params }) =>
    deliveries.get(caller, params.id, params.delivery_id),
  );
  mount.signedIn(webhookRoutes.resend, ({ caller, params }) =>
    deliveries.resend(caller, params.id, params.delivery_id),
  );
  mount.signedIn(webhookRoutes.resendFailed, ({ caller, params, body }) =>
    deliveries.resendFailed(caller, params.id, new Date(body.since)),
  );
}
