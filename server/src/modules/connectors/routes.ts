import { connectorRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { presentConnector, presentService } from "./present.ts";
import type { Connectors } from "./service.ts";
import { SUPPORTED_SERVICES } from "./supported-services.ts";

export function mountConnectorRoutes(mount: Mount, connectors: Connectors): void {
  mount.signedIn(connectorRoutes.list, async ({ caller }) =>
    (await connectors.list(caller)).map(presentConnector),
  );

  mount.signedIn(connectorRoutes.services, () =>
    SUPPORTED_SERVICES.map((service) => presentService(service, connectors.consents.isOffered(service))),
  );

  mount.signedIn(connectorRoutes.add, async ({ caller, body }) =>
    presentConnector(await connectors.add(caller, body)),
  );

  mount.signedIn(connectorRoutes.startConsent, async ({ caller, params }) => ({
    authorization_url: (await connectors.consents.start(caller.userId, params.service)).href,
  }));

  mount.signedIn(connectorRoutes.finishConsent, async ({ caller, params, body }) =>
    presentConnector(await connectors.connect(caller, params.service, body)),
  );

  mount.signedIn(connectorRoutes.update, async ({ caller, params, body }) =>
    presentConnector(await connectors.update(caller, params.id, body)),
  );

  mount.signedIn(connectorRoutes.remove, async ({ caller, params }) => {
    await connectors.remove(caller, params.id);
    return { success: true as const };
  });

  mount.signedIn(connectorRoutes.test, ({ caller, params }) => connectors.test(caller, params.id));
}
