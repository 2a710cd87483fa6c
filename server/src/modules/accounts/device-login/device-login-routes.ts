import { deviceLoginRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { DeviceLogins } from "./device-logins.ts";

/** Mounts the routes with which programs without a browser get an API key. */
export function mountDeviceLoginRoutes(mount: Mount, logins: DeviceLogins): void {
  mount.open(deviceLoginRoutes.start, ({ body, request }) => logins.start(body.client_name, request.network));
  mount.open(deviceLoginRoutes.collect, ({ body }) => logins.collect(body.device_code));
  mount.signedIn(deviceLoginRoutes.get, ({ caller, query }) => logins.find(caller, query.user_code));
  mount.signedIn(deviceLoginRoutes.approve, async ({ caller, body }) => {
    await logins.approve(caller, body);
    return { success: true } as const;
  });
  mount.signedIn(deviceLoginRoutes.refuse, async ({ caller, body }) => {
    await logins.refuse(caller, body.user_code);
    return { success: true } as const;
  });
}
