import { connectedAppRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { Consents } from "./consents.ts";
import type { Grants } from "./grants.ts";

/** Mounts the routes of the consent screen and of the list of connected apps. */
export function mountConnectedAppRoutes(mount: Mount, consents: Consents, grants: Grants): void {
  mount.signedIn(connectedAppRoutes.checkRequest, ({ caller, query, reply }) => {
    reply.header("cache-control", "no-store");
    return consents.check(caller, query);
  });
  mount.signedIn(connectedAppRoutes.answerRequest, async ({ caller, body, reply }) => {
    reply.header("cache-control", "no-store");
    return { return_to: await consents.answer(caller, body) };
  });
  mount.signedIn(connectedAppRoutes.list, async ({ caller }) => ({ apps: await grants.list(caller) }));
  mount.signedIn(connectedAppRoutes.revoke, async ({ caller, params }) => {
    await grants.revoke(caller, params.id);
    return { success: true } as const;
  });
}
