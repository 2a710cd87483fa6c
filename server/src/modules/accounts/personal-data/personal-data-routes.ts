import { Readable } from "node:stream";
import { accountRoutes } from "@stoa/contract";
import { readSessionToken } from "../../../platform/http/credentials.ts";
import { HANDLED, type Mount } from "../../../platform/http/mount.ts";
import type { Accounts } from "../service.ts";

/** Mounts the routes that end all sessions, export an account and delete it. */
export function mountPersonalDataRoutes(mount: Mount, accounts: Accounts): void {
  mount.signedIn(accountRoutes.signOutEverywhere, async ({ caller }) => {
    await accounts.signOutEverywhere(caller);
    return { success: true } as const;
  });

  mount.signedIn(accountRoutes.export, ({ caller, reply }) => {
    reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="stoa-export.json"')
      .header("cache-control", "no-store")
      .send(Readable.from(accounts.exports.stream(caller)));
    return HANDLED;
  });

  mount.signedIn(accountRoutes.deleteMe, async ({ caller, body, request }) => {
    const from = { network: request.network, sessionToken: readSessionToken(request) };
    await accounts.deletion.delete(caller, body, from);
    return { success: true } as const;
  });
}
