import { accountRoutes, keyRoutes } from "@stoa/contract";
import { readSessionToken } from "../../platform/http/credentials.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { mountDeviceLoginRoutes } from "./device-login/device-login-routes.ts";
import { mountPersonalDataRoutes } from "./personal-data/personal-data-routes.ts";
import { presentSession, presentUser } from "./present.ts";
import { mountRecoveryRoutes } from "./recovery/recovery-routes.ts";
import type { Accounts } from "./service.ts";
import { mountSocialRoutes } from "./social/social-routes.ts";

export function mountAccountRoutes(mount: Mount, accounts: Accounts): void {
  mountKeyRoutes(mount, accounts);
  mountDeviceLoginRoutes(mount, accounts.deviceLogins);
  mountPersonalDataRoutes(mount, accounts);
  mountRecoveryRoutes(mount, accounts);
  mountSocialRoutes(mount, accounts);

  mount.open(accountRoutes.register, async ({ body, request }) =>
    presentSession(await accounts.register(body, request.network)),
  );

  mount.open(accountRoutes.login, async ({ body, request }) =>
    presentSession(await accounts.login(body, request.network)),
  );

  mount.signedIn(accountRoutes.me, async ({ caller }) => {
    const { user, apiKey } = await accounts.getMe(caller);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.updateMe, async ({ caller, body, request }) => {
    const from = { network: request.network, sessionToken: readSessionToken(request) };
    await accounts.emails.requestChange(caller, body, from);
    const { user, apiKey } = await accounts.getMe(caller);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.changePassword, async ({ caller, body, request }) => {
    const from = { network: request.network, sessionToken: readSessionToken(request) };
    await accounts.passwordChange.change(caller, body, from);
    return { success: true } as const;
  });

  mount.signedIn(accountRoutes.refreshApiKey, async ({ caller }) => ({
    api_key: await accounts.refreshApiKey(caller),
  }));
}

/** Mounts the routes of API keys and spending limits. */
function mountKeyRoutes(mount: Mount, { keys, spending }: Pick<Accounts, "keys" | "spending">): void {
  mount.signedIn(keyRoutes.list, ({ caller, query }) => keys.list(caller, query));
  mount.signedIn(keyRoutes.create, ({ caller, body }) => keys.create(caller, body));
  mount.signedIn(keyRoutes.update, ({ caller, params, body }) => keys.update(caller, params.id, body));
  mount.signedIn(keyRoutes.revoke, async ({ caller, params }) => {
    await keys.revoke(caller, params.id);
    return { success: true } as const;
  });
  mount.signedIn(keyRoutes.spendingLimits, ({ caller }) => spending.read(caller));
  mount.signedIn(keyRoutes.updateSpendingLimits, ({ caller, body }) => spending.change(caller, body));
}
